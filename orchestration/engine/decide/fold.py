"""Folds: the body again and again, each pass on the output of the last, until it may stop."""

from __future__ import annotations

import math
from typing import Any

from orchestration.engine.decide.bodies import unsupported
from orchestration.engine.decide.failing import failed
from orchestration.engine.decide.kinds import Kind
from orchestration.engine.decide.routing import InputInvalid, node_input, scope
from orchestration.engine.errors import (
    EngineError,
    FoldBoundExceeded,
    FoldNoComparableCandidate,
    UnsupportedFoldBody,
)
from orchestration.engine.events import (
    Engine,
    Failure,
    FoldConverged,
    FoldPassJoined,
    NodeEntered,
    NodeExited,
)
from orchestration.engine.failures import inner_failure
from orchestration.engine.outcomes import outcome
from orchestration.engine.state import Held, RunState, TaskState
from orchestration.graph.expressions import EvaluationFailed, compile_expression
from orchestration.graph.nodes import BestBy, FoldNode


def _fold(task: TaskState) -> FoldNode:
    assert isinstance(task.node, FoldNode)
    return task.node


def refusal(state: RunState, task: TaskState) -> EngineError | None:
    detail = unsupported(state, task) if task.held is None else None
    return UnsupportedFoldBody(node=task.path, detail=detail) if detail else None


def enter(state: RunState, task: TaskState) -> list[Engine]:
    attempt = task.attempt + 1
    if task.held is not None:
        return [NodeEntered(node=task.path, attempt=attempt, input=task.input)]
    try:
        return [NodeEntered(node=task.path, attempt=attempt, input=node_input(state, task))]
    except InputInvalid as error:
        failure = Failure(code="input_invalid", message=str(error), before_effect=True)
        entered = NodeEntered(node=task.path, attempt=attempt)
        return [entered, *failed(state, task, failure, attempt=attempt)]


def attend(state: RunState, task: TaskState) -> list[Engine]:
    """After a pass: its join, or its failure. After the last: what the fold comes to."""
    held = task.held
    assert held is not None
    if not held.arrived:
        return _converged(state, task, held)
    if failure := inner_failure(state, task):
        return failed(state, task, failure)
    index = next(iter(held.arrived))
    stopped, error = _stops(state, task, index, outcome(state, held.walks[index]))
    return [FoldPassJoined(node=task.path, index=index, stopped=stopped, error=error)]


def _stops(state: RunState, task: TaskState, index: int, output: Any) -> tuple[bool, str | None]:
    condition, walk = _fold(task).stop_when, task.held.walks[index] if task.held else task.walk
    if condition is None:
        return False, None
    return compile_expression(condition).holds(scope(state, walk, output))


def _converged(state: RunState, task: TaskState, held: Held) -> list[Engine]:
    """Raises FoldBoundExceeded, FoldNoComparableCandidate."""
    node, passes = _fold(task), len(held.outputs)
    if not held.stopped and node.on_bound == "fail":
        raise FoldBoundExceeded(node=task.path, bound=node.max_iterations)
    reason = f"it may stop after pass {passes}" if held.stopped else f"the bound of {passes} passes"
    if isinstance(node.join, BestBy):
        winner = _best(state, task, held, node.join.best_by)
        output = held.outputs[winner]
    elif node.join == "all":
        winner, output = None, [held.outputs[index] for index in range(passes)]
    else:
        winner = passes - 1
        output = held.outputs[winner]
    return [
        FoldConverged(node=task.path, winner=winner, reason=reason),
        NodeExited(node=task.path, output=output),
    ]


def _best(state: RunState, task: TaskState, held: Held, reference: str) -> int:
    """The pass with the greatest number or text, the earliest of equals; the first one's type counts."""
    expression, best = compile_expression(reference), None
    for index, output in held.outputs.items():
        try:
            value = expression.evaluate(scope(state, held.walks[index], output))
        except EvaluationFailed:
            continue
        if not _comparable(value) or (best and isinstance(value, str) is not isinstance(best[0], str)):
            continue
        if best is None or value > best[0]:
            best = (value, index)
    if best is None:
        raise FoldNoComparableCandidate(node=task.path, reference=reference)
    return int(best[1])


def _comparable(value: Any) -> bool:
    if isinstance(value, bool):
        return False
    return isinstance(value, str | int) or (isinstance(value, float) and not math.isnan(value))


KIND = Kind(enter=enter, refusal=refusal, attend=attend)
