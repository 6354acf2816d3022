"""Laws of any run: it always goes on or says why, a restart changes nothing, and its log replays."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from orchestration.engine.status import RunStatus
from tests.engine.harness import Harness, branch, delay, gate, graph, tool

STRATEGIES = ["abort", "retry", "skip", "ask"]


@st.composite
def documents(draw: st.DrawFn) -> dict[str, Any]:
    """Acyclic graphs of the driven kinds; labelled edges where the source is a branch."""
    nodes: list[dict[str, Any]] = []
    for number in range(draw(st.integers(1, 9))):
        id = f"n{number}"
        depends_on: list[Any] = []
        for source in draw(
            st.lists(st.sampled_from(nodes), max_size=3, unique_by=lambda node: node["id"])
            if nodes
            else st.just([])
        ):
            if source["kind"] == "branch":
                case = draw(st.sampled_from([case["name"] for case in source["cases"]]))
                depends_on.append({"node": source["id"], "case": case})
            else:
                depends_on.append(source["id"])
        kind = draw(st.sampled_from(["tool", "tool", "tool", "gate", "branch", "delay"]))
        if kind == "tool":
            node = tool(id, *depends_on, tool=draw(st.sampled_from(["look", "file", "pay"])))
            node["failure_strategy"] = draw(st.sampled_from(STRATEGIES))
            node["execution_mode"] = draw(st.sampled_from(["parallel", "sequential"]))
        elif kind == "gate":
            node = gate(id, *depends_on, on_reject=draw(st.sampled_from(["fail", "continue"])))
            node["failure_strategy"] = draw(st.sampled_from(STRATEGIES))
        elif kind == "branch":
            node = branch(
                id, *depends_on, yes=draw(st.sampled_from(["true", "false", "value.no"])), rest="true"
            )
        else:
            node = delay(id, *depends_on)
        nodes.append(node)
    return graph(*nodes, defaults={"max_parallel": draw(st.integers(1, 3)), "max_retries": 1})


def step(run: Harness, draw: st.DataObject) -> bool:
    """One thing that the world may do next; False when there is nothing it could."""
    state = run.state
    actions = [("complete", call) for call in run.calls] + [("fail", call) for call in run.calls]
    actions += [("lose", call) for call in run.calls]
    actions += [("answer", s.node or "") for s in state.suspensions.values() if s.cause in ("gate", "ask")]
    actions += [("reject", s.node or "") for s in state.suspensions.values() if s.cause == "gate"]
    actions += [("resolve", call) for call in state.reconciling]
    actions += [("fire", "")] if state.timers else []
    if state.paused:
        actions.append(("go_on", ""))
    elif run.status == "stalled":
        actions.append(("retry", ""))
    if not actions:
        return False
    extra = [("restart", "")] + ([] if state.paused or state.canceling else [("pause", "")])
    name, what = draw.draw(st.sampled_from(actions + extra))
    perform(run, name, what, draw)
    return True


def perform(run: Harness, name: str, what: str, draw: st.DataObject) -> None:
    from orchestration.engine.events import CallResolved

    if name == "complete":
        run.complete(what, {"amount": 1})
    elif name == "fail":
        run.fail(what, before_effect=draw.draw(st.booleans()))
    elif name == "lose":
        run.fail(what, code="unknown_outcome")
    elif name == "answer":
        action = draw.draw(st.sampled_from(["retry", "skip", "abort", "supply"]))
        run.answer(what, input={"action": action, "output": 1})
    elif name == "reject":
        run.answer(what, "reject", reason="no")
    elif name == "resolve":
        run.accept(CallResolved(call=what, happened=draw.draw(st.booleans()), output=1))
    else:
        getattr(run, name)()


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(documents(), st.data())
def test_a_run_is_never_stuck_and_its_log_tells_all(document: dict[str, Any], data: st.DataObject) -> None:
    run = Harness(document).start({"amount": 1})
    for _ in range(60):
        state = run.state
        if run.status in ("completed", "failed", "canceled"):
            break
        assert len(run.calls) <= document["defaults"]["max_parallel"]
        assert sum(state.counts.values()) == len(document["nodes"])
        assert step(run, data), f"{run.status} with nothing to do: {run.statuses()}"
    assert run.replay() is None
    before = {path: repr(task) for path, task in run.state.tasks.items()}
    counts, status = dict(run.state.counts), run.status
    run.restart()
    assert {path: repr(task) for path, task in run.state.tasks.items()} == before
    assert run.state.counts == counts
    assert run.state.status(stalled=status == RunStatus.STALLED) == status


@settings(max_examples=60, deadline=None)
@given(documents(), st.data())
def test_a_canceled_run_ends_and_leaves_nothing_open(document: dict[str, Any], data: st.DataObject) -> None:
    run = Harness(document).start({"amount": 1})
    for _ in range(data.draw(st.integers(0, 8))):
        if run.status in ("completed", "failed") or not step(run, data):
            break
    if run.status in ("completed", "failed"):
        return
    run.cancel()
    for call in run.calls:
        run.complete(call, 1)
    assert run.status == "canceled"
    assert run.log.timers == {}
    assert all(outcome != "open" for _, outcome in run.log.approvals.values())
    assert run.replay() is None
