"""Kill -9 of a real engine process, and what the next one makes of it."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from examples.models import LedgerEntry
from orchestration.backends.embedded import EmbeddedEngine
from orchestration.backends.ownership import EngineBusy
from orchestration.engine.events import CallResolved
from orchestration.models import Approval, Run
from tests.orchestration import killing
from tests.orchestration.embedded import log, node, reaches, replays, start, submit, until

__all__ = ["killing"]  # registers the tools here too, so that their effects are recorded

Process = subprocess.Popen[str]

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        connection.vendor != "sqlite", reason="the other process opens the database by its file"
    ),
]


@pytest.fixture
def spawn() -> Iterator[Callable[[], Process]]:
    """Start an engine process on the test database; what is left is killed at the end."""
    processes: list[Process] = []

    def start_one() -> Process:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.orchestration.engine_process"],
            cwd=settings.BASE_DIR,
            env={
                **os.environ,
                "DATABASE_URL": f"sqlite:///{connection.settings_dict['NAME']}",
                "TRACKSIDE_TOOL_MODULES": "tests.orchestration.killing",
            },
            stdout=subprocess.PIPE,
            text=True,
        )
        processes.append(process)
        return process

    yield start_one
    for process in processes:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def says(process: Process) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def kill(process: Process) -> None:
    process.send_signal(signal.SIGKILL)
    process.wait()


def begun(node: str) -> int:
    return LedgerEntry.objects.filter(kind="begun", node=node).count()


def go() -> None:
    LedgerEntry.objects.create(kind="go", key="", run=0, node="", payload={})


def test_a_read_that_was_cut_off_is_made_again(spawn: Callable[[], Process]) -> None:
    run = start(node("a", "killing.read"), node("b", "killing.quick_write", "a"))
    first = spawn()
    until(lambda: begun("a") == 1)
    kill(first)
    spawn()
    until(lambda: begun("a") == 2)
    go()
    reaches(run, "completed")
    keys = LedgerEntry.objects.filter(kind="begun").values_list("key", flat=True)
    assert len(set(keys)) == 1
    assert LedgerEntry.objects.filter(kind="written").count() == 1
    assert replays(run)


@pytest.mark.parametrize("happened", [True, False])
def test_a_write_that_was_cut_off_waits_for_a_person(spawn: Callable[[], Process], happened: bool) -> None:
    run = start(node("a", "killing.write"), node("b", "killing.quick_write", "a"))
    first = spawn()
    until(lambda: begun("a") == 1)
    kill(first)
    second = spawn()
    reaches(run, "waiting")
    approval = Approval.objects.get(run_id=run)
    assert (approval.cause, approval.node, approval.status) == ("reconcile", "a", "open")
    assert begun("a") == 1
    go()
    submit(run, CallResolved(call="a#1", happened=happened, output=7))
    reaches(run, "completed")
    assert Counter(LedgerEntry.objects.filter(kind="written").values_list("node", flat=True)) == (
        {"b": 1} if happened else {"a": 1, "b": 1}
    )
    assert replays(run)
    second.send_signal(signal.SIGTERM)
    assert second.wait(10) == 0


def test_a_second_engine_says_that_it_does_not_start(spawn: Callable[[], Process]) -> None:
    first = spawn()
    assert says(first) == "up"
    second = spawn()
    assert says(second) == "busy"
    assert second.wait(10) == 3
    with pytest.raises(EngineBusy, match=f"process {first.pid}"):
        EmbeddedEngine().start()


WRITES = {"index_words", "file_copies", "record_statistics", "publish_report"}


def test_kills_at_random_points_lose_nothing_and_write_nothing_twice(spawn: Callable[[], Process]) -> None:
    """The document pipeline, killed again and again; the ledger must hold each effect once.

    A write that was cut off is answered by what the ledger shows, as a person would.
    """
    graph = json.loads(Path(settings.BASE_DIR, "examples/graphs/document-pipeline.json").read_text())
    graph["nodes"] = [item if item["kind"] != "delay" else {**item, "seconds": 1} for item in graph["nodes"]]
    text = "On 12 March 2024 the harbour opened. " * 20
    runs = [start(*graph["nodes"], input={"text": text, "pace": 0.1, "title": "Harbour"}) for _ in range(3)]
    dice = random.Random(7)  # noqa: S311  # moments, not secrets
    for _ in range(6):
        process = spawn()
        assert says(process) == "up"
        time.sleep(dice.uniform(0.05, 0.9))
        kill(process)
    spawn()

    def all_done() -> bool:
        for approval in Approval.objects.filter(status="open"):
            call = f"{approval.node}#{_attempt(approval)}"
            entry = LedgerEntry.objects.filter(run=approval.run_id, node=approval.node).first()
            if entry is None:
                submit(approval.run_id, CallResolved(call=call, happened=False))
            else:
                submit(approval.run_id, CallResolved(call=call, happened=True, output=_output_of(entry)))
        return not Run.objects.exclude(status="completed").exists()

    until(all_done)
    for run in runs:
        assert Counter(LedgerEntry.objects.filter(run=run).values_list("node", flat=True)) == dict.fromkeys(
            WRITES, 1
        )
        assert [item.seq for item in log(run)] == list(range(len(log(run))))
        assert replays(run)


def _attempt(approval: Approval) -> int:
    requested = [item.payload for item in log(approval.run_id) if item.kind == "ToolCallRequested"]
    calls = [getattr(event, "call", "") for event in requested]
    return max(int(call.split("#")[1]) for call in calls if call.startswith(f"{approval.node}#"))


def _output_of(entry: LedgerEntry) -> object:
    """What the tool would have given back, made from what it wrote."""
    payload, number = entry.payload, entry.pk
    language = {"language": "English", "share": 0.5}
    counts = {"words": 0, "distinct_words": 0, "sentences": 0, "characters": 0, "most_frequent": []}
    return {
        "index_words": {"terms": payload.get("terms"), "longest_entry": "harbour", "ledger_entry": number},
        "file_copies": {"pages": 1, "words": 1, "checksum": payload.get("checksum"), "ledger_entry": number},
        "record_statistics": {"counts": counts, "dates": [], "language": language, "ledger_entry": number},
        "publish_report": {"title": "Harbour", "text": "", "ledger_entry": number},
    }[entry.node]
