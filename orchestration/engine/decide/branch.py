"""Branches: the first true case in author order takes the run; the routed value passes through."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from orchestration.engine.decide.kinds import Kind
from orchestration.engine.decide.routing import routed_value, scope
from orchestration.engine.errors import EngineError, NoBranchCaseMatched, UnknownAgent
from orchestration.engine.events import BranchTaken, Engine, NodeEntered, NodeExited
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
    if any(case.when.kind == "model_decision" for case in task.node.cases):
        wanted = task.node.agent_hash or task.node.agent_hint or "default"
        return UnknownAgent(node=task.path, agent_hash=wanted)
    if choose(state, task).case is None:
        return NoBranchCaseMatched(node=task.path)
    return None


def enter(state: RunState, task: TaskState) -> list[Engine]:
    choice = choose(state, task)
    assert choice.case is not None
    return [
        NodeEntered(node=task.path, attempt=task.attempt + 1, input=choice.value),
        BranchTaken(node=task.path, case=choice.case, errors=choice.errors),
        NodeExited(node=task.path, output=choice.value),
    ]


KIND = Kind(enter=enter, refusal=refusal)
