"""Makes calls: async tools on one event loop, synchronous ones on threads, each with its timeout."""

from __future__ import annotations

import asyncio
import logging
import re
import threading
from collections.abc import Callable
from typing import Any

from django.db import Error as DatabaseError
from django.db import connections
from structlog.contextvars import bound_contextvars

from orchestration.backends.flights import Flight, Flights
from orchestration.backends.threads import ToolThreads
from orchestration.engine.events import Failure, ToolCallCompleted
from orchestration.engine.ports import Leases, MakeCall
from orchestration.tools import Tool, ToolContext, ToolError, failure_of, registered

logger = logging.getLogger(__name__)

ATTEMPT = re.compile(r"#(\d+)")
Complete = Callable[[Flight, ToolCallCompleted], None]


class CallRunner:
    """Carries out one MakeCall at a time each on its own task or thread.

    `complete(flight, event)` is called exactly once for every call that was taken on, except when the
    runner is shut down first; then the call is left open for the next boot.
    """

    def __init__(
        self, owner: str, leases: Leases, flights: Flights, complete: Complete, threads: int
    ) -> None:
        self.owner = owner
        self.leases = leases
        self.flights = flights
        self._complete = complete
        self._threads = ToolThreads(threads)
        self._loop: asyncio.AbstractEventLoop  # made by start: an engine that never starts leaves none open
        self._thread = threading.Thread(target=self._run_loop, name="trackside-calls", daemon=True)

    def start(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread.start()

    def shut_down(self) -> None:
        """Cancel what runs on the loop and let threads end; nothing is completed any more."""
        for flight in self.flights.all():
            self.flights.finish(flight)
        self._threads.stop()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def make(self, run: int, request: MakeCall) -> None:
        """Take a call on, unless it is under way. Never blocks."""
        flight = self.flights.take(run, request)
        if flight is None:
            return
        tool = registered().get(request.tool)
        if tool is None:
            message = f"The tool {request.tool} is not registered in this process."
            self._finish(flight, failure_of(ToolError(message, before_effect=True)))
        elif tool.is_async and tool.effect != "write":
            self._loop.call_soon_threadsafe(self._about, flight, self._spawn, flight, tool)
        else:
            # An async write begins on a thread too: its start mark is a database write.
            self._threads.submit(lambda: self._about(flight, self._on_thread, flight, tool))

    def stop(self, run: int, call: str) -> None:
        """Stop a call: at once when it waits or is async; a synchronous one runs to its end."""
        flight = self.flights.ask_stop(run, call)
        if flight is None:
            return
        if not flight.started:
            self._finish(
                flight, Failure(code="interrupted", message="Stopped before it began.", before_effect=True)
            )
        elif flight.thread is None:
            self._loop.call_soon_threadsafe(self._cancel, flight)

    # ── on a thread ──

    def _on_thread(self, flight: Flight, tool: Tool) -> None:
        try:
            arguments = self._begin(flight, tool)
            if arguments is None:
                return
            if tool.is_async:
                self._loop.call_soon_threadsafe(
                    self._about, flight, self._spawn_with, flight, tool, arguments
                )
                return
            self._finish(flight, tool.output(tool.function(**arguments)))
        except BaseException as error:
            # SystemExit as well: a tool must not end the thread, let alone the process.
            self._finish(flight, failure_of(error))
        finally:
            connections.close_all()

    def _begin(self, flight: Flight, tool: Tool) -> dict[str, Any] | None:
        """Check the input, leave the start mark of a write, note the start. None: do not call."""
        arguments = tool.arguments(flight.request.input, context_of(flight.run, flight.request))
        if tool.effect == "write" and not self._mark(flight):
            return None
        thread = None if tool.is_async else threading.current_thread()
        return arguments if self.flights.start(flight, thread) else None

    def _mark(self, flight: Flight) -> bool:
        try:
            fence = self.leases.start(flight.run, flight.request.call, self.owner)
        except DatabaseError as error:
            # Not marked means not made. Saying so lets the node's strategy take over.
            message = f"The call was not made, because its start could not be recorded: {error}"
            raise ToolError(message, before_effect=True) from error
        if fence is None:
            logger.warning("Run %s: %s is held by another owner.", flight.run, flight.request.call)
            self.flights.remove(flight)
        return fence is not None

    def _about(self, flight: Flight, work: Callable[..., None], *arguments: Any) -> None:
        """Do `work` so that every line that it logs, the tool's own too, names run and node."""
        request = flight.request
        with bound_contextvars(run=flight.run, node=request.node, call=request.call, tool=request.tool):
            work(*arguments)

    def expire(self) -> None:
        """Time out the synchronous calls that are due; the engine asks several times a second.

        A thread cannot be stopped: it is written off, and what it still returns is dropped.
        """
        for flight in self.flights.all():
            late = flight.duration_ms >= 1_000 * flight.request.timeout_seconds
            if late and flight.thread is not None and self._finish(flight, timeout_of(flight.request)):
                self._threads.write_off(flight.thread)

    # ── on the loop ──

    def _run_loop(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        tasks = asyncio.all_tasks(self._loop)
        for task in tasks:
            task.cancel()
        self._loop.run_until_complete(asyncio.wait(tasks, timeout=1) if tasks else asyncio.sleep(0))
        self._loop.close()

    def _spawn(self, flight: Flight, tool: Tool) -> None:
        try:
            arguments = self._begin(flight, tool)
        except Exception as error:
            self._finish(flight, failure_of(error))
            return
        if arguments is not None:
            self._spawn_with(flight, tool, arguments)

    def _spawn_with(self, flight: Flight, tool: Tool, arguments: dict[str, Any]) -> None:
        flight.task = self._loop.create_task(self._on_loop(flight, tool, arguments))
        alarm = self._loop.call_later(flight.request.timeout_seconds, self._time_out_on_loop, flight)
        flight.task.add_done_callback(lambda _: alarm.cancel())
        if flight.stop_asked:
            self._cancel(flight)

    async def _on_loop(self, flight: Flight, tool: Tool, arguments: dict[str, Any]) -> None:
        try:
            self._finish(flight, tool.output(await tool.function(**arguments)))
        except asyncio.CancelledError as error:
            # Ours, or the tool's own: then it is a failure like any other.
            self._finish(flight, failure_of(error))
        except BaseException as error:
            # SystemExit and KeyboardInterrupt would stop the whole loop.
            self._finish(flight, failure_of(error))

    def _time_out_on_loop(self, flight: Flight) -> None:
        if self._finish(flight, timeout_of(flight.request)) and flight.task is not None:
            flight.task.cancel()

    def _cancel(self, flight: Flight) -> None:
        """What was cut off may have had its effect when it was a write."""
        if flight.task is None:
            return  # on its way here; it looks at stop_asked itself
        if flight.request.effect == "write":
            failure = Failure(
                code="unknown_outcome", message="It was stopped half-way and may have happened."
            )
        else:
            failure = Failure(code="interrupted", message="It was stopped.")
        if self._finish(flight, failure):
            flight.task.cancel()

    def _finish(self, flight: Flight, result: Any) -> bool:
        """Complete the call with an output or a Failure; False when something else did so before."""
        if not self.flights.finish(flight):
            return False
        error = result if isinstance(result, Failure) else None
        if error is not None:
            self._about(flight, _tell, error)
        event = ToolCallCompleted.model_construct(
            call=flight.request.call,
            output=None if error else result,
            error=error,
            duration_ms=flight.duration_ms if flight.started else 0,
        )
        self._complete(flight, event)
        return True


def _tell(failure: Failure) -> None:
    """Its code alone: what a tool says may hold what no log should. The run's page has the rest."""
    logger.warning("A call failed.", extra={"code": failure.code})


def context_of(run: int, request: MakeCall) -> ToolContext:
    """A call is named `<path>#<attempt>…`; attempts count from 1."""
    match = ATTEMPT.search(request.call, len(request.node))
    return ToolContext(
        idempotency_key=request.idempotency_key,
        run=run,
        node=request.node,
        attempt=int(match[1]) if match else 1,
    )


def timeout_of(request: MakeCall) -> Failure:
    return Failure(code="timeout", message=f"It took longer than {request.timeout_seconds:g} seconds.")
