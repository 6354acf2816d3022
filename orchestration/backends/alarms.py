"""One thread that calls back when a moment has come."""

from __future__ import annotations

import heapq
import itertools
import logging
import threading
import time
from collections.abc import Callable

logger = logging.getLogger(__name__)


class Alarms:
    """Callbacks by due moment, in seconds of `time.monotonic`. They must return quickly."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, Callable[[], None]]] = []
        self._order = itertools.count()
        self._changed = threading.Condition()
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="trackside-alarms", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Forget everything that is not due yet."""
        with self._changed:
            self._stopped = True
            self._changed.notify()
        self._thread.join()

    def set(self, seconds: float, callback: Callable[[], None]) -> None:
        """Call back in so many seconds, at once when it is none or less."""
        with self._changed:
            heapq.heappush(self._heap, (time.monotonic() + seconds, next(self._order), callback))
            if self._heap[0][2] is callback:
                self._changed.notify()

    def _run(self) -> None:
        while (callback := self._next()) is not None:
            try:
                callback()
            except Exception:
                logger.exception("An alarm's callback failed.")

    def _next(self) -> Callable[[], None] | None:
        """Wait for the next due callback; None when stopped."""
        with self._changed:
            while not self._stopped:
                # Waiting in steps: a moved clock or a suspended machine is noticed within seconds.
                wait = min(5.0, self._heap[0][0] - time.monotonic()) if self._heap else None
                if wait is not None and wait <= 0:
                    return heapq.heappop(self._heap)[2]
                self._changed.wait(wait)
            return None
