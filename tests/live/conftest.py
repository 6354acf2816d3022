"""Runs whose log grows, and people who watch them, over real rows and the real application."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client

from dashboard.asgi import application
from dashboard.live import hub as hub_module
from dashboard.live import room as room_module
from dashboard.live.threads import in_thread
from orchestration.models import Graph, Run
from orchestration.services.graphs import graph_import
from orchestration.services.runs import run_start
from tests.conftest import Person
from tests.dashboard.samples import DOCUMENT

pytestmark = pytest.mark.django_db(transaction=True)
Watch = Callable[..., Awaitable["Watcher"]]


class Watcher:
    """One open socket, and what came over it."""

    def __init__(
        self,
        address: str,
        cookie: str,
        origin: str = "http://localhost",
        send: Any = None,
        authorization: str = "",
    ) -> None:
        headers = [(b"cookie", cookie.encode()), (b"origin", origin.encode()), (b"host", b"localhost")]
        if authorization:
            headers.append((b"authorization", authorization.encode()))
        self.socket = WebsocketCommunicator(send or application, address, headers=headers)
        self.seq = -1
        self.resets: list[int] = []
        self.events: list[int] = []
        self.run: dict[str, Any] | None = None
        self.nodes: dict[str, Any] = {}

    async def message(self, timeout: float = 10) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(await self.socket.receive_from(timeout))
        return found

    async def take(self) -> dict[str, Any]:
        """Receive one message and hold it against the protocol."""
        message = await self.message()
        if message["type"] == "update":
            assert message["from"] == self.seq + 1
            assert [event["seq"] for event in message["events"]] == list(
                range(message["from"], message["to"] + 1)
            )
            self.seq = message["to"]
            self.events += [event["seq"] for event in message["events"]]
            self.run = message["run"] or self.run
            self.nodes |= {node["id"]: node for node in message["nodes"]}
        elif message["type"] == "reset":
            self.seq = message["seq"]
            self.resets.append(message["seq"])
        return message

    async def reach(self, seq: int) -> None:
        """Receive until event `seq` has come."""
        while self.seq != seq:
            await self.take()

    async def closed(self) -> tuple[str, int]:
        """The reason and the code with which the server closes."""
        while (message := await self.message())["type"] != "error":
            pass
        output = await self.socket.receive_output(5)
        assert output["type"] == "websocket.close"
        return message["code"], output["code"]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hubs end with their test, not a quarter of a minute later."""
    monkeypatch.setattr(hub_module, "LINGER_SECONDS", 0.01)


@pytest.fixture
def ada(transactional_db: None, person: Person) -> User:
    return person("ada", "Admin")


@pytest.fixture
def run(ada: User) -> Run:
    """It waits at its gate."""
    slug = graph_import(text=DOCUMENT, actor=ada).slug
    return run_start(graph=Graph.objects.get(slug=slug), input={"amount": 120}, actor=ada)


def cookie_for(user: User) -> str:
    """Of a session of this person."""
    client = Client()
    client.force_login(user)
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"


@pytest.fixture
def cookie(ada: User) -> str:
    return cookie_for(ada)


@pytest.fixture
async def watch(cookie: str) -> AsyncIterator[Watch]:
    """Open a socket; all are closed at the end."""
    opened: list[Watcher] = []

    async def make(address: str, **options: Any) -> Watcher:
        watcher = Watcher(address, options.pop("cookie", cookie), **options)
        accepted, _ = await watcher.socket.connect(5)
        assert accepted
        opened.append(watcher)
        return watcher

    yield make
    for watcher in opened:
        # One that a failed test has given up on must not leave its hub to the tests after it.
        with suppress(TimeoutError, asyncio.CancelledError):
            await watcher.socket.disconnect(timeout=5)
    # Nothing may still read the database when the test's is taken down.
    loop = asyncio.get_running_loop()
    for hub in list(hub_module._hubs.get(loop, {}).values()):
        await asyncio.wait_for(hub.closed(), 10)
    for room in list(room_module._rooms.get(loop, {}).values()):
        await asyncio.wait_for(room.closed(), 10)
    await loop.shutdown_default_executor()


def in_database(function: Callable[..., Any]) -> Callable[..., Awaitable[Any]]:
    """Run sync database work from an async test; the thread's connection is closed afterwards."""
    return partial(in_thread, function)
