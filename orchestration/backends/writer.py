"""The one thread that turns what happened into events of the log."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

from django.db import Error as DatabaseError
from django.db import connections
from structlog.contextvars import bound_contextvars

from orchestration.engine.admission import NotAdmitted, Submission
from orchestration.engine.drive import Driver
from orchestration.engine.errors import RuntimeRefusal
from orchestration.engine.events import External, Failure, ToolCallCompleted

logger = logging.getLogger(__name__)

BATCH = 1_000
FIRST_PAUSE = 0.2
LONGEST_PAUSE = 10.0


def nothing() -> None:
    """Nobody needs to know."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An external event to be recorded; `settled` is called once it was recorded or refused."""

    run: int
    event: External
    settled: Callable[[], None] = nothing


class Writer:
    """Takes what waits, groups it by run and submits each group as one transaction.

    A database that fails for a while costs time, never an event: the batch is kept and tried again.
    """

    def __init__(self, driver: Callable[[], Driver]) -> None:
        self._driver = driver
        self._queue: queue.SimpleQueue[Entry | None] = queue.SimpleQueue()
        self._pause = FIRST_PAUSE
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="trackside-writer", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def put(self, entry: Entry) -> None:
        """Have this recorded soon. Never blocks; any thread may call it."""
        self._queue.put(entry)

    @property
    def waiting(self) -> int:
        """Entries that nobody has begun to record, about."""
        return self._queue.qsize()

    def stop(self, timeout: float) -> None:
        """Record what was put so far, then end. What cannot be recorded in time stays for the next boot."""
        self._stopping.set()
        self._queue.put(None)
        self._thread.join(timeout)

    def _run(self) -> None:
        last = False
        while not last:
            entries, last = self._take()
            runs: dict[int, list[Entry]] = {}
            for entry in entries:
                runs.setdefault(entry.run, []).append(entry)
            for run, group in runs.items():
                with bound_contextvars(run=run):
                    self._record(run, group)
        connections.close_all()

    def _take(self) -> tuple[list[Entry], bool]:
        """Everything that waits, at least one; and whether it is the last."""
        entries: list[Entry] = []
        item = self._queue.get()
        while item is not None:
            entries.append(item)
            if len(entries) >= BATCH or self._queue.empty():
                return entries, False
            item = self._queue.get()
        return entries, True

    def _record(self, run: int, group: list[Entry]) -> None:
        while True:
            try:
                self._submit(run, group)
                self._pause = FIRST_PAUSE
                return
            except (DatabaseError, RuntimeRefusal):
                logger.exception("Run %s: the database refused; trying again in %s s.", run, self._pause)
                connections.close_all()
                if self._stopping.wait(self._pause):
                    return
                self._pause = min(LONGEST_PAUSE, 2 * self._pause)
            except Exception:
                if len(group) == 1:
                    self._give_up(run, group[0])
                    return
                # One event spoils its whole batch: find it by going one at a time.
                for entry in group:
                    self._record(run, [entry])
                return

    def _submit(self, run: int, group: list[Entry]) -> None:
        outcomes = self._driver().submit(run, [Submission(entry.event) for entry in group])
        for entry, outcome in zip(group, outcomes, strict=True):
            if isinstance(outcome, NotAdmitted):
                # A late completion or a timer that was cleared meanwhile: a note, no event.
                logger.info("Run %s took no %s: %s", run, entry.event.kind, outcome.message)
            entry.settled()

    def _give_up(self, run: int, entry: Entry) -> None:
        """An event that the log cannot hold. A call must still end, so it ends with a failure."""
        logger.exception("Run %s cannot record %s.", run, entry.event.kind)
        event = entry.event
        if isinstance(event, ToolCallCompleted) and event.error is None:
            failure = Failure(code="output_invalid", message="The output of this call cannot be recorded.")
            self._record(run, [replace(entry, event=ToolCallCompleted(call=event.call, error=failure))])
        else:
            entry.settled()
