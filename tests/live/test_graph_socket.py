"""Whoever has a graph open gets every change of its draft once, in order, whatever happens to hints and
connections; and can do nothing to it over the socket."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest
from channels.layers import get_channel_layer
from django.contrib.auth.models import Group, User
from django.utils import timezone

from dashboard.asgi import application
from dashboard.live import graph_frames, graph_source
from dashboard.live import hub as hub_module
from dashboard.live.graph_socket import GraphSocket
from dashboard.live.outbox import Outbox
from orchestration import notify
from orchestration.graph.document import Document
from orchestration.models import Change, Draft, Graph, Layout
from orchestration.selectors.draft_problems import draft_problems
from orchestration.selectors.draft_views import DraftProblems, GraphUpdate, Position
from orchestration.selectors.drafts import CHANGES_SENT
from orchestration.services.draft_publishing import draft_publish
from orchestration.services.graphs import graph_import
from orchestration.services.layouts import layout_change
from tests.conftest import Person
from tests.dashboard.samples import DOCUMENT
from tests.live.conftest import Watch, cookie_for, in_database
from tests.live.graphs import DraftCopy, change, follow, rename, view_of

pytestmark = pytest.mark.django_db(transaction=True)

ADD = {"op": "add_node", "node": {"id": "wait", "kind": "tool", "tool": "time_sleep", "title": "Wait"}}


@pytest.fixture
def graph(ada: User) -> Graph:
    return Graph.objects.get(slug=graph_import(text=DOCUMENT, actor=ada).slug)


async def shown(graph: Graph, user: User) -> dict[str, Any]:
    """What a page that is loaded now shows."""
    return DraftCopy(await view_of(graph, user), None).shown()  # type: ignore[arg-type]


# ── every change once, in order ─────────────────────────────────────────────────────────────


async def test_changes_follow_the_draft_that_was_loaded(graph: Graph, ada: User, watch: Watch) -> None:
    copy = await follow(watch, graph, ada)
    assert await copy.next("hello") == {"type": "hello", "seq": 0, "protocol": 1}
    await change(graph, ada, ADD)
    wrap = {"op": "wrap_in_team", "ids": ["wait"], "team_id": "team"}
    last = await change(graph, ada, wrap)
    await copy.reach(last)
    assert copy.versions == [1, 2]
    assert copy.shown() == await shown(graph, ada)


async def test_an_update_is_what_its_schema_says(graph: Graph, ada: User, watch: Watch) -> None:
    await rename(graph, ada, "Other")
    copy = await follow(watch, graph, ada)
    for _ in range(2):
        message = await copy.next("graph")
        assert GraphUpdate.model_validate(message).model_dump(mode="json") == message
        await rename(graph, ada, "Another")


async def test_half_of_the_hints_get_lost(
    graph: Graph, ada: User, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_module, "CHECK_SECONDS", 0.2)
    monkeypatch.setattr(hub_module, "POLL_SECONDS", 0.2)
    chance = random.Random(7)  # noqa: S311  # the same run each time
    layer: Any = get_channel_layer()
    send = layer.group_send

    async def lossy(group: str, message: dict[str, Any]) -> None:
        if chance.random() < 0.5:
            await send(group, message)

    monkeypatch.setattr(layer, "group_send", lossy)
    copies = [await follow(watch, graph, ada) for _ in range(3)]
    last = 0
    for turn in range(8):
        last = await rename(graph, ada, *(f"{turn}.{step}" for step in range(chance.randint(1, 4))))
    for copy in copies:
        await copy.reach(last)
        assert copy.versions == list(range(1, last + 1))
        assert not copy.resets
        assert copy.shown() == await shown(graph, ada)


async def test_without_any_hint_news_come_by_looking(
    graph: Graph, ada: User, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process writes, and no layer carries its hints."""
    monkeypatch.setattr(hub_module, "POLL_SECONDS", 0.05)
    copy = await follow(watch, graph, ada)
    await copy.next("graph")
    notify.bind_loop(None)
    await copy.reach(await rename(graph, ada, "Unheard"))


async def test_reconnecting_brings_exactly_the_rest(graph: Graph, ada: User, watch: Watch) -> None:
    chance = random.Random(11)  # noqa: S311  # the same cuts each time
    copy = await follow(watch, graph, ada)
    last = 0
    for turn in range(5):
        last = await rename(graph, ada, *(f"{turn}.{step}" for step in range(chance.randint(1, 3))))
        for _ in range(chance.randint(1, 3)):  # cut anywhere
            await copy.take()
            if copy.version == last:
                break
        await copy.watcher.socket.disconnect()
        copy.watcher = await watch(f"/ws/graphs/{graph.slug}/?after={copy.version}")
    await copy.reach(last)
    assert copy.versions == list(range(1, last + 1))
    assert copy.shown() == await shown(graph, ada)


