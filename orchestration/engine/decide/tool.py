"""Tool nodes: entered with their input, one call an attempt, left with its output."""

from __future__ import annotations

from typing import Any

from orchestration.engine.decide.failing import failed, unconvincing
from orchestration.engine.decide.kinds import Kind
from orchestration.engine.decide.routing import InputInvalid, node_input
from orchestration.engine.errors import EngineError, UnknownAgent, UnknownTool
from orchestration.engine.events import (
    Engine,
    Failure,
    NodeEntered,
    NodeExited,
    ToolCallCompleted,
    ToolCallRequested,
)
from orchestration.engine.keys import idempotency_key
from orchestration.engine.shortcomings import shortcoming
from orchestration.engine.state import RunState, TaskState
from orchestration.engine.talks import asked_of
from orchestration.graph.nodes import ToolNode
from orchestration.graph.schemas import misfits


def _tool(task: TaskState) -> ToolNode:
    assert isinstance(task.node, ToolNode)
    return task.node


def refusal(state: RunState, task: TaskState) -> EngineError | None:
    node = _tool(task)
    if node.tool not in state.bindings.tools:
        return UnknownTool(node=task.path, tool=node.tool)
    judged = node.verify_predicate is not None and node.verify_predicate.kind == "natural"
    if judged and asked_of(state, task) is None:
        return UnknownAgent(node=task.path, agent_hash="default")
    return None


def enter(state: RunState, task: TaskState) -> list[Engine]:
    node, attempt = _tool(task), task.attempt + 1
    try:
        value = node_input(state, task)
    except InputInvalid as error:
        return _invalid(state, task, attempt, str(error))
    found = misfits(node.input_schema, value)
    if found:
        return _invalid(
            state, task, attempt, f"Its input is wrong at {found[0].path}: {found[0].message}", value
        )
    request = ToolCallRequested(
        call=f"{task.path}#{attempt}",
        node=task.path,
        tool=node.tool,
        input=value,
        effect=state.bindings.tools[node.tool].effect,
        idempotency_key=idempotency_key(state.key, task.path, task.predicate_rerun_count, 0, value),
    )
    return [NodeEntered(node=task.path, attempt=attempt, input=value), request]


def _invalid(state: RunState, task: TaskState, attempt: int, message: str, value: Any = None) -> list[Engine]:
    failure = Failure(code="input_invalid", message=message, before_effect=True)
    return [
        NodeEntered(node=task.path, attempt=attempt, input=value),
        *failed(state, task, failure, attempt=attempt),
    ]


def attend(state: RunState, task: TaskState) -> list[Engine]:
    if task.predicate_outcome is not None:
        return unconvincing(state, task)
    completion = task.completion
    assert completion is not None
    if completion.error is not None:
        return failed(state, task, completion.error)
    assert isinstance(completion, ToolCallCompleted)
    short = shortcoming(state, task)
    if short is not None:
        return failed(state, task, short)
    return [NodeExited(node=task.path, output=completion.output)]


KIND = Kind(enter=enter, refusal=refusal, attend=attend)
