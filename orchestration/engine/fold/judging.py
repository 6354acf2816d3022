"""Predicates: an output that is being judged blocks what depends on it."""

from __future__ import annotations

from orchestration.engine import events as e
from orchestration.engine.fold import holding
from orchestration.engine.fold.handlers import count_calls, on, task_at
from orchestration.engine.ports import Judge
from orchestration.engine.state import MalformedLog, RunState, TaskState
from orchestration.engine.status import TaskStatus
from orchestration.engine.talks import asked_of, seconds_for
from orchestration.graph.nodes import AgentNode, ToolNode


def judge(state: RunState, task: TaskState) -> bool:
    """Have the output judged, where the node says so. False when there is nothing to judge."""
    node = task.node
    if not isinstance(node, AgentNode | ToolNode) or node.verify_predicate is None or task.by_hand:
        return False
    asked = Judge(
        node=task.path,
        predicate=node.verify_predicate,
        output=task.output,
        input=state.input,
        labels=state.labels,
        index=task.walk.within,
        call=f"{task.path}#{task.attempt}.judge",
        asked=asked_of(state, task) if node.verify_predicate.kind == "natural" else None,
        task=node.description or node.title or "",
        timeout_seconds=seconds_for(state, node),
    )
    task.predicate_outcome = None
    state.judging[task.path] = asked
    state.outbox.commands.append(asked)
    state.attention.pop(task.path, None)
    state.touched.add(task.path)
    count_calls(task.walk, 1)
    return True


@on(e.PredicateEvaluated)
def _predicate_evaluated(state: RunState, event: e.PredicateEvaluated, envelope: e.Envelope) -> None:
    if state.judging.pop(event.node, None) is None:
        raise MalformedLog(f"nothing of {event.node} is being judged")
    task = task_at(state, event.node, TaskStatus.RUNNING)
    for call in [call for call, request in state.asking.items() if request.node == task.path]:
        del state.asking[call]
    if event.error is not None:
        # Nothing was judged: the attempt failed, and its output counts for nothing.
        task.output, task.completion = None, e.AgentCompleted(call="", error=event.error)
    task.predicate_outcome = (
        None
        if event.error
        else {
            "passed": event.passed,
            "confidence": event.confidence,
            "reason": event.reason,
        }
    )
    state.touched.add(task.path)
    count_calls(task.walk, -1)
    if event.passed and event.error is None:
        holding.completed(state, task, envelope.at)
        return
    state.attention[task.path] = None
    holding.noticed(state, task.walk)
