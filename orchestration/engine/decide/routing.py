"""What flows into a node: the routed value, and the object of its `input` fields."""

from __future__ import annotations

from typing import Any

from orchestration.engine.state import RunState, TaskState
from orchestration.engine.status import EdgeState
from orchestration.engine.walks import Walk
from orchestration.graph.expressions import EvaluationFailed, Scope, compile_expression


class InputInvalid(Exception):
    """An `input` field could not be evaluated; the message names the field."""


def routed_value(state: RunState, task: TaskState) -> Any:
    """No dependency: what its walk was given. One: its output. Several: an object of the live ones by id."""
    incoming, walk = state.topology.incoming[task.node.id], task.walk
    if not incoming:
        return walk.value
    if len(incoming) == 1:
        return state.tasks[walk.prefix + incoming[0].source].output
    return {
        edge.source: state.tasks[walk.prefix + edge.source].output
        for edge in incoming
        if state.edge_state(edge, walk.prefix) is EdgeState.LIVE
    }


def scope(state: RunState, walk: Walk, value: Any) -> Scope:
    """What an expression of a node in this walk sees; `index` in bodies."""
    return Scope(value=value, input=state.input, labels=state.labels, index=walk.within)


def node_input(state: RunState, task: TaskState) -> Any:
    """The routed value, or the object of the evaluated `input` fields. Raises InputInvalid."""
    value = routed_value(state, task)
    mapping = task.node.input
    if mapping is None:
        return value
    within = scope(state, task.walk, value)
    evaluated = {}
    for name, text in mapping.items():
        try:
            evaluated[name] = compile_expression(text).evaluate(within)
        except EvaluationFailed as error:
            raise InputInvalid(f"The input field “{name}” could not be evaluated: {error}") from error
    return evaluated
