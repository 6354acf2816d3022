"""`decide(state)`: what follows from the log. No clock, no random, no registry, no settings.

It answers one step at a time: the events of the next thing to do, or a refusal, or nothing. The
driver folds the events and asks again until it is quiet.
"""

from __future__ import annotations

from dataclasses import dataclass

from orchestration.engine.decide import agent, branch, budget, delay, failing, fold, gate, map, team, tool
from orchestration.engine.decide.kinds import Kind
from orchestration.engine.errors import EngineError, MalformedGraph, RuntimeRefusal, ToolFailed
from orchestration.engine.events import Engine, NodeSkipped, RunCanceled, RunCompleted, RunFailed
from orchestration.engine.outcomes import outcome
from orchestration.engine.state import RunState, TaskState
from orchestration.engine.status import TaskStatus
from orchestration.graph.nodes import ToolNode
from orchestration.graph.validation import structure_problems

KINDS: dict[str, Kind] = {
    "tool": tool.KIND,
    "gate": gate.KIND,
    "branch": branch.KIND,
    "delay": delay.KIND,
    "agent": agent.KIND,
    "map": map.KIND,
    "fold": fold.KIND,
    "team": team.KIND,
}


@dataclass(frozen=True, slots=True)
class Step:
    """`events` to record now. `refusal` is set when the run cannot go on; a permanent one that is
    already safe to record comes as a RunFailed event instead."""

    events: tuple[Engine, ...] = ()
    refusal: EngineError | None = None


QUIET = Step()


def decide(state: RunState) -> Step:
    """The next step of this run. Call again after folding its events."""
    if state.finished is not None or state.seq < 0:
        return QUIET
    refused: EngineError | None = None
    for path in state.attention:
        try:
            return Step(tuple(_attend(state, state.tasks[path])))
        except EngineError as error:
            refused = refused or error
    if state.to_skip:
        path, reason = next(iter(state.to_skip.items()))
        return Step((NodeSkipped(node=path, reason=reason),))
    if state.canceling:
        return QUIET if state.in_flight else Step((RunCanceled(),))
    if refused is not None:
        return _refuse(state, refused)
    if state.failed:
        return QUIET if state.in_flight else Step(refusal=_abort_refusal(state))
    if (over := budget.looked_at(state)) is not None:
        return Step(tuple(over))
    if (state.paused or state.over_budget) and state.unsettled:
        return QUIET
    refusal = refusal_ahead(state)
    if refusal is not None:
        return _refuse(state, refusal)
    return _enter_next(state) or _complete(state)


def _attend(state: RunState, task: TaskState) -> list[Engine]:
    if task.suspension is not None:
        suspension = state.suspensions[task.suspension]
        if suspension.cause in ("ask", "reconcile"):
            return failing.answered(state, task, suspension)
    return KINDS[task.node.kind].attend(state, task)


def refusal_ahead(state: RunState) -> EngineError | None:
    """The first refusal among all ready nodes, in document order."""
    if not state.verified and (detail := _malformed(state)):
        return MalformedGraph(detail=detail)
    found: tuple[tuple[int, ...], EngineError] | None = None
    for path in state.unchecked:
        task = state.tasks[path]
        if task.status is not TaskStatus.READY or task.walk.draining or (found and found[0] < task.order):
            continue
        refusal = KINDS[task.node.kind].refusal(state, task)
        if refusal is not None:
            found = (task.order, refusal)
    return found[1] if found else None


def _malformed(state: RunState) -> str | None:
    """Asked once a graph, before its first node is entered: nobody can have published what this finds."""
    if not state.tasks:
        return "it has no node that can be walked"
    problems = structure_problems(state.topology.document)
    return problems[0].message.rstrip(".") if problems else None


def _refuse(state: RunState, refusal: EngineError) -> Step:
    if state.in_flight:
        return QUIET  # draining: completions in flight are recorded first
    if not refusal.permanent:
        return Step(refusal=refusal)
    return Step((RunFailed(error={"code": refusal.code, "message": refusal.message, **refusal.values}),))


def _abort_refusal(state: RunState) -> EngineError:
    task = state.tasks[next(iter(state.failed))]
    message = task.failure.message if task.failure else "it failed"
    if isinstance(task.node, ToolNode):
        return ToolFailed(node=task.path, message=message)
    name = f"“{task.node.title or task.path}”"
    if task.failure is not None and task.failure.code == "gate_rejected":
        detail = f"{name} was rejected: {message}"
    else:
        detail = f"{name} failed: {message}"
    cause = "divergence" if task.failure is not None and task.failure.code == "divergence" else "node_failed"
    return RuntimeRefusal(cause=cause, node=task.path, detail=detail)


def _enter_next(state: RunState) -> Step | None:
    slots = state.topology.document.defaults.max_parallel - state.in_flight
    for path in state.to_begin if slots > 0 else ():
        if not state.tasks[path].walk.draining:
            found = agent.carry_on(state, state.tasks[path])
            return _refuse(state, found) if isinstance(found, EngineError) else Step((found,))
    task = state.next_ready(slots=slots)
    if task is None:
        return None
    return Step(tuple(KINDS[task.node.kind].enter(state, task)))


def _complete(state: RunState) -> Step:
    if not state.unsettled:
        return Step((RunCompleted(output=outcome(state, state.root)),))
    parked = state.in_flight or state.suspensions or state.timers
    if not parked and not state.counts[TaskStatus.READY]:
        # Cannot happen in a well-formed graph; said aloud rather than left "running" for ever.
        return Step(refusal=RuntimeRefusal(cause="store", node=None, detail="No node of this run can go on."))
    return QUIET
