"""Finds the calls that nobody makes: those of an earlier boot, and those that other processes asked for."""

from __future__ import annotations

import logging

from django.db import Error as DatabaseError
from structlog.contextvars import bound_contextvars

from orchestration.backends.calls import CallRunner
from orchestration.backends.writer import Entry, Writer
from orchestration.engine.events import Failure, ToolCallCompleted
from orchestration.engine.judging import judged
from orchestration.engine.ports import Leases, MakeCall
from orchestration.models import Run
from orchestration.runtime import driver

logger = logging.getLogger(__name__)

# Only these can have a call without a completion.
AT_WORK = (Run.Status.RUNNING, Run.Status.PAUSED)


class Recovery:
    """Looks at every run whose log has moved since the last look; at boot that is every one."""

    def __init__(self, runner: CallRunner, writer: Writer, leases: Leases, only: int | None = None) -> None:
        self._runner = runner
        self._writer = writer
        self._leases = leases
        self._only = only
        self._seen: dict[int, int] = {}

    def poll(self) -> None:
        """Look at the runs at work. Raises the database's errors; the next poll tries again."""
        rows = Run.objects.filter(status__in=AT_WORK)
        if self._only is not None:
            rows = rows.filter(pk=self._only)
        now = dict(rows.order_by("id").values_list("id", "seq"))
        for run in [run for run in self._seen if run not in now]:
            del self._seen[run]
        for run, seq in now.items():
            if self._seen.get(run) == seq:
                continue
            try:
                with bound_contextvars(run=run):
                    self._look(run)
            except DatabaseError:
                raise
            except Exception:
                # One broken log must not keep the others waiting; it is looked at again when it moves.
                with bound_contextvars(run=run):
                    logger.exception("Run %s cannot be carried on.", run)
            self._seen[run] = seq

    def _look(self, run: int) -> None:
        # Taken before the log is read: a call that ends in between is then in one of the two.
        under_way = self._runner.flights.of(run)
        pending = driver().pending(run)
        for call in pending.calls:
            if call.call in under_way:
                if pending.canceling:
                    self._runner.stop(run, call.call)
            elif call.effect == "write" and self._was_started(run, call):
                self._end(run, call, UNKNOWN)
            elif pending.canceling:
                self._end(run, call, INTERRUPTED)
            elif not pending.held:
                self._runner.make(run, call)
        for asked in pending.judges:
            # Again, where it was asked before: what was recorded meanwhile is not recorded twice.
            self._writer.put(Entry(run, judged(asked)))

    def _was_started(self, run: int, call: MakeCall) -> bool:
        """Whether this write was begun, and not by a dispatch that came in just now."""
        return self._leases.started(run, call.call) and call.call not in self._runner.flights.of(run)

    def _end(self, run: int, call: MakeCall, failure: Failure) -> None:
        self._writer.put(Entry(run, ToolCallCompleted(call=call.call, error=failure)))


UNKNOWN = Failure(
    code="unknown_outcome",
    message="It was under way when the engine stopped; nobody knows whether it happened.",
)
INTERRUPTED = Failure(
    code="interrupted", message="The run was canceled before it was made.", before_effect=True
)
