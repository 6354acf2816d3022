"""Maps: one walk of the body for each item of a list, joined as they arrive, in the list's order."""

from __future__ import annotations

from typing import Any

from orchestration.engine.decide.bodies import unsupported
from orchestration.engine.decide.failing import failed
from orchestration.engine.decide.kinds import Kind
from orchestration.engine.decide.routing import routed_value, scope
from orchestration.engine.errors import EngineError, MapOverNotAList, UnsupportedMapBody
from orchestration.engine.events import Engine, MapFannedOut, MapItemJoined, NodeEntered, NodeExited
from orchestration.engine.failures import inner_failure
from orchestration.engine.state import RunState, TaskState
from orchestration.graph.expressions import EvaluationFailed, compile_expression
from orchestration.graph.nodes import MapNode


def _map(task: TaskState) -> MapNode:
    assert isinstance(task.node, MapNode)
    return task.node


def _items(state: RunState, task: TaskState) -> Any:
    """What `over` gives; None when it cannot be evaluated."""
    expression = compile_expression(_map(task).over)
    try:
        return expression.evaluate(scope(state, task.walk, routed_value(state, task)))
    except EvaluationFailed:
        return None


def refusal(state: RunState, task: TaskState) -> EngineError | None:
    if task.held is not None:
        return None
    if detail := unsupported(state, task):
        return UnsupportedMapBody(node=task.path, detail=detail)
    if not isinstance(_items(state, task), list):
        return MapOverNotAList(node=task.path, over=_map(task).over)
    return None


def enter(state: RunState, task: TaskState) -> list[Engine]:
    attempt = task.attempt + 1
    if task.held is not None:
        return [NodeEntered(node=task.path, attempt=attempt, input=task.input)]
    items = _items(state, task)
    begun: list[Engine] = [
        NodeEntered(node=task.path, attempt=attempt, input=items),
        MapFannedOut(node=task.path, count=len(items)),
    ]
    return begun if items else [*begun, NodeExited(node=task.path, output=[])]


def attend(state: RunState, task: TaskState) -> list[Engine]:
    held = task.held
    assert held is not None
    if held.arrived:
        return [MapItemJoined(node=task.path, index=next(iter(held.arrived)))]
    if held.lost:
        failure = inner_failure(state, task)
        assert failure is not None
        return failed(state, task, failure)
    return [NodeExited(node=task.path, output=[held.outputs[index] for index in range(len(held.inputs))])]


KIND = Kind(enter=enter, refusal=refusal, attend=attend)
