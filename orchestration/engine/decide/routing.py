"""What flows into a node: the routed value, and the object of its `input` fields."""

from __future__ import annotations

from typing import Any

from orchestration.engine.state import RunState, TaskState
from orchestration.engine.status import EdgeState
from orchestration.graph.expressions import EvaluationFailed, Scope, compile_expression


class InputInvalid(Exception):
    """An `input` field could not be evaluated; the message names the field."""


def routed_value(state: RunState, task: TaskState) -> Any:
    """No dependency: the run's input. One: its output. Several: an object of the live ones by id."""
    incoming = state.topology.incoming[task.node.id]
    if not incoming:
        return state.input
    if len(incoming) == 1:
        return state.tasks[incoming[0].source].output
    return {
        edge.source: state.tasks[edge.source].output
        for edge in incoming
        if state.edge_state(edge) is EdgeState.LIVE
    }


def scope(state: RunState, value: Any) -> Scope:
    return Scope(value=value, input=state.input, labels=state.labels)


def node_input(state: RunState, task: TaskState) -> Any:
    """The routed value, or the object of the evaluated `input` fields. Raises InputInvalid."""
    value = routed_value(state, task)
    mapping = task.node.input
    if mapping is None:
        return value
    within = scope(state, value)
    evaluated = {}
    for name, text in mapping.items():
        try:
            evaluated[name] = compile_expression(text).evaluate(within)
        except EvaluationFailed as error:
            raise InputInvalid(f"The input field “{name}” could not be evaluated: {error}") from error
    return evaluated
