"""What a run may rely on when the embedded engine drives it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from orchestration.backends import embedded as embedded_backend
from orchestration.backends.embedded import EmbeddedEngine
from orchestration.engine.events import CancelRequested, RunContinued, RunPaused
from orchestration.models import CallMark, Run, RunTimer
from orchestration.runtime import register_dispatcher
from tests.orchestration.embedded import (
    completions,
    in_other_thread,
    log,
    node,
    reaches,
    replays,
    stage,
    start,
    submit,
    until,
)

Boot = Callable[[], EmbeddedEngine]


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("name", ["stage.note", "stage.note_async"])
def test_a_chain_runs_to_its_end(name: str) -> None:
    run = start(node("a", name), node("b", name, "a"), node("c", name, "b"), input={"say": {"say": "hello"}})
    done = reaches(run, "completed")
    assert stage.calls == {"a": 1, "b": 1, "c": 1}
    assert [event.error for event in completions(run)] == [None, None, None]
    assert done.seq == len(log(run)) - 1
    assert replays(run)


@pytest.mark.usefixtures("engine")
def test_output_flows_along_the_edges() -> None:
    run = start(
        node("a", "stage.note", input={"say": "run.input.word"}),
        node("b", "text.template", "a", input={"template": "'<{{ word }}>'", "word": "value"}),
        input={"word": "x"},
    )
    assert reaches(run, "completed").output_value == "<x>"


@pytest.mark.usefixtures("engine")
def test_parallel_calls_are_in_flight_together() -> None:
    run = start(*[node(f"n{number}", "stage.hold") for number in range(6)])
    until(lambda: len(stage.calls) == 6)
    stage.go.set()
    reaches(run, "completed")


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("name", ["stage.write", "stage.write_async"])
def test_a_write_leaves_its_mark_first(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    run = start(node("a", name))
    assert reaches(run, "completed").output_value == "written"
    assert CallMark.objects.get(run_id=run).fence == 1


@pytest.mark.usefixtures("engine")
def test_a_failed_attempt_is_tried_again_under_the_same_key() -> None:
    stage.failures = 2
    run = start(node("a", "stage.flaky", failure_strategy="retry", max_retries=3))
    assert reaches(run, "completed").output_value == "at last"
    assert stage.calls["a"] == 3
    assert [context.attempt for context in stage.contexts] == [1, 2, 3]
    assert len({context.idempotency_key for context in stage.contexts}) == 1
    assert not RunTimer.objects.exists()
    assert replays(run)


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize(
    ("name", "input", "code"),
    [
        ("stage.exit", {}, "tool_error"),
        ("stage.exit_async", {}, "tool_error"),
        ("stage.nan", {}, "output_invalid"),
        ("time.sleep", {"seconds": -1}, "input_invalid"),
        ("data.select", {"path": "a"}, "input_invalid"),
    ],
)
def test_a_call_that_goes_wrong_is_recorded_and_the_engine_goes_on(name: str, input: Any, code: str) -> None:
    run = start(node("a", name), input=input)
    stalled = reaches(run, "stalled")
    assert stalled.refusal is not None
    assert stalled.refusal["code"] == "tool_failed"
    (event,) = completions(run)
    assert event.error is not None
    assert event.error.code == code
    assert reaches(start(node("b", "stage.note"), node("c", "stage.note_async", "b")), "completed")


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("name", ["stage.hold", "stage.hold_async"])
def test_a_call_that_takes_too_long_times_out(name: str) -> None:
    run = start(node("a", name, timeout_seconds=0.1, failure_strategy="skip"), node("b", "stage.note"))
    reaches(run, "completed")
    error = next(event.error for event in completions(run) if event.call == "a#1")
    assert error is not None
    assert error.code == "timeout"


@pytest.mark.usefixtures("engine")
def test_a_late_result_is_dropped() -> None:
    run = start(node("a", "stage.hold", timeout_seconds=0.1, failure_strategy="skip"))
    reaches(run, "completed")
    seq = Run.objects.get(pk=run).seq
    stage.go.set()
    reaches(start(node("b", "stage.note")), "completed")
    assert Run.objects.get(pk=run).seq == seq


def test_hanging_tools_do_not_use_up_the_threads(boot: Boot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded_backend, "TOOL_THREADS", 2)
    boot()
    hanging = [node(f"h{n}", "stage.hold", timeout_seconds=0.1, failure_strategy="skip") for n in range(5)]
    run = start(*hanging, node("z", "stage.note", *[f"h{n}" for n in range(5)]))
    reaches(run, "completed")
    assert len(completions(run)) == 5


@pytest.mark.usefixtures("engine")
def test_delays_wait_and_go_on() -> None:
    run = start(
        {"id": "a", "kind": "delay", "seconds": 1, "depends_on": []},
        node("b", "stage.note", "a"),
    )
    done = reaches(run, "completed")
    assert done.finished_at is not None
    assert done.started_at is not None
    assert (done.finished_at - done.started_at).total_seconds() >= 1


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize(("name", "code"), [("stage.hold_async", "interrupted"), ("stage.hold", None)])
def test_cancel_stops_async_calls_and_awaits_the_others(name: str, code: str | None) -> None:
    run = start(node("a", name))
    until(lambda: stage.calls["a"])
    submit(run, CancelRequested())
    stage.go.set()
    reaches(run, "canceled")
    (event,) = completions(run)
    assert (event.error.code if event.error else None) == code


@pytest.mark.usefixtures("engine")
def test_pause_lets_calls_finish_and_continue_goes_on() -> None:
    run = start(node("a", "stage.hold"), node("b", "stage.note", "a"))
    until(lambda: stage.calls["a"])
    submit(run, RunPaused())
    stage.go.set()
    until(lambda: completions(run))
    assert stage.calls["b"] == 0
    submit(run, RunContinued())
    reaches(run, "completed")


def test_runs_of_other_processes_are_picked_up(engine: EmbeddedEngine) -> None:
    register_dispatcher(None)  # as in a process without an engine: its commands are dropped
    run = start(node("a", "stage.note"), node("b", "stage.note", "a"))
    register_dispatcher(engine)
    reaches(run, "completed")
    assert stage.calls == {"a": 1, "b": 1}


def test_a_cancel_of_another_process_stops_the_call(engine: EmbeddedEngine) -> None:
    run = start(node("a", "stage.hold_async"))
    until(lambda: stage.calls["a"])
    register_dispatcher(None)
    submit(run, CancelRequested())
    reaches(run, "canceled")
    register_dispatcher(engine)


def test_timers_of_other_processes_fire(engine: EmbeddedEngine) -> None:
    register_dispatcher(None)
    run = start({"id": "a", "kind": "delay", "seconds": 1, "depends_on": []})
    reaches(run, "waiting")
    reaches(run, "completed")
    register_dispatcher(engine)


@pytest.mark.usefixtures("engine")
def test_many_runs_at_once_lose_nothing() -> None:
    chain = [node("a", "stage.note"), node("b", "stage.write", "a"), node("c", "stage.note_async", "b")]
    runs: list[int] = []
    threads = [in_other_thread(lambda: runs.extend([start(*chain) for _ in range(10)])) for _ in range(4)]
    for thread in threads:
        thread.join()
    assert len(runs) == 40
    for run in runs:
        reaches(run, "completed")
        assert replays(run)
    assert stage.calls == {"a": 40, "b": 40, "c": 40}


def test_the_engine_leaves_no_thread_behind(boot: Boot) -> None:
    before = threading.active_count()
    engine = boot()
    reaches(start(node("a", "stage.note"), node("b", "stage.note_async", "a")), "completed")
    engine.stop()
    until(lambda: threading.active_count() <= before)
