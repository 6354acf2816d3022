"""The words for where a task, a run or an edge stands."""

from __future__ import annotations

from enum import StrEnum


class TaskStatus(StrEnum):
    """`waiting` is parked on a person or a timer; the last four are settled."""

    PENDING = "pending"
    READY = "ready"
    RUNNING = "running"
    WAITING = "waiting"
    COMPLETED = "completed"
    FAILED = "failed"
    SKIPPED = "skipped"
    CANCELED = "canceled"

    @property
    def settled(self) -> bool:
        return self in SETTLED


SETTLED = frozenset({TaskStatus.COMPLETED, TaskStatus.FAILED, TaskStatus.SKIPPED, TaskStatus.CANCELED})


class RunStatus(StrEnum):
    """`stalled`: a transient refusal; nothing was recorded for it and *retry* drives the same log on."""

    CREATED = "created"
    RUNNING = "running"
    WAITING = "waiting"
    PAUSED = "paused"
    STALLED = "stalled"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELED = "canceled"

    @property
    def finished(self) -> bool:
        return self in FINISHED


FINISHED = frozenset({RunStatus.COMPLETED, RunStatus.FAILED, RunStatus.CANCELED})


class EdgeState(StrEnum):
    """`dead`: another case, or no live path to the source; `broken`: the source failed or was skipped."""

    UNDECIDED = "undecided"
    LIVE = "live"
    DEAD = "dead"
    BROKEN = "broken"
