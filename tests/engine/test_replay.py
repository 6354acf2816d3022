"""Replay: a clean log comes out as recorded; a changed log or a wrong `decide` is caught at its place."""

from __future__ import annotations

from dataclasses import replace

import pytest

from orchestration.engine.decide import Step, decide
from orchestration.engine.events import NodeExited, NodeRetried, ToolCallRequested
from orchestration.engine.fold import fold
from orchestration.engine.replay import OtherEngine, replay
from orchestration.engine.state import MalformedLog, RunState
from orchestration.graph.topology import Topology
from tests.engine.conftest import Runner
from tests.engine.harness import Harness, branch, gate, graph, tool


@pytest.fixture
def recorded(run: Runner) -> Harness:
    r = run(
        graph(
            tool("a", failure_strategy="retry"),
            branch("b", "a", big="value.n > 2.0", small="true"),
            gate("g", {"node": "b", "case": "big"}),
            tool("c", "g", tool="pay"),
            tool("d", {"node": "b", "case": "small"}),
        )
    )
    r.fail("a")
    r.fire()
    r.complete("a", {"n": 3})
    r.answer("g", input={"amount": 1})
    r.complete("c", "paid")
    assert r.status == "completed"
    return r


def test_a_recorded_run_replays_clean(recorded: Harness) -> None:
    assert recorded.replay() is None


def test_a_changed_output_in_the_log_is_found_where_it_stands(recorded: Harness) -> None:
    log = recorded.log.read(recorded.run)
    position = next(i for i, envelope in enumerate(log) if envelope.kind == "NodeExited")
    changed = log[position].model_copy(update={"payload": NodeExited(node="a", output={"n": 3.0})})
    divergence = replay(recorded.log.document, [*log[:position], changed, *log[position + 1 :]])
    assert divergence is not None
    assert divergence.position == position
    assert divergence.recorded != divergence.derived


def test_a_missing_engine_event_is_found(recorded: Harness) -> None:
    log = recorded.log.read(recorded.run)
    position = next(i for i, envelope in enumerate(log) if envelope.kind == "BranchTaken")
    cut = [
        envelope.model_copy(update={"seq": seq})
        for seq, envelope in enumerate([*log[:position], *log[position + 1 :]])
    ]
    divergence = replay(recorded.log.document, cut)
    assert divergence is not None and divergence.position == position


def test_a_log_cut_short_is_found(recorded: Harness) -> None:
    log = recorded.log.read(recorded.run)
    divergence = replay(recorded.log.document, log[:-1])
    assert divergence is not None
    assert (divergence.position, divergence.recorded) == (len(log) - 1, None)


def _never_retries(state: RunState) -> Step:
    return Step(tuple(event for event in decide(state).events if not isinstance(event, NodeRetried)))


def _other_key(state: RunState) -> Step:
    step = decide(state)
    return replace(
        step,
        events=tuple(
            event.model_copy(update={"idempotency_key": "x"})
            if isinstance(event, ToolCallRequested)
            else event
            for event in step.events
        ),
    )


@pytest.mark.parametrize("wrong", [_never_retries, _other_key])
def test_a_wrong_decide_is_caught(recorded: Harness, wrong: object) -> None:
    assert replay(recorded.log.document, recorded.log.read(recorded.run), decide=wrong) is not None  # type: ignore[arg-type]  # parametrised


def test_another_engine_version_is_reported_as_such(recorded: Harness) -> None:
    first, *rest = recorded.log.read(recorded.run)
    older = first.model_copy(update={"payload": first.payload.model_copy(update={"engine": "0"})})
    with pytest.raises(OtherEngine):
        replay(recorded.log.document, [older, *rest])


def test_an_impossible_event_is_a_malformed_log(recorded: Harness) -> None:
    first, _, third, *_ = recorded.log.read(recorded.run)
    state = RunState(Topology(recorded.log.document(recorded.hash)))
    fold(state, first)
    with pytest.raises(MalformedLog, match="follows"):
        fold(state, third)
    with pytest.raises(MalformedLog, match="expected"):
        fold(state, third.model_copy(update={"seq": 1}))
