"""Waiting for a run from a command, and driving it here when no engine does."""

from __future__ import annotations

import time

from orchestration.backends.embedded import EmbeddedEngine
from orchestration.backends.ownership import EngineBusy
from orchestration.leases import engine_is_live
from orchestration.models import Run, RunTimer

LOOK_SECONDS = 0.05
# A run that only waits for these goes on by itself.
BY_ITSELF = ("sleep", "retry")


def await_run(run: Run, *, timeout: float | None) -> bool:
    """Wait until the run has ended, or nothing but a person moves it on. False when time ran out.

    A live engine is left to its work; without one, this process drives this one run.
    """
    deadline = None if timeout is None else time.monotonic() + timeout
    engine: EmbeddedEngine | None = None
    try:
        while not _settled(run):
            if deadline is not None and time.monotonic() >= deadline:
                return False
            engine = engine or _engine_if_alone(run)
            time.sleep(LOOK_SECONDS)
        return True
    finally:
        if engine is not None:
            engine.stop()


def _engine_if_alone(run: Run) -> EmbeddedEngine | None:
    if engine_is_live():
        return None
    engine = EmbeddedEngine(only=run.pk)
    try:
        engine.start()
    except EngineBusy:
        return None  # one has started just now
    return engine


def _settled(run: Run) -> bool:
    run.refresh_from_db()
    if run.status == Run.Status.WAITING:
        if RunTimer.objects.filter(run=run, timer__in=BY_ITSELF).exists():
            return False
        # A timer that fired between the two looks took its row with it and moved the run on.
        seen = run.seq
        run.refresh_from_db()
        return run.seq == seen
    return run.finished or run.status in (Run.Status.STALLED, Run.Status.PAUSED)
