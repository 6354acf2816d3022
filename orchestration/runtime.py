"""The composition root: the real ports, put together into one driver for this process."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial

from django.db import transaction

from orchestration import notify
from orchestration.engine.drive import Driver
from orchestration.engine.events import Envelope
from orchestration.engine.ports import Command, Dispatcher, Projection, RunSummary
from orchestration.eventlog import DjangoEventLog

logger = logging.getLogger(__name__)

ENDED = ("completed", "failed", "canceled", "stalled")


class SystemClock:
    """`ports.Clock`: the machine's time."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class WatchedEventLog(DjangoEventLog):
    """The event log that also tells badges when an approval opened or closed, and logs how a run ended."""

    def append(self, run: int, envelopes: Sequence[Envelope], projection: Projection) -> None:
        super().append(run, envelopes, projection)
        if projection.opened or projection.closed:
            transaction.on_commit(notify.approvals_changed)
        summary = projection.summary
        if envelopes and summary.status in ENDED:
            transaction.on_commit(partial(_tell, run, summary))


def _tell(run: int, summary: RunSummary) -> None:
    """How a run ended or where it is stuck. Codes alone: messages may hold what no log should."""
    refusal = summary.refusal or {}
    about = {"run": run, "status": summary.status}
    about |= {name: refusal[name] for name in ("node", "code", "failure") if refusal.get(name)}
    level = logging.WARNING if summary.status in ("failed", "stalled") else logging.INFO
    logger.log(level, f"Run {summary.status}.", extra=about)


class RegisteredDispatcher:
    """`ports.Dispatcher`: passes commands to the backend of this process.

    Without one they are dropped: they stand in the log, where a running engine finds them.
    """

    def __init__(self) -> None:
        self.backend: Dispatcher | None = None

    def dispatch(self, run: int, commands: Sequence[Command]) -> None:
        backend = self.backend
        if backend is not None:
            backend.dispatch(run, commands)


_lock = threading.Lock()
_dispatcher = RegisteredDispatcher()
_driver: Driver | None = None


def driver() -> Driver:
    """The one driver of this process; any thread may use it."""
    global _driver
    with _lock:
        if _driver is None:
            _driver = Driver(WatchedEventLog(), SystemClock(), _dispatcher, notify.ChannelsNotifier())
        return _driver


def register_dispatcher(dispatcher: Dispatcher | None) -> None:
    """Let this backend carry commands out; None takes it away again."""
    _dispatcher.backend = dispatcher


def backend() -> Dispatcher | None:
    """What carries commands out in this process, if anything does."""
    return _dispatcher.backend


def forget_driver() -> None:
    """Drop the driver with the runs that it keeps in memory, as when the database was replaced."""
    global _driver
    with _lock:
        _driver = None
