"""Laws of any run: it always goes on or says why, a restart changes nothing, and its log replays."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from orchestration.engine.events import (
    CallResolved,
    Failure,
    NodeRetryRequested,
    NodeSkipRequested,
)
from orchestration.engine.state import TaskState
from orchestration.engine.status import RunStatus, TaskStatus
from tests.engine import agents_at_random
from tests.engine.harness import (
    ANN,
    Harness,
    agent,
    branch,
    decided,
    delay,
    folded,
    gate,
    graph,
    mapped,
    team,
    tool,
)

STRATEGIES = ["abort", "retry", "skip", "ask"]


@st.composite
def levels(draw: st.DrawFn, prefix: str = "n", depth: int = 2, most: int = 7) -> list[dict[str, Any]]:
    """Sibling nodes without a cycle; labelled edges where the source is a branch; deeper ones inside."""
    nodes: list[dict[str, Any]] = []
    bodies: list[dict[str, Any]] = []
    for number in range(draw(st.integers(1, most))):
        id = f"{prefix}{number}"
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
        holding = ["team", "map", "fold"] if depth else []
        kind = draw(st.sampled_from(["tool", "tool", "tool", "agent", "gate", "branch", "delay", *holding]))
        nodes.append(draw(made(kind, id, depends_on, depth, bodies)))
    return nodes + bodies


@st.composite
def made(
    draw: st.DrawFn, kind: str, id: str, depends_on: list[Any], depth: int, bodies: list[dict[str, Any]]
) -> dict[str, Any]:
    strategy = draw(st.sampled_from(STRATEGIES))
    if kind == "tool":
        mode = draw(st.sampled_from(["parallel", "sequential"]))
        name = draw(st.sampled_from(["look", "file", "pay"]))
        node = tool(id, *depends_on, tool=name, failure_strategy=strategy, execution_mode=mode)
        if draw(st.booleans()):
            node["verify_predicate"] = {"kind": "expression", "value": "value.amount > 0.0"}
        return node
    if kind == "agent":
        fields: dict[str, Any] = draw(
            st.sampled_from([{}, {"agent_hint": "payer"}, {"role": "treasurer"}, {"tool_allowlist": []}])
        )
        if draw(st.booleans()):
            fields = fields | {"verify_predicate": {"kind": "natural", "value": "Is it good?"}}
        mode = draw(st.sampled_from(["parallel", "sequential"]))
        return agent(id, *depends_on, failure_strategy=strategy, execution_mode=mode, **fields)
    if kind == "gate":
        reject = draw(st.sampled_from(["fail", "continue"]))
        return gate(id, *depends_on, on_reject=reject, failure_strategy=strategy)
    if kind == "branch":
        if draw(st.booleans()):
            return decided(id, *depends_on, cases=("yes", "rest"), failure_strategy=strategy)
        return branch(id, *depends_on, yes=draw(st.sampled_from(["true", "false", "value.no"])), rest="true")
    if kind == "delay":
        return delay(id, *depends_on)
    if kind == "team":
        inner = draw(levels(f"{id}-", depth - 1, 3))
        return team(id, *depends_on, nodes=inner, failure_strategy=strategy)
    if draw(st.booleans()):
        bodies.append(tool(f"{id}-body", failure_strategy=draw(st.sampled_from(STRATEGIES))))
        body: dict[str, Any] = {"node": f"{id}-body"}
    else:
        body = {"graph": {"nodes": draw(levels(f"{id}-", depth - 1, 3))}}
    if kind == "map":
        return mapped(
            id,
            *depends_on,
            over=draw(st.sampled_from(["[1, 2, 3]", "[]", "[value]"])),
            body=body,
            concurrency=draw(st.integers(1, 3)),
            on_item_error=draw(st.sampled_from(["fail", "skip"])),
            failure_strategy=strategy,
        )
    return folded(
        id,
        *depends_on,
        body=body,
        max_iterations=draw(st.integers(1, 3)),
        stop_when=draw(st.sampled_from(["true", "false", "value.no", "index == 1"])),
        join=draw(st.sampled_from(["last", "all", {"best_by": "index"}])),
        failure_strategy=strategy,
    )


@st.composite
def documents(draw: st.DrawFn) -> dict[str, Any]:
    defaults = {"max_parallel": draw(st.integers(1, 3)), "max_retries": 1}
    budget = draw(st.sampled_from([None, None, {"tokens": 40}]))
    return graph(*draw(levels()), defaults=defaults, **({"budget": budget} if budget else {}))


def step(run: Harness, draw: st.DataObject) -> bool:
    """One thing that the world may do next; False when there is nothing it could."""
    state = run.state
    actions = [("complete", call) for call in run.calls] + [("fail", call) for call in run.calls]
    actions += [("judge", node) for node in state.judging]
    actions += agents_at_random.actions(run)
    actions += [("lose", call) for call in run.calls]
    actions += [("answer", s.node or "") for s in state.suspensions.values() if s.cause in ("gate", "ask")]
    actions += [("reject", s.node or "") for s in state.suspensions.values() if s.cause == "gate"]
    actions += [("resolve", call) for call in state.reconciling]
    actions += [("fire", "")] if state.timers else []
    if state.paused:
        actions.append(("go_on", ""))
    elif run.status == "stalled":
        actions.append(("retry", ""))
    for path, task in state.tasks.items():
        if task.status is TaskStatus.FAILED or task.skipped_itself:
            actions.append(("ask_retry", path))
    if not actions:
        return False
    actions += [("ask_skip", path) for path in state.tasks if not state.canceling]
    extra = [("restart", "")] + ([] if state.paused or state.canceling else [("pause", "")])
    name, what = draw.draw(st.sampled_from(actions + extra))
    perform(run, name, what, draw)
    return True


def perform(run: Harness, name: str, what: str, draw: st.DataObject) -> None:
    if name == "complete":
        run.complete(what, {"amount": draw.draw(st.integers(0, 1))})
    elif name == "fail":
        run.fail(what, before_effect=draw.draw(st.booleans()))
    elif name == "lose":
        run.fail(what, code="unknown_outcome")
    elif name == "answer":
        action = draw.draw(st.sampled_from(["retry", "skip", "abort", "supply"]))
        run.answer(what, input={"action": action, "output": 1})
    elif name == "ask_retry":
        run.one(NodeRetryRequested(node=what), ANN)
    elif name == "ask_skip":
        run.one(NodeSkipRequested(node=what), ANN)
    elif name == "judge":
        if run.state.judging[what].asked is None:
            run.judge(what)
        else:
            agents_at_random.judge(run, what, draw)
    elif name in ("model", "agent", "choose", "extend"):
        agents_at_random.perform(run, name, what, draw)
    elif name == "reject":
        run.answer(what, "reject", reason="no")
    elif name == "resolve":
        run.accept(CallResolved(call=what, happened=draw.draw(st.booleans()), output=1))
    else:
        getattr(run, name)()


def told(run: Harness) -> dict[str, Any]:
    """All that a node's state says, walks by their beginnings."""
    return {
        path: {
            name: getattr(task, name)
            for name in TaskState.__slots__
            if name not in ("walk", "held", "ticket")
        }
        | {"walk": (task.walk.prefix, task.walk.unsettled, task.walk.calls, list(task.walk.failed))}
        | {"held": task.held and (task.held.outputs, list(task.held.lost), task.held.active)}
        for path, task in run.state.tasks.items()
    }


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(documents(), st.data())
def test_a_run_is_never_stuck_and_its_log_tells_all(document: dict[str, Any], data: st.DataObject) -> None:
    run = Harness(document).start({"amount": 1})
    for _ in range(80):
        state = run.state
        if run.status in ("completed", "failed", "canceled"):
            break
        assert state.in_flight <= document["defaults"]["max_parallel"]
        assert sum(state.counts.values()) == len(state.tasks)
        assert state.root.calls == state.in_flight <= document["defaults"]["max_parallel"]
        assert step(run, data), f"{run.status} with nothing to do: {run.statuses()}"
    assert run.replay() is None
    before = told(run)
    counts, status = dict(run.state.counts), run.status
    run.restart()
    assert told(run) == before
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
    for node in list(run.state.judging):
        run.judge(node, passed=False)
    for node in list(run.state.working):
        run.break_off(node, "interrupted")
    for choice in list(run.state.choosing.values()):
        run.reply(choice.call, None, error=Failure(code="interrupted", message="Stopped."))
    assert run.status == "canceled"
    assert run.log.timers == {}
    assert all(outcome != "open" for _, outcome in run.log.approvals.values())
    assert run.replay() is None
