"""Who drives a database, and what a new boot makes of what the last one left."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Callable

import pytest
from django.db import DatabaseError
from django.utils import timezone

from orchestration import leases
from orchestration.backends.embedded import EmbeddedEngine
from orchestration.backends.ownership import EngineBusy
from orchestration.engine.drive import Driver
from orchestration.engine.events import CallResolved, CancelRequested, RunContinued, RunPaused
from orchestration.models import Approval, CallMark, EngineHeartbeat, Run, RunEvent
from orchestration.runtime import forget_driver
from tests.orchestration.embedded import completions, node, reaches, replays, stage, start, submit, until

Boot = Callable[[], EmbeddedEngine]


def dead_process() -> int:
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def left_behind(run: int, call: str) -> None:
    """As if a boot that is gone had begun this write."""
    CallMark.objects.create(run_id=run, call=call, owner="gone")


def test_one_engine_a_database(boot: Boot) -> None:
    first = boot()
    second = EmbeddedEngine()
    with pytest.raises(EngineBusy, match=f"process {os.getpid()}"):
        second.start()
    second.stop()
    first.stop()
    boot()


def test_a_dead_owner_is_replaced_at_once(boot: Boot) -> None:
    EngineHeartbeat.objects.create(
        owner="gone", host=socket.gethostname(), pid=dead_process(), at=timezone.now()
    )
    engine = boot()
    assert list(EngineHeartbeat.objects.values_list("owner", flat=True)) == [engine.owner]


def test_a_restarted_container_with_the_same_process_number_starts(boot: Boot) -> None:
    EngineHeartbeat.objects.create(
        owner="gone", host=socket.gethostname(), pid=os.getpid(), at=timezone.now()
    )
    boot()


def test_an_owner_on_another_machine_is_believed_while_it_beats(boot: Boot) -> None:
    EngineHeartbeat.objects.create(owner="there", host="elsewhere.invalid", pid=1, at=timezone.now())
    with pytest.raises(EngineBusy, match=r"elsewhere\.invalid"):
        boot()
    EngineHeartbeat.objects.update(at=timezone.now() - 2 * leases.LIVE_FOR)
    boot()


def test_stopping_says_so(boot: Boot) -> None:
    engine = boot()
    assert leases.engine_is_live()
    engine.stop()
    assert not leases.engine_is_live()


def test_an_engine_that_was_replaced_ends(boot: Boot) -> None:
    engine = boot()
    EngineHeartbeat.objects.all().delete()
    EngineHeartbeat.objects.create(owner="other", host="elsewhere.invalid", pid=1, at=timezone.now())
    until(lambda: not engine.running)


def test_an_engine_takes_its_lost_row_back(boot: Boot) -> None:
    engine = boot()
    EngineHeartbeat.objects.all().delete()
    until(lambda: EngineHeartbeat.objects.filter(owner=engine.owner).exists())
    assert engine.running


def test_open_calls_are_made_at_boot(boot: Boot) -> None:
    run = start(node("a", "stage.note"), node("b", "stage.write"), node("c", "stage.note_async"))
    assert not stage.calls
    boot()
    reaches(run, "completed")
    assert stage.calls == {"a": 1, "b": 1, "c": 1}


def test_a_begun_write_asks_a_person(boot: Boot) -> None:
    run = start(node("a", "stage.write"), node("b", "stage.note"))
    left_behind(run, "a#1")
    boot()
    reaches(run, "waiting")
    approval = Approval.objects.get(run_id=run)
    assert (approval.cause, approval.node) == ("reconcile", "a")
    assert stage.calls == {"b": 1}
    submit(run, CallResolved(call="a#1", happened=False))
    reaches(run, "completed")
    assert stage.calls["a"] == 1
    assert replays(run)


def test_a_begun_write_that_happened_is_not_made_again(boot: Boot) -> None:
    run = start(node("a", "stage.write"))
    left_behind(run, "a#1")
    boot()
    reaches(run, "waiting")
    submit(run, CallResolved(call="a#1", happened=True, output="seen at the bank"))
    assert reaches(run, "completed").output_value == "seen at the bank"
    assert not stage.calls


def test_nothing_is_made_for_a_paused_run(boot: Boot) -> None:
    run = start(node("a", "stage.note"))
    submit(run, RunPaused())
    other = start(node("z", "stage.note"))
    boot()
    reaches(other, "completed")
    assert stage.calls == {"z": 1}
    submit(run, RunContinued())
    reaches(run, "completed")


def test_nothing_is_made_for_a_run_that_is_being_canceled(boot: Boot) -> None:
    run = start(node("a", "stage.note"))
    submit(run, CancelRequested())
    boot()
    reaches(run, "canceled")
    assert not stage.calls
    (event,) = completions(run)
    assert event.error is not None
    assert event.error.code == "interrupted"


def test_a_stop_cuts_reads_off_and_the_next_boot_makes_them_again(boot: Boot) -> None:
    first = boot()
    run = start(node("a", "stage.hold"), node("b", "stage.hold_async"))
    until(lambda: len(stage.calls) == 2)
    first.stop(grace=0)
    stage.go.set()
    assert not completions(run)
    submit(run, CancelRequested())
    boot()
    reaches(run, "canceled")


def test_a_stop_waits_for_a_write(boot: Boot) -> None:
    first = boot()
    run = start(node("a", "stage.write_hold"), node("b", "stage.note", "a"))
    until(lambda: stage.calls["a"])
    stage.go.set()
    first.stop()
    assert len(completions(run)) == 1
    boot()
    reaches(run, "completed")
    assert stage.calls == {"a": 1, "b": 1}


def test_a_database_that_fails_for_a_while_loses_nothing(boot: Boot, monkeypatch: pytest.MonkeyPatch) -> None:
    refusals = [DatabaseError("the disk is full")] * 2
    original = Driver.submit

    def moody(self: Driver, run: int, submissions: object) -> object:
        if refusals:
            raise refusals.pop()
        return original(self, run, submissions)  # type: ignore[arg-type]  # passed on as it came

    boot()
    monkeypatch.setattr(Driver, "submit", moody)
    run = start(node("a", "stage.write"), node("b", "stage.note", "a"))
    reaches(run, "completed")
    assert stage.calls == {"a": 1, "b": 1}


@pytest.mark.usefixtures("engine")
def test_one_broken_log_does_not_stop_the_others() -> None:
    broken = start(node("a", "stage.hold"))
    until(lambda: stage.calls["a"])
    RunEvent.objects.filter(run_id=broken, seq=1).delete()
    forget_driver()
    stage.go.set()
    reaches(start(node("b", "stage.note"), node("c", "stage.note", "b")), "completed")
    assert Run.objects.get(pk=broken).status == "running"