# ── what stands beside the changes ──────────────────────────────────────────────────────────


async def test_problems_come_with_who_comes_and_when_they_change(
    graph: Graph, ada: User, watch: Watch
) -> None:
    copy = await follow(watch, graph, ada)
    await copy.next("graph")
    assert [problems["total"] for problems in copy.problems] == [0]
    await copy.reach(await rename(graph, ada, "Still fine"))
    assert len(copy.problems) == 1
    broken = {"id": "wait", "kind": "tool", "tool": "nobody_knows_it"}
    await copy.reach(await change(graph, ada, {"op": "add_node", "node": broken}))
    # After the change, or before it: with the search after the one before, when that came late.
    while copy.last_problems["total"] == 0:
        await copy.take()
    assert [problem["node"] for problem in copy.last_problems["problems"]] == ["wait"]
    assert copy.last_problems == (await view_of(graph, ada))["problems"]


async def test_problems_are_found_once_a_version(
    graph: Graph, ada: User, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[Document] = []

    def find(document: Document) -> DraftProblems:
        looked.append(document)
        return draft_problems(document)

    monkeypatch.setattr(graph_source, "draft_problems", find)
    copies = [await follow(watch, graph, ada) for _ in range(3)]
    for copy in copies:
        await copy.next("graph")
    await in_database(layout_change)(
        graph=graph, positions={"approve": Position(x=1, y=2, by_hand=True)}, actor=ada
    )
    last = await rename(graph, ada, "Once")
    for copy in copies:
        await copy.reach(last)
    assert len(looked) <= 2


async def test_moved_nodes_are_told_without_a_version(graph: Graph, ada: User, watch: Watch) -> None:
    copy = await follow(watch, graph, ada)
    await copy.next("graph")
    await in_database(layout_change)(
        graph=graph, positions={"approve": Position(x=10, y=20, by_hand=True)}, actor=ada
    )
    message = await copy.next("graph")
    assert (message["from"], message["to"], message["changes"]) == (0, 0, [])
    assert message["layout"] == {"version": 1, "positions": {"approve": {"x": 10, "y": 20, "by_hand": True}}}
    late = await follow(watch, graph, ada)
    assert (await late.next("graph"))["layout"] == message["layout"]


async def test_a_publication_is_told(graph: Graph, ada: User, watch: Watch) -> None:
    copy = await follow(watch, graph, ada)
    last = await rename(graph, ada, "To publish")
    await copy.reach(last)
    await in_database(draft_publish)(graph=graph, version=last, actor=ada)
    message = await copy.next("graph")
    assert (message["base_revision"], message["latest_revision"], message["clean_version"]) == (2, 2, last)
    assert message["changes"] == []


# ── reset ───────────────────────────────────────────────────────────────────────────────────


async def test_ahead_of_the_draft_is_reset(graph: Graph, ada: User, watch: Watch) -> None:
    watcher = await watch(f"/ws/graphs/{graph.slug}/?after=7")
    copy = DraftCopy(await view_of(graph, ada), watcher)
    assert await copy.next("reset") == {"type": "reset", "seq": 0}
    await copy.reach(await rename(graph, ada, "And goes on"))


async def test_too_far_behind_is_reset(
    graph: Graph, ada: User, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("orchestration.selectors.drafts.CHANGES_SENT", 2)
    assert CHANGES_SENT > 2
    last = await rename(graph, ada, "1", "2", "3")
    copy = DraftCopy(await view_of(graph, ada), await watch(f"/ws/graphs/{graph.slug}/?after=0"))
    assert (await copy.next("reset"))["seq"] == last


async def test_a_change_that_is_too_long_is_a_reset(
    graph: Graph, ada: User, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = await follow(watch, graph, ada)
    await copy.next("graph")
    monkeypatch.setattr(graph_frames.updates, "__defaults__", (1_000,))
    last = await change(
        graph, ada, {"op": "update_node", "id": "approve", "set": {"description": "long " * 400}}
    )
    assert await copy.next("reset") == {"type": "reset", "seq": last}
    assert (await view_of(graph, ada))["version"] == last


async def test_archiving_and_a_draft_that_was_put_back_are_a_reset(
    graph: Graph, ada: User, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_module, "POLL_SECONDS", 0.05)
    last = await rename(graph, ada, "1", "2")
    copy = await follow(watch, graph, ada)
    await copy.next("graph")
    await in_database(Graph.objects.filter(pk=graph.pk).update)(archived_at=timezone.now())
    assert (await copy.next("reset"))["seq"] == last
    # A backup is played back.
    await in_database(Draft.objects.filter(pk=graph.pk).delete)()
    await in_database(Change.objects.filter(graph=graph).delete)()
    assert (await copy.next("reset"))["seq"] == 0


async def test_a_slow_client_is_reset_in_place_of_its_backlog(
    graph: Graph, ada: User, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Outbox.__init__, "__defaults__", (3, 1_000_000))
    reading = asyncio.Event()

    async def slow(scope: Any, receive: Any, send: Any) -> None:
        async def patient(message: dict[str, Any]) -> None:
            if message["type"] == "websocket.send":
                await reading.wait()
            await send(message)

        inner: Any = application
        await inner(scope, receive, patient)

    stuck = await follow(watch, graph, ada, send=slow)
    quick = await follow(watch, graph, ada)
    last = 0
    for turn in range(8):
        last = await rename(graph, ada, str(turn))
        await quick.reach(last)  # nobody waits for the slow one
    reading.set()
    await stuck.reach(last)
    assert stuck.resets and len(stuck.versions) < last
    assert quick.versions == list(range(1, last + 1)) and not quick.resets
    # What the reset took the place of is not who is there.
    while not stuck.people:
        await stuck.take()


# ── who may watch ───────────────────────────────────────────────────────────────────────────


@pytest.fixture
def vic(transactional_db: None, person: Person) -> User:
    return person("vic", "Viewer")


async def test_a_viewer_may_watch(graph: Graph, ada: User, vic: User, watch: Watch) -> None:
    copy = await follow(watch, graph, vic, cookie=await in_database(cookie_for)(vic))
    await copy.reach(await rename(graph, ada, "Seen by a viewer"))


async def test_strangers_are_told_and_closed(graph: Graph, watch: Watch) -> None:
    watcher = await watch(f"/ws/graphs/{graph.slug}/", cookie="")
    assert await watcher.closed() == ("unauthenticated", 4401)


@pytest.mark.parametrize(
    ("address", "closed"),
    [
        ("/ws/graphs/nowhere/", ("not_found", 4404)),
        ("/ws/graphs/{slug}/?after=x", ("bad_request", 4400)),
        ("/ws/graphs/{slug}/?after=99999999999999999999", ("bad_request", 4400)),
    ],
)
async def test_odd_addresses(graph: Graph, watch: Watch, address: str, closed: tuple[str, int]) -> None:
    watcher = await watch(address.format(slug=graph.slug))
    assert await watcher.closed() == closed


async def test_a_permission_that_is_lost_ends_the_watching_at_the_next_ping(
    graph: Graph, ada: User, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GraphSocket, "ping_seconds", 0.05)
    copy = await follow(watch, graph, ada)
    await copy.next("ping")
    await in_database(lambda: Group.objects.get(name="Admin").user_set.clear())()
    assert await copy.watcher.closed() == ("forbidden", 4403)


async def test_a_graph_that_is_deleted_ends_the_watching(
    graph: Graph, ada: User, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GraphSocket, "ping_seconds", 0.05)
    copy = await follow(watch, graph, ada)
    await copy.next("ping")

    @in_database
    def another_takes_its_name() -> None:
        Graph.objects.filter(pk=graph.pk).update(slug="elsewhere")
        Graph.objects.create(slug=graph.slug, name="Another")

    await another_takes_its_name()
    assert await copy.watcher.closed() == ("not_found", 4404)


# ── what a browser says ─────────────────────────────────────────────────────────────────────

WRONG: list[Any] = [
    " ",
    "no JSON",
    "null",
    "[]",
    '{"type":"look"}',
    '{"type":"look","node":"' + "x" * 100_000 + '"}',
    json.dumps({"type": "look", "node": ["approve"]}),
    json.dumps({"type": "look", "node": "<b>Not an id</b>"}),
    json.dumps({"type": "look", "node": "approve", "also": 1}),
    json.dumps({"type": "changes", "base_version": 0, "diffs": [ADD]}),
    json.dumps(
        {"type": "graph", "from": 0, "to": 1, "changes": [], "layout": {"version": 9, "positions": {}}}
    ),
    json.dumps({"type": "graph.hint", "graph": 1}),
    b'{"type":"look","node":"approve"}',
]


async def test_nothing_that_is_said_over_the_socket_changes_anything(
    graph: Graph, ada: User, watch: Watch
) -> None:
    copy = await follow(watch, graph, ada)
    await copy.next("graph")
    before = await view_of(graph, ada)
    for said in WRONG:
        as_bytes = {"bytes_data": said} if isinstance(said, bytes) else {"text_data": said}
        await copy.watcher.socket.send_to(**as_bytes)
    # The socket lives on, and nobody was told anything.
    last = await rename(graph, ada, "Over HTTP alone")
    await copy.reach(last)
    assert copy.versions == [last] == [1]
    while not copy.people:
        await copy.take()
    assert [person["node"] for person in copy.people] == [None]
    after = await view_of(graph, ada)
    assert (after["version"], len(after["nodes"])) == (1, len(before["nodes"]))
    assert not await in_database(Layout.objects.filter(graph=graph).exists)()
