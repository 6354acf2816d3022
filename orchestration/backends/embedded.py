"""The engine inside one process: makes calls, fires timers, records what comes back."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.db import connections

from orchestration.backends.calls import CallRunner
from orchestration.backends.flights import Flight, Flights
from orchestration.backends.ownership import EngineBusy, beat, claim, leave, new_owner
from orchestration.backends.recovery import Recovery
from orchestration.backends.timers import Timers
from orchestration.backends.writer import Entry, Writer
from orchestration.engine.events import TimerFired, ToolCallCompleted
from orchestration.engine.judging import judged
from orchestration.engine.ports import ClearTimer, Command, Judge, MakeCall, SetTimer, StopCall
from orchestration.leases import DjangoLeases
from orchestration.runtime import driver, register_dispatcher
from orchestration.tools import autodiscover

logger = logging.getLogger(__name__)

POLL_SECONDS = 0.25
BEAT_SECONDS = 1.0
TOOL_THREADS = 32


@dataclass(frozen=True)
class Load:
    """Calls that tools work on, calls in line, and results that are not in the log yet."""

    running: int
    waiting: int
    unrecorded: int


class EmbeddedEngine:
    """`ports.Dispatcher` of this process. One engine works on a database at a time.

    `only` restricts it to one run, for a command that drives its own run and nothing else.
    """

    def __init__(self, owner: str | None = None, only: int | None = None) -> None:
        self.owner = owner or new_owner()
        self.only = only
        self.running = False
        self._stopping = threading.Event()
        self._stop_lock = threading.Lock()
        self._flights = Flights()
        leases = DjangoLeases()
        self._writer = Writer(driver)
        self._runner = CallRunner(self.owner, leases, self._flights, self._complete, TOOL_THREADS)
        self._timers = Timers(self._fire, only)
        self._recovery = Recovery(self._runner, self._writer, leases, only)
        self._pulse = threading.Thread(target=self._beat_and_poll, name="trackside-pulse", daemon=True)

    def start(self) -> None:
        """Take the database over, pick up what earlier boots left, and go on by itself.

        Raises EngineBusy when another engine lives, and whatever a module of tools raises.
        """
        autodiscover()
        claim(self.owner)
        self.running = True
        self._writer.start()
        self._runner.start()
        self._timers.start()
        register_dispatcher(self)
        self._pulse.start()

    def stop(self, grace: float = 5.0) -> None:
        """Make nothing new, give writes under way `grace` seconds, record what came back, leave.

        Other calls are cut off; they are made again at the next boot, under the same key.
        """
        with self._stop_lock:
            if not self.running:
                return
            self._stopping.set()
            self._await_writes(grace)
            register_dispatcher(None)
            self._timers.stop()
            self._runner.shut_down()
            self._writer.stop(timeout=grace + 1)
            if threading.current_thread() is not self._pulse:
                self._pulse.join()
            leave(self.owner)
            self.running = False

    def load(self) -> Load:
        """How much there is to do right now."""
        flights = [flight for flight in self._flights.all() if not flight.done]
        running = sum(flight.started for flight in flights)
        return Load(running, len(flights) - running, self._writer.waiting)

    # ── Dispatcher ──

    def dispatch(self, run: int, commands: Sequence[Command]) -> None:
        if self.only not in (None, run):
            return
        for command in commands:
            match command:
                case MakeCall():
                    if not self._stopping.is_set():
                        self._runner.make(run, command)
                case Judge():
                    self._writer.put(Entry(run, judged(command)))
                case StopCall():
                    self._runner.stop(run, command.call)
                case SetTimer():
                    self._timers.set(run, command.timer, command.of, command.due)
                case ClearTimer():
                    self._timers.clear(run, command.timer, command.of)

    # ── what came back ──

    def _complete(self, flight: Flight, event: ToolCallCompleted) -> None:
        self._writer.put(Entry(flight.run, event, lambda: self._flights.remove(flight)))

    def _fire(self, run: int, event: TimerFired, settled: Callable[[], None]) -> None:
        if not self._stopping.is_set():
            self._writer.put(Entry(run, event, settled))

    # ── the pulse ──

    def _beat_and_poll(self) -> None:
        next_beat = 0.0
        while not self._stopping.is_set():
            try:
                if time.monotonic() >= next_beat:
                    self._keep_ownership()
                    next_beat = time.monotonic() + BEAT_SECONDS
                self._runner.expire()
                self._timers.poll()
                self._recovery.poll()
            except EngineBusy as busy:
                logger.critical("This engine was taken for dead and ends here. %s", busy)
                self.stop(grace=0)
            except Exception:
                logger.exception("The engine's pulse stumbled; it goes on.")
                connections.close_all()
            self._stopping.wait(POLL_SECONDS)
        connections.close_all()

    def _keep_ownership(self) -> None:
        if not beat(self.owner):
            claim(self.owner)  # our row is gone; unless someone else has taken over, take it back

    def _await_writes(self, grace: float) -> None:
        deadline = time.monotonic() + grace
        while time.monotonic() < deadline and any(
            flight.started and flight.request.effect == "write" for flight in self._flights.all()
        ):
            time.sleep(0.02)
