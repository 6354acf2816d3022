"""Why an attempt failed, as its node tells it."""

from __future__ import annotations

from orchestration.engine.events import Failure
from orchestration.engine.shortcomings import shortcoming
from orchestration.engine.state import RunState, TaskState


def inner_failure(state: RunState, task: TaskState) -> Failure | None:
    """The first failure inside, in document order of its walks; None when nothing in it failed."""
    held = task.held
    for index, walk in enumerate(held.walks if held else ()):
        for path in walk.failed if not walk.joined else ():
            inner = state.tasks[path]
            what = f"“{inner.node.title or inner.node.id}”"
            if task.node.kind == "map":
                what = f"Item {index + 1}: {what}"
            elif task.node.kind == "fold":
                what = f"Pass {index + 1}: {what}"
            said = inner.failure.message if inner.failure else "it failed"
            return Failure(code="node_failed", message=f"{what} failed: {said}", before_effect=True)
    return None


def attempt_failure(state: RunState, task: TaskState) -> Failure | None:
    """Of the present attempt: an output that was not good enough, a failed call, or what failed inside."""
    if task.predicate_outcome is not None and not task.predicate_outcome["passed"]:
        return predicate_failure(task)
    if task.completion is not None:
        return task.completion.error or shortcoming(state, task)
    return inner_failure(state, task)


def predicate_failure(task: TaskState) -> Failure:
    outcome = task.predicate_outcome or {}
    return Failure(
        code="predicate_failed", message=outcome.get("reason") or "The output was not good enough."
    )
