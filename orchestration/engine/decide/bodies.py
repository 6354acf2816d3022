"""Which bodies a map or fold can run."""

from __future__ import annotations

from orchestration.engine.state import RunState, TaskState

ALONE = ("agent", "tool")


def unsupported(state: RunState, task: TaskState) -> str | None:
    """Why the body cannot be run, in words; None when it can. A graph body runs every kind."""
    body = state.topology.body_node(task.node.id)
    if body is None:
        return None if state.topology.levels[task.node.id] else "it has no node"
    kind = state.topology.nodes[body].kind
    return None if kind in ALONE else f"a body of one node is an agent or a tool, and “{body}” is a {kind}"
