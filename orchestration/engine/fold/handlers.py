"""How a kind of event finds what folds it, and what those share."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

from orchestration.engine import events as e
from orchestration.engine.ports import ClearTimer, SetTimer
from orchestration.engine.state import MalformedLog, RunState, TaskState
from orchestration.engine.status import TaskStatus
from orchestration.engine.walks import Walk

E = TypeVar("E", bound=e.Event)
Handler = Callable[[RunState, Any, e.Envelope], None]
HANDLERS: dict[type[e.Event], Handler] = {}


def on(kind: type[E]) -> Callable[[Callable[[RunState, E, e.Envelope], None]], Handler]:
    """Register what folds events of this kind."""

    def register(handler: Callable[[RunState, E, e.Envelope], None]) -> Handler:
        HANDLERS[kind] = handler
        return handler

    return register


def task_at(state: RunState, path: str, *allowed: TaskStatus) -> TaskState:
    """The node at `path`, in one of the `allowed` states when any are named. Raises MalformedLog."""
    task = state.tasks.get(path)
    if task is None:
        raise MalformedLog(f"there is no node {path}")
    if allowed and task.status not in allowed:
        raise MalformedLog(f"{path} is {task.status}, expected {' or '.join(allowed)}")
    return task


def set_timer(state: RunState, timer: e.Timer, of: str, due: datetime) -> None:
    state.timers[timer, of] = due
    state.outbox.commands.append(SetTimer(timer, of, due))


def clear_timer(state: RunState, timer: e.Timer, of: str) -> None:
    if state.timers.pop((timer, of), None) is not None:
        state.outbox.commands.append(ClearTimer(timer, of))


def count_calls(walk: Walk | None, by: int) -> None:
    """One more or less in flight, here and in all that is around."""
    while walk is not None:
        walk.calls += by
        walk = walk.around
