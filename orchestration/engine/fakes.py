"""Every port in memory: engine tests run in microseconds, and the contracts have a first subject."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

from orchestration.engine.events import Envelope, Timer
from orchestration.engine.ports import (
    ClearTimer,
    Command,
    OpenedSuspension,
    Projection,
    RunSummary,
    SeqConflict,
    SetTimer,
    UnknownDocument,
    UnknownRun,
)
from orchestration.graph.canonical import graph_hash
from orchestration.graph.document import Document


class MemoryLog:
    """An EventLog in dictionaries. `create_run` makes an empty run and gives its id."""

    def __init__(self) -> None:
        self.events: dict[int, list[Envelope]] = {}
        self.summaries: dict[int, RunSummary] = {}
        self.approvals: dict[tuple[int, str], tuple[OpenedSuspension, str]] = {}
        self.timers: dict[tuple[int, Timer, str], datetime] = {}
        self.documents: dict[str, Document] = {}

    def create_run(self) -> int:
        run = len(self.events) + 1
        self.events[run] = []
        return run

    def keep_document(self, document: Document) -> str:
        key = graph_hash(document)
        self.documents[key] = document
        return key

    @contextmanager
    def transaction(self) -> Iterator[None]:
        lengths = {run: len(events) for run, events in self.events.items()}
        kept = dict(self.summaries), dict(self.approvals), dict(self.timers)
        try:
            yield
        except BaseException:
            self.events = {run: self.events[run][:length] for run, length in lengths.items()}
            self.summaries, self.approvals, self.timers = kept
            raise

    def read(self, run: int, after: int = -1) -> list[Envelope]:
        if run not in self.events:
            raise UnknownRun(run)
        return self.events[run][after + 1 :]

    def append(self, run: int, envelopes: Sequence[Envelope], projection: Projection) -> None:
        log = self.events[run]
        for envelope in envelopes:
            if envelope.seq != len(log):
                raise SeqConflict(f"run {run} already has event {envelope.seq}")
            log.append(envelope)
        self.summaries[run] = projection.summary
        for opened in projection.opened:
            self.approvals[run, opened.suspension] = (opened, "open")
        for closed in projection.closed:
            opened, _ = self.approvals[run, closed.suspension]
            self.approvals[run, closed.suspension] = (opened, closed.outcome)
        for command in projection.commands:
            if isinstance(command, SetTimer):
                self.timers[run, command.timer, command.of] = command.due
            elif isinstance(command, ClearTimer):
                self.timers.pop((run, command.timer, command.of), None)

    def document(self, graph_hash: str) -> Document:
        try:
            return self.documents[graph_hash]
        except KeyError:
            raise UnknownDocument(graph_hash) from None


class MemoryDispatcher:
    """Keeps the commands for a test to look at or to carry out."""

    def __init__(self) -> None:
        self.commands: list[tuple[int, Command]] = []

    def dispatch(self, run: int, commands: Sequence[Command]) -> None:
        self.commands.extend((run, command) for command in commands)


class MemoryNotifier:
    def __init__(self) -> None:
        self.hints: list[tuple[int, int]] = []

    def notify(self, run: int, seq: int) -> None:
        self.hints.append((run, seq))


class FixedClock:
    """A clock that a test moves by hand."""

    def __init__(self, at: datetime = datetime(2026, 1, 1, tzinfo=UTC)) -> None:
        self.at = at

    def now(self) -> datetime:
        return self.at

    def advance(self, seconds: float) -> None:
        self.at += timedelta(seconds=seconds)


class MemoryLeases:
    """Start marks in a dictionary; `alive` names the owners that still live."""

    def __init__(self) -> None:
        self.marks: dict[tuple[int, str], tuple[str, int]] = {}
        self.alive: set[str] = set()

    def start(self, run: int, call: str, owner: str) -> int | None:
        held = self.marks.get((run, call))
        if held is not None and held[0] in self.alive:
            return None
        fence = held[1] + 1 if held else 1
        self.marks[run, call] = (owner, fence)
        return fence

    def started(self, run: int, call: str) -> bool:
        return (run, call) in self.marks

    def release(self, run: int, call: str) -> None:
        self.marks.pop((run, call), None)
