"""Gates: the run parks until people, or a deadline, decide."""

from __future__ import annotations

from datetime import timedelta

from orchestration.engine.decide.failing import failed, next_suspension
from orchestration.engine.decide.kinds import Kind
from orchestration.engine.decide.routing import InputInvalid, node_input
from orchestration.engine.events import (
    Engine,
    Failure,
    NodeEntered,
    NodeExited,
    Resumed,
    Suspended,
)
from orchestration.engine.state import RunState, TaskState
from orchestration.graph.nodes import GateNode


def _gate(task: TaskState) -> GateNode:
    assert isinstance(task.node, GateNode)
    return task.node


def enter(state: RunState, task: TaskState) -> list[Engine]:
    node, attempt = _gate(task), task.attempt + 1
    try:
        value = node_input(state, task)
    except InputInvalid as error:
        failure = Failure(code="input_invalid", message=str(error), before_effect=True)
        return [
            NodeEntered(node=task.path, attempt=attempt),
            *failed(state, task, failure, attempt=attempt),
        ]
    assert state.at is not None
    due = None if node.deadline_seconds is None else state.at + timedelta(seconds=node.deadline_seconds)
    return [
        NodeEntered(node=task.path, attempt=attempt, input=value),
        Suspended(
            suspension=next_suspension(state),
            node=task.path,
            cause="gate",
            approval_schema=node.approval_schema,
            prompt=node.prompt or "",
            due=due,
        ),
    ]


def attend(state: RunState, task: TaskState) -> list[Engine]:
    assert task.suspension is not None
    verdict = state.suspensions[task.suspension].verdict
    assert verdict is not None
    resumed = Resumed(suspension=task.suspension, input=verdict.input)
    if verdict.outcome == "approved":
        return [resumed, NodeExited(node=task.path, output=verdict.input)]
    if _gate(task).on_reject == "continue":
        output = {"outcome": "rejected", "reason": verdict.reason}
        return [resumed, NodeExited(node=task.path, output=output)]
    reason = verdict.reason or "No reason was given."
    failure = Failure(code="gate_rejected", message=reason, before_effect=True)
    return [resumed, *failed(state, task, failure)]


KIND = Kind(enter=enter, attend=attend)
