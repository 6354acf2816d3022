"""Any order of connecting, losing hints, saying nonsense, losing permission, signing out and coming back.

The model: every event once and in order after any sequence; nonsense is passed over and costs nobody
anything; whoever may not watch any more is told so with a code, and told nothing after it. A few orders in
every run, many with ``TRACKSIDE_FUZZ=200``.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from channels.layers import get_channel_layer
from django.contrib.auth.models import Group, User
from django.contrib.sessions.models import Session
from hypothesis import HealthCheck, settings, strategies
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from dashboard.live import hub as hub_module
from dashboard.live import room as room_module
from dashboard.live.consumers import Socket
from dashboard.live.threads import in_thread
from orchestration.models import Draft, Graph, Run
from orchestration.services.graphs import graph_import
from orchestration.services.runs import run_continue, run_pause, run_start
from tests.dashboard.samples import DOCUMENT
from tests.live.conftest import Watcher, cookie_for
from tests.live.graphs import rename

pytestmark = pytest.mark.django_db(transaction=True)
EXAMPLES = int(os.environ.get("TRACKSIDE_FUZZ", "6"))
NAMES = map("watcher{}".format, itertools.count())

nested = strategies.just('{"type": "look", "node": ' + "[" * 3_000)
wrong = strategies.sampled_from(
    [
        "",
        "{}",
        "[]",
        "null",
        "7",
        '{"type": 1}',
        '{"type": "look"}',
        '{"type": "look", "node": 7}',
        '{"type": "look", "node": "x", "more": 1}',
        '{"type": "hello"}',
        '"\\ud800"',
        '{"type": "look", "node": NaN}',
    ]
)
# Hypothesis writes down what it draws, so long frames are not as long as Daphne would let them be.
huge = strategies.sampled_from(["x" * 3_000, b"\xff" * 1_000])
# Those that come near to what is understood are the likely ones: they are listed first, and twice.
frames = strategies.one_of(
    wrong, wrong, strategies.text(max_size=50), nested, huge, strategies.binary(max_size=50)
)


class Tab:
    """One socket of the browser, and what its page has: events of a run, versions of a draft, or a number."""

    def __init__(self, kind: str, after: int, watcher: Watcher) -> None:
        self.kind = kind
        self.seq = after
        self.watcher = watcher

    async def take(self) -> dict[str, Any]:
        """One message, held against the protocol."""
        message = await self.watcher.message()
        if message["type"] == "update":
            seqs = [event["seq"] for event in message["events"]]
            assert seqs == list(range(self.seq + 1, message["to"] + 1))
            self.seq = message["to"]
        elif message["type"] == "graph":
            versions = [change["version"] for change in message["changes"]]
            assert message["from"] == self.seq
            assert versions == list(range(self.seq + 1, message["to"] + 1))
            self.seq = message["to"]
        elif message["type"] == "reset":
            raise AssertionError("nobody here is ahead or far behind")
        return message


class Protocol(RuleBasedStateMachine):
    """What may happen to a person with some tabs open."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.tabs: list[Tab] = []
        self.give_back: Callable[[], None] = lambda: None
        self.allowed = self.signed_in = True
        self.losing = False
        self.seq = self.version = 0

    def wait(self, work: Awaitable[Any]) -> Any:
        async def bounded() -> Any:
            return await asyncio.wait_for(work, 30)

        return self.loop.run_until_complete(bounded())

    def stored(self, function: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        return self.wait(in_thread(lambda: function(*arguments, **named)))

    @initialize()
    def begin(self) -> None:
        self.wait(self._lose_hints_when_told())
        self.stored(self._people)
        # So that whatever comes first meets somebody.
        for kind, after in (("run", -1), ("graph", 0), ("me", 0)):
            self._open(kind, after)

    def _people(self) -> None:
        self.user = User.objects.create_user(next(NAMES))
        self.user.groups.set(Group.objects.filter(name="Viewer"))
        self.other = User.objects.create_superuser(next(NAMES))
        self.graph = Graph.objects.get(
            slug=graph_import(text=DOCUMENT, actor=self.other, name=next(NAMES)).slug
        )
        self.run = run_start(graph=self.graph, input={"amount": 1}, actor=self.other)
        self.cookie = cookie_for(self.user)
        self._look()

    def _look(self) -> None:
        self.seq = Run.objects.get(pk=self.run.pk).seq
        draft = Draft.objects.filter(graph=self.graph).first()
        self.version = draft.version if draft else 0

    async def _lose_hints_when_told(self) -> None:
        layer: Any = get_channel_layer()
        send = layer.group_send

        async def lossy(group: str, message: dict[str, Any]) -> None:
            if not self.losing:
                await send(group, message)

        layer.group_send = lossy
        self.give_back = lambda: setattr(layer, "group_send", send)

    # ── what others do ──

    @rule(count=strategies.integers(1, 3))
    def log_grows(self, count: int) -> None:
        for _ in range(count):
            self.stored(self._step)

    def _step(self) -> None:
        row = Run.objects.get(pk=self.run.pk)
        (run_continue if row.status == "paused" else run_pause)(run=row, actor=self.other)
        self._look()

    @rule(titles=strategies.lists(strategies.sampled_from("abc"), min_size=1, max_size=2))
    def draft_changes(self, titles: list[str]) -> None:
        self.wait(rename(self.graph, self.other, *(f"{title}{self.version}" for title in titles)))
        self.stored(self._look)

    @rule(losing=strategies.booleans())
    def hints(self, losing: bool) -> None:
        self.losing = losing

    # ── what the person does ──

    @property
    def refusal(self) -> str | None:
        if not self.signed_in:
            return "unauthenticated"
        return None if self.allowed else "forbidden"

    @precondition(lambda self: len(self.tabs) < 5)
    @rule(kind=strategies.sampled_from(["run", "graph"]), known=strategies.floats(0, 1))
    def open_tab(self, kind: str, known: float) -> None:
        """With a part of what there is."""
        least, most = (-1, self.seq) if kind == "run" else (0, self.version)
        self._open(kind, least + int(known * (most - least)))

    @precondition(lambda self: len(self.tabs) < 5)
    @rule()
    def open_badge(self) -> None:
        self._open("me", 0)

    def _open(self, kind: str, after: int) -> None:
        address = {
            "run": f"/ws/runs/{self.run.pk}/?after={after}",
            "graph": f"/ws/graphs/{self.graph.slug}/?after={after}",
            "me": "/ws/me/",
        }[kind]

        async def connect() -> Watcher:
            watcher = Watcher(address, self.cookie)
            accepted, _ = await watcher.socket.connect(10)
            assert accepted
            return watcher

        tab = Tab(kind, after, self.wait(connect()))
        # The badge is for everybody who is signed in.
        refusal = None if kind == "me" and self.signed_in else self.refusal
        if refusal:
            self._told(tab, refusal)
        else:
            self.tabs.append(tab)

    @precondition(lambda self: self.tabs)
    @rule(data=strategies.data())
    def reconnect(self, data: strategies.DataObject) -> None:
        tab = self.tabs.pop(data.draw(strategies.integers(0, len(self.tabs) - 1)))
        self.wait(tab.watcher.socket.disconnect(timeout=10))
        self._open(tab.kind, tab.seq)

    @precondition(lambda self: self.tabs)
    @rule(said=strategies.lists(frames, min_size=1, max_size=4))
    def say_nonsense(self, said: list[str | bytes]) -> None:
        for tab in self.tabs:
            for frame in said:
                self._say(tab, frame)

    @precondition(lambda self: self.tabs)
    @rule(node=strategies.sampled_from(["approve", "nothing", None]))
    def look(self, node: str | None) -> None:
        for tab in self.tabs:
            self._say(tab, json.dumps({"type": "look", "node": node}))

    def _say(self, tab: Tab, frame: str | bytes) -> None:
        part = "bytes" if isinstance(frame, bytes) else "text"
        self.wait(tab.watcher.socket.send_input({"type": "websocket.receive", part: frame}))
        # Raises what the server's end raised at it, if it did.
        self.wait(tab.watcher.socket.receive_nothing(0.005, 0.001))
        assert not tab.watcher.socket.future.done()

    # ── who may watch ──

    @precondition(lambda self: self.allowed and self.signed_in)
    @rule()
    def permission_is_withdrawn(self) -> None:
        self.stored(self.user.groups.clear)
        self.allowed = False
        self._all_told("forbidden", but="me")

    @precondition(lambda self: not self.allowed)
    @rule()
    def permission_is_given(self) -> None:
        self.stored(self.user.groups.set, Group.objects.filter(name="Viewer"))
        self.allowed = True

    @precondition(lambda self: self.signed_in)
    @rule()
    def session_ends(self) -> None:
        self.stored(Session.objects.all().delete)
        self.signed_in = False
        self._all_told("unauthenticated")

    @precondition(lambda self: not self.signed_in)
    @rule()
    def sign_in(self) -> None:
        self.cookie = self.stored(cookie_for, self.user)
        self.signed_in = True

    def _all_told(self, reason: str, but: str = "") -> None:
        told = [tab for tab in self.tabs if tab.kind != but]
        self.tabs = [tab for tab in self.tabs if tab.kind == but]
        for tab in told:
            self._told(tab, reason)

    def _told(self, tab: Tab, reason: str) -> None:
        """Why, then the end with its code, then nothing."""

        async def end() -> None:
            while (message := await tab.take())["type"] != "error":
                pass
            assert message["code"] == reason
            last = await tab.watcher.socket.receive_output(10)
            assert last == {"type": "websocket.close", "code": CODES[reason]} | (
                {"reason": last["reason"]} if "reason" in last else {}
            )
            assert await tab.watcher.socket.receive_nothing(0.05)
            await tab.watcher.socket.disconnect(timeout=10)

        self.wait(end())

    # ── what always holds ──

    @invariant()
    def every_tab_catches_up(self) -> None:
        """Also when every hint was lost: whoever watches looks for himself."""
        for tab in self.tabs:
            while tab.kind != "me" and tab.seq != (self.seq if tab.kind == "run" else self.version):
                self.wait(tab.take())

    def teardown(self) -> None:
        self.give_back()
        self.wait(self._close())
        self.loop.close()

    async def _close(self) -> None:
        for tab in self.tabs:
            # Raises what the server's end raised, if it did.
            await tab.watcher.socket.disconnect(timeout=10)
        for hub in list(hub_module._hubs.get(self.loop, {}).values()):
            await asyncio.wait_for(hub.closed(), 10)
        for room in list(room_module._rooms.get(self.loop, {}).values()):
            await asyncio.wait_for(room.closed(), 10)
        await self.loop.shutdown_default_executor()


CODES = {"unauthenticated": 4401, "forbidden": 4403}


def test_any_order_of_what_may_happen(
    transactional_db: None, groups: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(Socket, "ping_seconds", 0.1)
    monkeypatch.setattr(hub_module, "CHECK_SECONDS", 0.1)
    monkeypatch.setattr(hub_module, "POLL_SECONDS", 0.1)
    run_state_machine_as_test(
        Protocol,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=25,
            deadline=None,
            database=None,
            derandomize="TRACKSIDE_FUZZ" not in os.environ,
            suppress_health_check=list(HealthCheck),
        ),
    )
    assert not [record for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")]
