"""Daphne, with a `send` that waits for slow clients.

As it comes, Daphne takes every websocket message at once and keeps what the client has not read in
memory, however much that is. Here a consumer's `send` returns when the client has read most of what was
sent before, so the backlog builds up in the consumer's outbox, which is bounded (see `outbox.py`).
"""

from __future__ import annotations

import asyncio
from typing import Any

from daphne.server import Server  # type: ignore[import-untyped]  # ships no types
from daphne.ws_protocol import WebSocketProtocol  # type: ignore[import-untyped]


class Gate:
    """A push producer (Twisted's word) that produces nothing: the transport closes and opens it."""

    def __init__(self) -> None:
        self._open = asyncio.Event()
        self._open.set()

    def pauseProducing(self) -> None:  # noqa: N802  # the name is Twisted's
        self._open.clear()

    def resumeProducing(self) -> None:  # noqa: N802
        self._open.set()

    def stopProducing(self) -> None:  # noqa: N802
        self._open.set()

    async def passed(self) -> None:
        await self._open.wait()


class PatientServer(Server):  # type: ignore[misc]
    """Use in place of `daphne.server.Server`."""

    async def handle_reply(self, protocol: Any, message: dict[str, Any]) -> None:
        await super().handle_reply(protocol, message)
        if not isinstance(protocol, WebSocketProtocol):
            return
        if message["type"] == "websocket.accept" and protocol.transport is not None:
            # The HTTP request that became this socket is still registered there.
            protocol.unregisterProducer()
            protocol.gate = Gate()
            protocol.registerProducer(protocol.gate, True)
        elif message["type"] == "websocket.send" and hasattr(protocol, "gate"):
            await protocol.gate.passed()
