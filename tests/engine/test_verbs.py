"""Pause, continue, cancel: dispatch stops, what comes in is still recorded, nothing is lost."""

from __future__ import annotations

from orchestration.engine.admission import NotAdmitted
from orchestration.engine.events import RunContinued, RunPaused, ToolCallCompleted
from orchestration.engine.ports import StopCall
from tests.engine.conftest import Runner
from tests.engine.harness import ANN, delay, gate, graph, tool


def test_a_pause_stops_dispatch_and_keeps_completions(run: Runner) -> None:
    r = run(graph(tool("a"), tool("b"), tool("c", "a", "b")))
    r.pause()
    r.complete("a", 1)
    r.complete("b", 2)
    assert (r.status, r.calls) == ("paused", [])
    r.go_on()
    assert r.made("c")[0].input == {"a": 1, "b": 2}


def test_decisions_and_timers_count_while_paused(run: Runner) -> None:
    r = run(graph(gate("g"), delay("d"), tool("a", "g", "d")))
    r.pause()
    r.answer("g", input={"amount": 1})
    r.fire()
    assert r.calls == []
    r.go_on()
    assert r.calls == ["a"]


def test_a_paused_run_whose_last_call_ends_is_completed(run: Runner) -> None:
    r = run(graph(tool("a")))
    r.pause()
    r.complete("a", 1)
    assert r.status == "completed"


def test_a_pause_survives_a_restart(run: Runner) -> None:
    r = run(graph(tool("a"), tool("b", "a")))
    r.pause()
    r.restart()
    r.complete("a")
    assert (r.status, r.calls) == ("paused", [])


def test_pausing_twice_or_continuing_a_running_run_is_refused(run: Runner) -> None:
    r = run(graph(tool("a")))
    assert isinstance(r.one(RunContinued(), ANN), NotAdmitted)
    r.pause()
    outcome = r.one(RunPaused(), ANN)
    assert isinstance(outcome, NotAdmitted) and outcome.code == "already_paused"


def test_cancel_stops_calls_waits_for_them_and_closes_what_is_parked(run: Runner) -> None:
    r = run(graph(tool("a"), gate("g"), tool("b", "a")))
    r.cancel()
    assert (r.run, StopCall("a#1")) in r.dispatcher.commands
    assert r.status == "running"
    r.complete("a", 1)
    assert r.status == "canceled"
    assert r.log.approvals[r.run, "s1"][1] == "closed"
    assert r.kinds[-1] == "RunCanceled"
    assert set(r.log.summaries[r.run].counts) == {"completed", "canceled"}


def test_cancel_of_a_parked_run_is_immediate(run: Runner) -> None:
    r = run(graph(gate("g", deadline_seconds=9)))
    r.cancel()
    assert r.status == "canceled"
    assert r.log.timers == {}


def test_a_completion_after_the_end_changes_nothing(run: Runner) -> None:
    r = run(graph(tool("a"), gate("g")))
    r.cancel()
    r.complete("a")
    before = len(r.kinds)
    outcome = r.one(ToolCallCompleted(call="a#1"))
    assert isinstance(outcome, NotAdmitted) and outcome.code == "run_finished"
    assert len(r.kinds) == before


def test_a_failed_call_while_canceling_does_not_start_another(run: Runner) -> None:
    r = run(graph(tool("a", failure_strategy="retry")))
    r.cancel()
    r.fail("a")
    assert r.status == "canceled"


def test_a_stalled_run_can_be_canceled(run: Runner) -> None:
    r = run(graph(tool("a"), tool("b", "a")))
    r.fail("a")
    r.cancel()
    assert r.status == "canceled"
