"""Predicates: an output that is being judged blocks what depends on it."""

from __future__ import annotations

from orchestration.engine import events as e
from orchestration.engine.fold import holding
from orchestration.engine.fold.handlers import count_calls, on, task_at
from orchestration.engine.ports import Judge
from orchestration.engine.state import MalformedLog, RunState, TaskState
from orchestration.engine.status import TaskStatus
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
    task.predicate_outcome = {
        "passed": event.passed,
        "confidence": event.confidence,
        "reason": event.reason,
    }
    state.touched.add(task.path)
    count_calls(task.walk, -1)
    if event.passed:
        holding.completed(state, task, envelope.at)
        return
    state.attention[task.path] = None
    holding.noticed(state, task.walk)
