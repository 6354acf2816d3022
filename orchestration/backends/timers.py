"""Timers: in memory for those set here, from the table for those of earlier boots and other processes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime
from typing import cast

from django.utils import timezone

from orchestration.backends.alarms import Alarms
from orchestration.engine.events import Timer, TimerFired
from orchestration.models import RunTimer

Key = tuple[int, Timer, str]
# (run, event, what to call once it is recorded)
Fire = Callable[[int, TimerFired, Callable[[], None]], None]


class Timers:
    """Fires each timer once it is due. Firing one twice is harmless: the log admits it once."""

    def __init__(self, fire: Fire, only: int | None = None) -> None:
        self._fire = fire
        self._only = only
        self._alarms = Alarms()
        self._lock = threading.Lock()
        self._due: dict[Key, datetime] = {}
        self._under_way: set[Key] = set()

    def start(self) -> None:
        self._alarms.start()

    def stop(self) -> None:
        self._alarms.stop()

    def set(self, run: int, timer: Timer, of: str, due: datetime) -> None:
        """Fire at `due`, unless it is cleared or set anew before."""
        key = (run, timer, of)
        with self._lock:
            self._due[key] = due
        self._alarms.set((due - timezone.now()).total_seconds(), lambda: self._ring(key, due))

    def clear(self, run: int, timer: Timer, of: str) -> None:
        with self._lock:
            self._due.pop((run, timer, of), None)

    def poll(self) -> None:
        """Fire what is due in the table."""
        rows = RunTimer.objects.filter(due__lte=timezone.now())
        if self._only is not None:
            rows = rows.filter(run_id=self._only)
        for run, timer, of in rows.order_by("due").values_list("run_id", "timer", "of")[:1_000]:
            self._send((run, cast(Timer, timer), of))

    def _ring(self, key: Key, due: datetime) -> None:
        with self._lock:
            if self._due.get(key) != due:
                return
        self._send(key)

    def _send(self, key: Key) -> None:
        with self._lock:
            self._due.pop(key, None)
            if key in self._under_way:
                return
            self._under_way.add(key)
        run, timer, of = key
        self._fire(run, TimerFired(timer=timer, of=of), lambda: self._under_way.discard(key))
