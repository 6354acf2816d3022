"""Delays: sleep for a while, then pass the routed value through."""

from __future__ import annotations

from datetime import timedelta

from orchestration.engine.decide.kinds import Kind
from orchestration.engine.decide.routing import routed_value
from orchestration.engine.events import (
    Engine,
    NodeEntered,
    NodeExited,
    SleepCompleted,
    SleepStarted,
)
from orchestration.engine.state import RunState, TaskState
from orchestration.graph.nodes import DelayNode


def enter(state: RunState, task: TaskState) -> list[Engine]:
    assert isinstance(task.node, DelayNode) and state.at is not None
    return [
        NodeEntered(node=task.path, attempt=task.attempt + 1, input=routed_value(state, task)),
        SleepStarted(node=task.path, due=state.at + timedelta(seconds=task.node.seconds)),
    ]


def attend(state: RunState, task: TaskState) -> list[Engine]:
    return [SleepCompleted(node=task.path), NodeExited(node=task.path, output=task.input)]


KIND = Kind(enter=enter, attend=attend)
