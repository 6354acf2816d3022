"""Agent nodes: assigned, worked on call by call, left with an answer that is whole and fits."""

from __future__ import annotations

from orchestration.engine.decide.assigning import assigned
from orchestration.engine.decide.failing import failed, in_doubt, next_suspension, unconvincing
from orchestration.engine.decide.kinds import Kind
from orchestration.engine.decide.routing import InputInvalid, node_input
from orchestration.engine.errors import EngineError
from orchestration.engine.events import (
    AgentAssigned,
    Engine,
    Failure,
    NodeEntered,
    NodeExited,
    NodeRetried,
    Resumed,
    Suspended,
)
from orchestration.engine.shortcomings import shortcoming
from orchestration.engine.state import RunState, TaskState
from orchestration.graph.nodes import AgentNode
from orchestration.graph.schemas import misfits


def refusal(state: RunState, task: TaskState) -> EngineError | None:
    found = assigned(state, task)
    return found if isinstance(found, EngineError) else None


def enter(state: RunState, task: TaskState) -> list[Engine]:
    node, attempt = _agent(task), task.attempt + 1
    try:
        value = node_input(state, task)
    except InputInvalid as error:
        return [NodeEntered(node=task.path, attempt=attempt), *_invalid(state, task, attempt, str(error))]
    entered = NodeEntered(node=task.path, attempt=attempt, input=value)
    found = misfits(node.input_schema, value)
    if found:
        message = f"Its input is wrong at {found[0].path}: {found[0].message}"
        return [entered, *_invalid(state, task, attempt, message)]
    assignment = assigned(state, task)
    assert isinstance(assignment, AgentAssigned)
    role = state.bindings.roles.get(assignment.role or "")
    if role is None or not role.requires_approval or task.approved:
        return [entered, assignment]
    return [entered, _may_it(state, task, assignment)]


def carry_on(state: RunState, task: TaskState) -> AgentAssigned | EngineError:
    """People have answered: whoever worked on it goes on, or somebody begins."""
    return task.assigned if task.assigned is not None else assigned(state, task)


def _may_it(state: RunState, task: TaskState, assignment: AgentAssigned) -> Suspended:
    name = task.node.title or task.path
    return Suspended(
        suspension=next_suspension(state),
        node=task.path,
        cause="gate",
        prompt=f"May {assignment.agent} work on “{name}” as {assignment.role}? This role needs approval.",
    )


def _invalid(state: RunState, task: TaskState, attempt: int, message: str) -> list[Engine]:
    failure = Failure(code="input_invalid", message=message, before_effect=True)
    return failed(state, task, failure, attempt=attempt)


def attend(state: RunState, task: TaskState) -> list[Engine]:
    if task.suspension is not None:
        return _decided(state, task, task.suspension)
    if task.predicate_outcome is not None:
        return unconvincing(state, task)
    if task.talk is not None and task.talk.doubtful is not None:
        return [in_doubt(state, task, task.talk.doubtful)]
    completion = task.completion
    assert completion is not None
    if completion.error is None:
        failure = shortcoming(state, task)
        return failed(state, task, failure) if failure else [NodeExited(node=task.path, output=_output(task))]
    if completion.error.code == "interrupted" and not state.canceling:
        assert state.at is not None
        reason = completion.error.message
        return [NodeRetried(node=task.path, attempt=task.attempt + 1, reason=reason, due=state.at)]
    return failed(state, task, completion.error)


def _decided(state: RunState, task: TaskState, suspension: str) -> list[Engine]:
    verdict = state.suspensions[suspension].verdict
    assert verdict is not None
    resumed = Resumed(suspension=suspension, input=verdict.input)
    if verdict.outcome == "approved":
        return [resumed]
    failure = Failure(
        code="gate_rejected", message=verdict.reason or "No reason was given.", before_effect=True
    )
    return [resumed, *failed(state, task, failure)]


def _output(task: TaskState) -> object:
    return getattr(task.completion, "output", None)


def _agent(task: TaskState) -> AgentNode:
    assert isinstance(task.node, AgentNode)
    return task.node


KIND = Kind(enter=enter, refusal=refusal, attend=attend)
