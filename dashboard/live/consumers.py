"""The sockets' ends on the server: who may watch is checked at connect and again at every ping."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs
from weakref import WeakSet

from channels.generic.websocket import AsyncWebsocketConsumer

from dashboard.live.frames import message
from dashboard.live.hub import Hub, Source, hub_of
from dashboard.live.messages import CLOSE_CODES, ApprovalCount
from dashboard.live.outbox import Outbox
from dashboard.live.session import cookies_of, user_of, why_not_watch
from dashboard.live.source import RunSource
from dashboard.live.threads import in_thread
from dashboard.watching.metrics import SOCKETS
from orchestration.notify import ME_GROUP, bind_loop
from orchestration.selectors import approvals
from orchestration.selectors.views import SocketError

_bound: WeakSet[asyncio.AbstractEventLoop] = WeakSet()


def bind_once() -> None:
    """Let hints come to this loop. Once for each loop: binding drops the hints that are on their way."""
    loop = asyncio.get_running_loop()
    if loop not in _bound:
        _bound.add(loop)
        bind_loop(loop)


class Socket(AsyncWebsocketConsumer):
    """Opens, says why it refuses, pings, and sends what is put into its outbox."""

    ping_seconds = 10.0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.outbox = Outbox()
        self._tasks: set[asyncio.Task[None]] = set()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        open_sockets = SOCKETS.labels(type(self).__name__)
        open_sockets.inc()
        try:
            await super().__call__(scope, receive, send)
        finally:
            open_sockets.dec()
            # Also when the server gives up on this socket without a word: nobody stays who has gone.
            self.stop()

    async def dispatch(self, message: dict[str, Any]) -> None:
        # Channels would hop to the one sync thread to close old connections before every message;
        # here database work has its own threads, which clean up after themselves.
        await getattr(self, message["type"].replace(".", "_"))(message)

    async def connect(self) -> None:
        bind_once()
        await self.accept()
        if reason := await self.why_not():
            await self.refuse(reason)
            return
        self.start(self._send_outbox())
        self.start(self._ping())
        await self.opened()

    async def why_not(self) -> str | None:
        """The reason (a key of CLOSE_CODES) to turn this socket away, or None."""
        raise NotImplementedError

    async def opened(self) -> None:
        """Called once, when the socket is accepted."""

    def left(self) -> None:
        """Called when the socket is gone or refused; may be called twice."""

    async def beat(self) -> None:
        """Called with every ping, after the permission was checked again."""

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def refuse(self, reason: str) -> None:
        """Tell why, then close. Nothing more is sent afterwards."""
        self.stop()
        # A client that reads nothing must not keep the socket open by that.
        with suppress(TimeoutError):
            await asyncio.wait_for(self.send(text_data=message(SocketError(code=reason))), 2)
        await self.close(code=CLOSE_CODES[reason])

    def stop(self) -> None:
        self.left()
        for task in self._tasks - {asyncio.current_task()}:
            task.cancel()

    async def websocket_disconnect(self, message: Any) -> None:
        self.stop()
        await super().websocket_disconnect(message)

    async def _send_outbox(self) -> None:
        while True:
            await self.send(text_data=await self.outbox.get())

    async def _ping(self) -> None:
        while True:
            await asyncio.sleep(self.ping_seconds)
            if reason := await self.why_not():
                await self.refuse(reason)
                return
            self.outbox.ping()
            await self.beat()


class HubSocket(Socket):
    """``?after=<n>``: everything after number `n`, then everything as it happens."""

    hub: Hub | None = None

    def source(self) -> Source:
        """What is watched. Called when it is sure that it may be."""
        raise NotImplementedError

    @property
    def after(self) -> int | None:
        """From the address; -1 (everything) when it is not given, None when it is not a number."""
        text = parse_qs(self.scope["query_string"].decode("latin-1")).get("after", ["-1"])[-1]
        digits = text.removeprefix("-")
        return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 19 else None

    async def opened(self) -> None:
        self.hub = hub_of(self.source())
        self.hub.join(self.outbox, self.after if self.after is not None else -1)
        self.start(self._end_with(self.hub))

    def left(self) -> None:
        if self.hub is not None:
            self.hub.leave(self.outbox)

    async def _end_with(self, hub: Hub) -> None:
        await hub.closed()
        await self.refuse("try_again")


class RunSocket(HubSocket):
    """``/ws/runs/<id>/?after=<seq>``: the events of a run."""

    async def why_not(self) -> str | None:
        self.run = int(self.scope["url_route"]["kwargs"]["run"])
        if self.after is None:
            return "bad_request"
        return await in_thread(why_not_watch, cookies_of(self.scope), self.run)

    def source(self) -> Source:
        return RunSource(self.run)


class MeSocket(Socket):
    """``/ws/me/``: how many approvals wait for this user."""

    groups = [ME_GROUP]  # noqa: RUF012  # Channels wants a list
    gather_seconds = 0.5

    async def why_not(self) -> str | None:
        user = await in_thread(user_of, cookies_of(self.scope))
        return None if user.is_authenticated else "unauthenticated"

    async def opened(self) -> None:
        self._last: int | None = None
        self._hint = asyncio.Event()
        self._hint.set()
        self.start(self._count())

    async def me_hint(self, message: dict[str, Any]) -> None:
        """An approval was opened or closed somewhere."""
        if hasattr(self, "_hint"):
            self._hint.set()

    async def beat(self) -> None:
        self._hint.set()

    async def _count(self) -> None:
        while True:
            await self._hint.wait()
            self._hint.clear()
            count = await in_thread(self._open)
            if count != self._last:
                self._last = count
                self.outbox.put([message(ApprovalCount(open=count))], 0)
            await asyncio.sleep(self.gather_seconds)

    def _open(self) -> int:
        return approvals.open_for(user_of(cookies_of(self.scope))).count()
