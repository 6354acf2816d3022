"""The node panel: what the card shows, plus exact values, attempts and the node's part of the log."""

from __future__ import annotations

from typing import Any

from orchestration.engine.state import TaskState
from orchestration.graph.document import Defaults
from orchestration.graph.nodes import Node
from orchestration.selectors.attempts import attempts_of
from orchestration.selectors.previews import shortened, shortened_event
from orchestration.selectors.views import EventView, NodeDetail, NodeView


def node_detail(view: NodeView, task: TaskState, defaults: Defaults, events: list[EventView]) -> NodeDetail:
    """`events` are those about this node, in order."""
    return NodeDetail(
        view=view,
        document=task.node.to_value(),
        description=task.node.description or "",
        input=task.input,
        output=task.output,
        attempts=attempts_of(events, view.id),
        events=[shortened_event(event) for event in events],
        task=task_fields(view, task, defaults),
    )


def task_fields(view: NodeView, task: TaskState, defaults: Defaults) -> dict[str, Any]:
    """All fifteen fields of a TaskNode by name, the graph's defaults filled in, a long result shortened."""
    node = task.node
    predicate = getattr(node, "verify_predicate", None)
    return {
        "id": node.id,
        "title": view.title,
        "description": node.description or "",
        "agent_hint": getattr(node, "agent_hint", None),
        "status": view.status.value,
        "depends_on": [dependency.to_value() for dependency in node.depends_on],
        "result": shortened(task.output)[0],
        "assigned_agent": task.assigned_agent,
        "retry_count": task.retry_count,
        "predicate_rerun_count": task.predicate_rerun_count,
        "failure_strategy": node.failure_strategy or defaults.failure_strategy,
        "max_retries": _or(node.max_retries, defaults.max_retries),
        "execution_mode": _execution_mode(node),
        "verify_predicate": predicate.to_value() if predicate is not None else None,
        "predicate_outcome": task.predicate_outcome,
    }


def _or(value: int | None, default: int) -> int:
    return default if value is None else value


def _execution_mode(node: Node) -> str:
    return node.execution_mode
