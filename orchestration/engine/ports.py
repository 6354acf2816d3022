"""What the engine needs from the world.

`fakes.py` has each port in memory; the real ones pass the same contracts.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from orchestration.engine.events import (
    AgentToolCallRequested,
    Cause,
    Effect,
    Envelope,
    ModelCallCompleted,
    ModelCallRequested,
    Timer,
    ToolCallCompleted,
)
from orchestration.graph.document import Document
from orchestration.graph.nodes import Predicate


class SeqConflict(Exception):
    """Another driver appended first. Nothing of this append was kept; reload and decide again."""


class UnknownRun(Exception):
    """There is no run with this id."""


class UnknownDocument(Exception):
    """No document is kept under this hash."""


# ── commands: what to do once the events are safe ───────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class MakeCall:
    """Make one tool call; `timeout_seconds` bounds it."""

    call: str
    node: str
    tool: str
    input: Any
    effect: Effect
    idempotency_key: str
    timeout_seconds: float


@dataclass(frozen=True, slots=True)
class Asked:
    """One model that can be asked: the agent, and the hash under which its definition is kept.

    `model` overrides the definition's own.
    """

    agent: str
    agent_hash: str
    model: str | None = None


@dataclass(frozen=True, slots=True)
class Judge:
    """Judge a node's output by its predicate, then submit PredicateEvaluated. `index` counts in bodies.

    A natural predicate has `asked`, and `call`, the beginning of the names of its model calls, of which
    `tried` were requested already. Each is recorded by ModelCallRequested and ModelCallCompleted.
    """

    node: str
    predicate: Predicate
    output: Any
    input: Any
    labels: dict[str, str]
    index: int | None
    call: str = ""
    asked: Asked | None = None
    task: str = ""
    tried: int = 0
    timeout_seconds: float = 300


@dataclass(frozen=True, slots=True)
class Choose:
    """Have a model choose one of `cases`: ModelCallRequested under `call`, then ModelCallCompleted, whose
    response is text. `requested` is what stands in the log already, when it was cut off."""

    call: str
    node: str
    asked: Asked
    task: str
    cases: tuple[str, ...]
    value: Any
    timeout_seconds: float
    requested: ModelCallRequested | None = None


@dataclass(frozen=True, slots=True)
class Spoken:
    """One recorded call of a conversation; without a completion when it was cut off."""

    requested: ModelCallRequested | AgentToolCallRequested
    completed: ModelCallCompleted | ToolCallCompleted | None = None


@dataclass(frozen=True, slots=True)
class ToolGrant:
    """A tool that an agent may call."""

    name: str
    effect: Effect
    input_schema: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class RunAgent:
    """Have an agent work on a node, then submit AgentCompleted under `call`, which is ``path#attempt``.

    `conversation` is recorded already, oldest first: its results are taken and nothing of it is asked
    again, except for what has no completion.
    `remarks` are said one after the other, each when the agent has come to an end without the next.
    `reason` is why an earlier output was not good enough; then the conversation starts anew.
    Its tool calls are named and keyed by `run_key`, `rerun` and their place (see ``keys``).
    """

    call: str
    node: str
    attempt: int
    asked: Asked
    title: str
    task: str
    input: Any
    role: str | None
    role_hash: str | None
    tools: tuple[ToolGrant, ...]
    output_schema: dict[str, Any] | None
    reason: str | None
    remarks: tuple[str, ...]
    conversation: tuple[Spoken, ...]
    run_key: str
    rerun: int
    timeout_seconds: float


@dataclass(frozen=True, slots=True)
class StopCall:
    """Ask a call in flight to stop, an agent's or a choice too; its completion is still awaited."""

    call: str


@dataclass(frozen=True, slots=True)
class SetTimer:
    """Submit TimerFired(timer, of) at `due` or as soon after as possible."""

    timer: Timer
    of: str
    due: datetime


@dataclass(frozen=True, slots=True)
class ClearTimer:
    timer: Timer
    of: str


Command = MakeCall | RunAgent | Choose | Judge | StopCall | SetTimer | ClearTimer


# ── the run's row and its approvals, kept in the same transaction as the events ─────────────


@dataclass(frozen=True, slots=True)
class OpenedSuspension:
    suspension: str
    node: str | None
    cause: Cause
    approval_schema: Any
    prompt: str
    due: datetime | None


@dataclass(frozen=True, slots=True)
class ClosedSuspension:
    """`outcome`: approved, rejected, expired (its deadline decided) or closed (the run ended first)."""

    suspension: str
    outcome: str


@dataclass(frozen=True, slots=True)
class RunSummary:
    """The run row. `refusal` is {code, message, permanent, node, failure}; `failure` is the code of the
    node's failure that it reports, if it is one's. `counts` is task status → number."""

    status: str
    seq: int
    waiting: int
    counts: dict[str, int]
    refusal: dict[str, Any] | None = None
    output: Any = None
    started_at: datetime | None = None
    finished_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Projection:
    summary: RunSummary
    opened: Sequence[OpenedSuspension] = field(default_factory=tuple)
    closed: Sequence[ClosedSuspension] = field(default_factory=tuple)
    commands: Sequence[Command] = field(default_factory=tuple)


# ── ports ───────────────────────────────────────────────────────────────────────────────────


class EventLog(Protocol):
    """The append-only log and the documents it refers to."""

    def transaction(self) -> AbstractContextManager[None]:
        """Everything inside is kept or nothing is. May block until other writers are done."""
        ...

    def read(self, run: int, after: int = -1) -> list[Envelope]:
        """Events with seq > `after`, in order. Raises UnknownRun when the run does not exist."""
        ...

    def append(self, run: int, envelopes: Sequence[Envelope], projection: Projection) -> None:
        """Add the events (possibly none) and bring the run's row, approvals and timers in step.

        Timers: SetTimer and ClearTimer commands of the projection become rows of the timer table.
        Raises SeqConflict when a seq is taken.
        """
        ...

    def document(self, graph_hash: str) -> Document:
        """The document kept under this hash. Raises UnknownDocument."""
        ...


class Dispatcher(Protocol):
    """Carries commands out after the commit; called outside any transaction; must not block."""

    def dispatch(self, run: int, commands: Sequence[Command]) -> None: ...


class Notifier(Protocol):
    """Sends the hint that a run's log now reaches `seq`. Hints may be lost."""

    def notify(self, run: int, seq: int) -> None: ...


class Clock(Protocol):
    def now(self) -> datetime:
        """The time, in UTC, with zone."""
        ...


class Leases(Protocol):
    """Start marks of writes. `fence` grows with every mark of a call; an old fence never completes it."""

    def start(self, run: int, call: str, owner: str) -> int | None:
        """Mark a write as started by `owner`, before it is made; None when a live owner holds it."""
        ...

    def started(self, run: int, call: str) -> bool:
        """Whether any owner ever marked this call as started."""
        ...

    def release(self, run: int, call: str) -> None:
        """Forget the mark: the call is known not to have happened and may be made again."""
        ...
