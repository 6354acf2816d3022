"""What each node kind answers for itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from orchestration.engine.errors import EngineError
from orchestration.engine.events import Engine
from orchestration.engine.state import RunState, TaskState


def no_refusal(state: RunState, task: TaskState) -> EngineError | None:
    return None


def nothing_to_attend(state: RunState, task: TaskState) -> list[Engine]:
    raise AssertionError(f"{task.node.kind} {task.path} waits for nothing")


@dataclass(frozen=True, slots=True)
class Kind:
    """`refusal`: why a ready node may not be entered. `enter`: the events that enter it.
    `attend`: the events that follow when what it waited for has come."""

    enter: Callable[[RunState, TaskState], list[Engine]]
    refusal: Callable[[RunState, TaskState], EngineError | None] = no_refusal
    attend: Callable[[RunState, TaskState], list[Engine]] = nothing_to_attend
