"""What keeps an answer that came back from counting as one."""

from __future__ import annotations

from orchestration.engine.events import AgentCompleted, Failure, ModelCallCompleted, ToolCallCompleted
from orchestration.engine.state import RunState, TaskState
from orchestration.engine.talks import tool_calls
from orchestration.graph.nodes import AgentNode, ToolNode
from orchestration.graph.schemas import misfits

CUT_OFF = {
    "length": "The answer was cut off, because it was too long for the model.",
    "content_filter": "The provider's filter withheld the answer.",
}


def shortcoming(state: RunState, task: TaskState) -> Failure | None:
    """Of a completion without an error: cut off, resting on nothing, or of the wrong form; else None."""
    completion, node = task.completion, task.node
    if isinstance(completion, ToolCallCompleted) and isinstance(node, ToolNode):
        binding = state.bindings.tools.get(node.tool)
        schemas = (node.output_schema, binding.output_schema if binding is not None else None)
        return _misfit(schemas, completion.output)
    if isinstance(completion, AgentCompleted) and isinstance(node, AgentNode):
        return _incomplete(task) or _all_failed(task) or _misfit((node.output_schema,), completion.output)
    return None


def _misfit(schemas: tuple[dict[str, object] | None, ...], output: object) -> Failure | None:
    for schema in schemas:
        found = misfits(schema, output)
        if found:
            message = f"Its output is wrong at {found[0].path}: {found[0].message}"
            return Failure(code="output_invalid", message=message)
    return None


def _incomplete(task: TaskState) -> Failure | None:
    for spoken in reversed(task.talk.spoken.values() if task.talk else ()):
        if isinstance(spoken.completed, ModelCallCompleted):
            said = CUT_OFF.get(spoken.completed.finish)
            return Failure(code="output_incomplete", message=said) if said else None
    return None


def _all_failed(task: TaskState) -> Failure | None:
    """An answer for which every tool call failed rests on nothing."""
    calls = tool_calls(task)
    errors = [spoken.completed.error for spoken in calls if spoken.completed is not None]
    first = errors[0] if errors and all(errors) else None
    if first is None:
        return None
    return Failure(code="tool_error", message=f"Every tool call failed, the first with: {first.message}")
