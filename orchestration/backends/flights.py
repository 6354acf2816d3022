"""Calls that this process has taken on and not yet seen recorded."""

from __future__ import annotations

import asyncio
import threading
import time
from dataclasses import dataclass, field

from orchestration.engine.ports import MakeCall

Key = tuple[int, str]


@dataclass(eq=False, slots=True)
class Flight:
    """One call under way. `done` decides who completes it: its tool, its timeout or a stop."""

    run: int
    request: MakeCall
    began: float = field(default_factory=time.monotonic)
    started: bool = False
    done: bool = False
    stop_asked: bool = False
    task: asyncio.Task[None] | None = None
    thread: threading.Thread | None = None

    @property
    def key(self) -> Key:
        return self.run, self.request.call

    @property
    def duration_ms(self) -> int:
        return round((time.monotonic() - self.began) * 1_000)


class Flights:
    """The table of all flights; every change is atomic."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._flights: dict[Key, Flight] = {}

    def take(self, run: int, request: MakeCall) -> Flight | None:
        """A new flight, or None when this call is already under way."""
        with self._lock:
            if (run, request.call) in self._flights:
                return None
            flight = Flight(run, request)
            self._flights[flight.key] = flight
            return flight

    def start(self, flight: Flight, thread: threading.Thread | None = None) -> bool:
        """Note that its tool runs from now on; False when it was stopped before."""
        with self._lock:
            if flight.done or flight.stop_asked:
                return False
            flight.started, flight.thread = True, thread
            flight.began = time.monotonic()
            return True

    def finish(self, flight: Flight) -> bool:
        """True for the first that finishes a flight; whatever comes later is dropped."""
        with self._lock:
            first, flight.done = not flight.done, True
            return first

    def ask_stop(self, run: int, call: str) -> Flight | None:
        """The flight that is to stop; None when there is none or it was asked before."""
        with self._lock:
            flight = self._flights.get((run, call))
            if flight is None or flight.done or flight.stop_asked:
                return None
            flight.stop_asked = True
            return flight

    def remove(self, flight: Flight) -> None:
        """Its completion is recorded, or it is left to the next boot."""
        with self._lock:
            self._flights.pop(flight.key, None)

    def of(self, run: int) -> set[str]:
        """The calls of a run that are under way."""
        with self._lock:
            return {call for owner, call in self._flights if owner == run}

    def keys(self) -> set[Key]:
        with self._lock:
            return set(self._flights)

    def all(self) -> list[Flight]:
        with self._lock:
            return list(self._flights.values())
