"""Threads for synchronous tools.

Not the standard library's pool: that one waits for its threads at interpreter exit, so a tool that
hangs would keep a stopped server alive for ever; and it cannot write a hanging thread off.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable

logger = logging.getLogger(__name__)

Job = Callable[[], None]


class Worker(threading.Thread):
    """Runs jobs until it is told to end or was written off."""

    def __init__(self, pool: ToolThreads) -> None:
        super().__init__(name="trackside-tool", daemon=True)
        self.pool = pool
        self.written_off = False

    def run(self) -> None:
        while not self.written_off and (job := self.pool.next_job()) is not None:
            try:
                job()
            except BaseException:
                # Jobs report their own failures; what comes here is a bug and must not cost a thread.
                logger.exception("A tool thread's job failed.")


class ToolThreads:
    """At most `size` jobs at a time, those that were written off not counted; the rest wait in line."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._jobs: deque[Job] = deque()
        self._changed = threading.Condition()
        self._waiting = 0
        self._count = 0
        self._stopped = False

    def submit(self, job: Job) -> None:
        """Run the job soon. Never blocks."""
        with self._changed:
            self._jobs.append(job)
            self._changed.notify()
            self._ensure_workers()

    def write_off(self, thread: threading.Thread) -> None:
        """Give up on a thread that hangs in its job: it ends when the job does, another takes its place."""
        with self._changed:
            if isinstance(thread, Worker) and not thread.written_off:
                thread.written_off = True
                self._count -= 1
                self._ensure_workers()

    def stop(self) -> None:
        """Drop the jobs in line and end idle threads; busy ones end after their job."""
        with self._changed:
            self._stopped = True
            self._jobs.clear()
            self._changed.notify_all()

    def next_job(self) -> Job | None:
        """For workers: wait for a job; None means the end."""
        with self._changed:
            self._waiting += 1
            while not self._jobs and not self._stopped:
                self._changed.wait()
            self._waiting -= 1
            return None if self._stopped else self._jobs.popleft()

    def _ensure_workers(self) -> None:
        # A woken thread counts as waiting until it has taken its job, and so does the job.
        if len(self._jobs) > self._waiting and self._count < self.size and not self._stopped:
            self._count += 1
            Worker(self).start()
