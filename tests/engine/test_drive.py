"""The driver: one transaction a step, two writers told apart, nothing sent before it is safe."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from orchestration.engine.admission import Admitted, Submission
from orchestration.engine.drive import Driver
from orchestration.engine.events import DecisionRecorded, Envelope, RunPaused, ToolCallCompleted
from orchestration.engine.ports import Projection, UnknownRun
from tests.engine.conftest import Runner
from tests.engine.harness import ANN, BOB, gate, graph, tool


def test_two_drivers_of_one_run_agree(run: Runner) -> None:
    r = run(graph(gate("g"), tool("a", "g")))
    other = Driver(r.log, r.clock, r.dispatcher, r.notifier)
    other.state(r.run)
    assert isinstance(r.answer("g", input={"amount": 1}), Admitted)
    (outcome,) = other.submit(
        r.run, [Submission(DecisionRecorded(suspension="s1", outcome="approve", input={}), BOB)]
    )
    assert not isinstance(outcome, Admitted)
    assert len(r.of("DecisionRecorded")) == 1


def test_the_loser_of_a_race_reloads_and_decides_again(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    r = run(graph(tool("a"), tool("b"), tool("c", "a", "b")))
    other = Driver(r.log, r.clock, r.dispatcher, r.notifier)
    append = r.log.append
    interfered: list[bool] = []

    def raced(run: int, envelopes: Sequence[Envelope], projection: Projection) -> None:
        if not interfered:
            interfered.append(True)
            other.submit(run, [Submission(ToolCallCompleted(call="b#1", output=2))])
        append(run, envelopes, projection)

    monkeypatch.setattr(r.log, "append", raced)
    monkeypatch.setattr(r.log, "transaction", _no_rollback)
    r.complete("a", 1)
    assert r.made("c")[0].input == {"a": 1, "b": 2}


def test_a_failed_append_keeps_nothing_and_sends_nothing(
    run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    r = run(graph(tool("a"), tool("b", "a")))
    sent = len(r.dispatcher.commands)

    def broken(*_: object) -> None:
        raise OSError("disk full")

    with monkeypatch.context() as patch:
        patch.setattr(r.log, "append", broken)
        with pytest.raises(OSError, match="disk full"):
            r.complete("a", 1)
    assert len(r.dispatcher.commands) == sent
    r.complete("a", 1)
    assert r.calls == ["b"]


def test_a_guard_runs_before_anything_is_recorded_and_its_error_is_the_outcome(run: Runner) -> None:
    r = run(graph(tool("a")))

    def guard() -> None:
        raise PermissionError("not you")

    before = len(r.kinds)
    (outcome,) = r.driver.submit(r.run, [Submission(RunPaused(), ANN, guard)])
    assert isinstance(outcome, PermissionError)
    assert len(r.kinds) == before


def test_waiting_completions_share_one_append(run: Runner) -> None:
    r = run(graph(tool("a"), tool("b"), tool("c", "a", "b")))
    hints = len(r.notifier.hints)
    r.submit(ToolCallCompleted(call="a#1", output=1), ToolCallCompleted(call="b#1", output=2))
    assert len(r.notifier.hints) == hints + 1
    assert r.calls == ["c"]


def test_engine_events_inherit_the_time_and_only_people_sign(run: Runner) -> None:
    r = run(graph(gate("g"), tool("a", "g")))
    r.clock.advance(5)
    r.answer("g", input={}, actor=BOB)
    for envelope in r.log.events[r.run][3:]:
        assert envelope.at == r.clock.at
        assert envelope.actor == (BOB if envelope.kind == "DecisionRecorded" else None)


def test_a_run_that_does_not_exist_is_said(run: Runner) -> None:
    r = run(graph(tool("a")))
    with pytest.raises(UnknownRun):
        r.driver.state(99)


class _no_rollback:  # noqa: N801 - stands in for a context manager function
    """The memory log rolls the other driver's append back with ours; a database would not."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        return None
