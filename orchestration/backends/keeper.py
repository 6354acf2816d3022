"""Keeps an engine running in this process for as long as no other process has one."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from django.db import connections

from orchestration.backends.embedded import EmbeddedEngine
from orchestration.backends.ownership import EngineBusy

logger = logging.getLogger(__name__)

RETRY_SECONDS = 2.0


class EngineKeeper:
    """Starts an engine, or stands by until the one of another process is gone.

    `busy(message)` is called once when it has to stand by.
    """

    def __init__(self, busy: Callable[[str], None]) -> None:
        self._busy = busy
        self._engine: EmbeddedEngine | None = None
        self._stopping = threading.Event()
        self._told = False
        self._thread = threading.Thread(target=self._keep, name="trackside-keeper", daemon=True)

    def start(self) -> None:
        """Returns once the engine runs or has to stand by. Raises what a module of tools raises."""
        self._try()
        self._thread.start()

    def stop(self) -> None:
        """Stop the engine in good order."""
        self._stopping.set()
        self._thread.join()
        if self._engine is not None:
            self._engine.stop()

    def _keep(self) -> None:
        while not self._stopping.wait(RETRY_SECONDS):
            try:
                if self._engine is None or not self._engine.running:
                    self._try()
            except Exception:
                logger.exception("The engine could not be started; trying again.")
            finally:
                connections.close_all()

    def _try(self) -> None:
        engine = EmbeddedEngine()
        try:
            engine.start()
        except EngineBusy as busy:
            if not self._told:
                self._told = True
                self._busy(str(busy))
            return
        self._engine, self._told = engine, False
