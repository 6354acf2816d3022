"""Branches: the first true case in author order takes the run, or the one that a model names.

The routed value passes through.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from orchestration.engine.decide.assigning import assigned
from orchestration.engine.decide.failing import failed
from orchestration.engine.decide.kinds import Kind
from orchestration.engine.decide.routing import routed_value, scope
from orchestration.engine.errors import BranchDecisionUnmatched, EngineError, NoBranchCaseMatched
from orchestration.engine.events import (
    AgentAssigned,
    BranchTaken,
    Engine,
    ModelCallCompleted,
    NodeEntered,
    NodeExited,
)
from orchestration.engine.state import RunState, TaskState
from orchestration.graph.expressions import compile_expression
from orchestration.graph.nodes import BranchNode


@dataclass(frozen=True, slots=True)
class Choice:
    """`case` is None when none was true; `errors` holds what made cases false, by name."""

    value: Any
    case: str | None
    errors: dict[str, str]


def choose(state: RunState, task: TaskState) -> Choice:
    assert isinstance(task.node, BranchNode)
    value = routed_value(state, task)
    within = scope(state, task.walk, value)
    errors: dict[str, str] = {}
    for case in task.node.cases:
        assert case.when.kind == "expression"
        true, error = compile_expression(case.when.value).holds(within)
        if true:
            return Choice(value, case.name, errors)
        if error is not None:
            errors[case.name] = error
    return Choice(value, None, errors)


def refusal(state: RunState, task: TaskState) -> EngineError | None:
    assert isinstance(task.node, BranchNode)
    if task.node.decided_by_model:
        found = assigned(state, task)
        return found if isinstance(found, EngineError) else None
    if choose(state, task).case is None:
        return NoBranchCaseMatched(node=task.path)
    return None


def enter(state: RunState, task: TaskState) -> list[Engine]:
    assert isinstance(task.node, BranchNode)
    if task.node.decided_by_model:
        assignment = assigned(state, task)
        assert isinstance(assignment, AgentAssigned)
        value = routed_value(state, task)
        return [NodeEntered(node=task.path, attempt=task.attempt + 1, input=value), assignment]
    choice = choose(state, task)
    assert choice.case is not None
    return [
        NodeEntered(node=task.path, attempt=task.attempt + 1, input=choice.value),
        BranchTaken(node=task.path, case=choice.case, errors=choice.errors),
        NodeExited(node=task.path, output=choice.value),
    ]


def attend(state: RunState, task: TaskState) -> list[Engine]:
    """What the model named must be a case, white space aside; a near miss is no decision."""
    assert isinstance(task.node, BranchNode) and isinstance(task.completion, ModelCallCompleted)
    if task.completion.error is not None:
        return failed(state, task, task.completion.error)
    response = task.completion.response
    reply = response.strip() if isinstance(response, str) else ""
    names = [case.name for case in task.node.cases]
    if reply not in names:
        raise BranchDecisionUnmatched(node=task.path, reply=reply[:200], cases=names)
    return [BranchTaken(node=task.path, case=reply), NodeExited(node=task.path, output=task.input)]


KIND = Kind(enter=enter, refusal=refusal, attend=attend)
