"""What a walk comes to."""

from __future__ import annotations

from typing import Any

from orchestration.engine.state import RunState
from orchestration.engine.status import TaskStatus
from orchestration.engine.walks import Walk


def outcome(state: RunState, walk: Walk) -> Any:
    """One sink: its output, or null. Several: an object of the completed ones by id."""
    sinks = [state.tasks[walk.prefix + id] for id in walk.sinks(state.topology)]
    if len(sinks) == 1:
        return sinks[0].output
    return {task.node.id: task.output for task in sinks if task.status is TaskStatus.COMPLETED}
