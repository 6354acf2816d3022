"""How far a map or fold has come, in items or passes."""

from __future__ import annotations

from orchestration.engine.state import TaskState
from orchestration.engine.status import TaskStatus
from orchestration.graph.nodes import FoldNode, MapNode


def repeats(task: TaskState) -> dict[TaskStatus, int] | None:
    """Items or passes by where they stand; None for other kinds and before it is entered."""
    held = task.held
    if held is None:
        return None
    if isinstance(task.node, MapNode):
        total = len(held.inputs)
    elif isinstance(task.node, FoldNode):
        total = len(held.walks) if held.stopped else task.node.max_iterations
    else:
        return None
    failed = sum(bool(walk.failed) for walk in held.walks)
    open_ones = sum(not walk.joined and not walk.failed for walk in held.walks)
    counts = {
        TaskStatus.COMPLETED: len(held.walks) - failed - open_ones,
        TaskStatus.FAILED: failed,
        TaskStatus.CANCELED if task.status.settled else TaskStatus.RUNNING: open_ones,
        TaskStatus.PENDING: total - len(held.walks),
    }
    return {status: count for status, count in counts.items() if count}
