"""Everybody who has a graph open is shown once, in a colour of their own, where they look; and not when
they have gone."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from channels.layers import get_channel_layer
from django.contrib.auth.models import User

from dashboard.live import room as room_module
from dashboard.live.graph_socket import Pace
from dashboard.live.outbox import Outbox
from dashboard.live.presence import COLOURS, Guest, Presence
from dashboard.live.room import Room
from orchestration.models import Graph
from orchestration.services.graphs import graph_import
from tests.conftest import Person
from tests.dashboard.samples import DOCUMENT
from tests.live.conftest import Watch, cookie_for, in_database
from tests.live.graphs import DraftCopy, follow

# ── who is there ────────────────────────────────────────────────────────────────────────────


def colours(presence: Presence) -> dict[int, int]:
    return {person.id: person.colour for person in presence.people()}


def test_a_person_is_one_entry_however_many_tabs() -> None:
    presence = Presence()
    presence.enter("tab 1", 7, "Ada", now=1)
    presence.enter("tab 2", 7, "Ada", now=2)
    presence.look("tab 1", "a", now=3)
    presence.look("tab 2", "b", now=4)
    assert [(person.id, person.node) for person in presence.people()] == [(7, "b")]
    presence.leave("tab 2")
    assert [(person.id, person.node) for person in presence.people()] == [(7, "a")]
    presence.leave("tab 1")
    presence.leave("tab 1")
    assert presence.people() == [] and presence.is_empty


def test_colours_differ_and_stay_when_others_come_and_go() -> None:
    presence = Presence()
    people = [3, 3 + COLOURS, 3 + 2 * COLOURS, 4]
    for moment, person in enumerate(people):
        presence.enter(person, person, f"Person {person}", moment)
    before = colours(presence)
    assert before[3] == 3
    assert len(set(before.values())) == len(people)
    presence.leave(3)
    presence.enter("again", 5, "Person 5", 9)
    after = colours(presence)
    assert {person: after[person] for person in people[1:]} == {
        person: before[person] for person in people[1:]
    }
    assert len(set(after.values())) == len(people)


def test_with_more_people_than_colours_all_are_shown() -> None:
    presence = Presence()
    for person in range(3 * COLOURS):
        presence.enter(person, person, "Somebody", person)
    assert len(presence.people()) == 3 * COLOURS
    assert {person.colour for person in presence.people()} == set(range(COLOURS))


def test_processes_agree_on_who_keeps_a_colour() -> None:
    """Two people of one colour came at two processes before these heard of each other."""
    early, late = Presence(), Presence()
    early.enter("tab", 1, "Ada", now=1)
    late.enter("tab", 1 + COLOURS, "Bob", now=2)
    assert colours(early)[1] == colours(late)[1 + COLOURS] == 1
    for _ in range(2):
        early.hear("late", late.here(), until=100)
        late.hear("early", early.here(), until=100)
    assert colours(early) == colours(late)
    assert colours(early)[1] == 1
    assert len(set(colours(early).values())) == 2


def test_a_person_at_two_processes_is_one_entry_with_one_colour() -> None:
    one, other = Presence(), Presence()
    one.enter("stranger", 9, "Bob", now=0)
    one.enter("tab", 1, "Ada", now=1)
    other.enter("tab", 1, "Ada", now=2)
    other.look("tab", "a", now=3)
    for _ in range(2):
        one.hear("other", other.here(), until=100)
        other.hear("one", one.here(), until=100)
    assert one.people() == other.people()
    assert [(person.id, person.node) for person in one.people()] == [(9, None), (1, "a")]


def test_a_process_that_falls_silent_is_forgotten() -> None:
    presence = Presence()
    presence.enter("tab", 1, "Ada", now=0)
    guest = Guest(id=2, name="Bob", since=0, colour=2)
    assert presence.hear("other", [guest], until=25)
    assert not presence.hear("other", [guest], until=35)
    presence.forget(now=30)
    assert len(presence.people()) == 2
    presence.forget(now=36)
    assert [person.id for person in presence.people()] == [1]


# ── over the socket ─────────────────────────────────────────────────────────────────────────


@pytest.fixture
def graph(ada: User) -> Graph:
    return Graph.objects.get(slug=graph_import(text=DOCUMENT, actor=ada).slug)


@pytest.fixture
def bob(transactional_db: None, person: Person) -> User:
    user = person("bob", "Viewer")
    user.first_name, user.last_name = "Bob", "Baker"
    user.save()
    return user


async def see(copy: DraftCopy, *expected: tuple[str, str | None]) -> None:
    """Receive until these people are there, and nobody else."""
    while [(person["name"], person["node"]) for person in copy.people] != list(expected):
        await copy.take()


async def look(copy: DraftCopy, node: str | None) -> None:
    await copy.watcher.socket.send_to(text_data=json.dumps({"type": "look", "node": node}))


@pytest.mark.django_db(transaction=True)
async def test_people_see_who_comes_looks_and_goes(graph: Graph, ada: User, bob: User, watch: Watch) -> None:
    mine = await follow(watch, graph, ada)
    await see(mine, ("ada", None))
    theirs = await follow(watch, graph, bob, cookie=await in_database(cookie_for)(bob))
    for copy in (mine, theirs):
        await see(copy, ("ada", None), ("Bob Baker", None))
    assert mine.people == theirs.people
    assert len({person["colour"] for person in mine.people}) == 2
    await look(theirs, "approve")
    await see(mine, ("ada", None), ("Bob Baker", "approve"))
    second = await follow(watch, graph, bob, cookie=await in_database(cookie_for)(bob))
    await theirs.watcher.socket.disconnect()
    await see(mine, ("ada", None), ("Bob Baker", None))
    await second.watcher.socket.disconnect()
    await asyncio.wait_for(see(mine, ("ada", None)), 5)


@pytest.mark.django_db(transaction=True)
async def test_a_socket_that_the_server_gives_up_on_is_gone(
    graph: Graph, ada: User, bob: User, watch: Watch
) -> None:
    mine = await follow(watch, graph, ada)
    theirs = await follow(watch, graph, bob, cookie=await in_database(cookie_for)(bob))
    await see(mine, ("ada", None), ("Bob Baker", None))
    theirs.watcher.socket.stop()
    await see(mine, ("ada", None))


def test_only_so_many_looks_count() -> None:
    now = 100.0
    pace = Pace(5, lambda: now)
    assert sum(pace.allows() for _ in range(1000)) == 10
    now += 1
    assert sum(pace.allows() for _ in range(1000)) == 5
    now += 3600
    assert sum(pace.allows() for _ in range(1000)) == 10


@pytest.mark.django_db(transaction=True)
async def test_many_looks_are_told_as_few(graph: Graph, ada: User, watch: Watch) -> None:
    copy = await follow(watch, graph, ada)
    await see(copy, ("ada", None))
    for turn in range(10):
        await look(copy, f"node-{turn}")
    told = 0
    while copy.people[0]["node"] != "node-9":
        await copy.next("people")
        told += 1
    assert told < 5


@pytest.mark.django_db(transaction=True)
async def test_another_graph_is_another_room(graph: Graph, ada: User, watch: Watch) -> None:
    other = await in_database(Graph.objects.create)(slug="other", name="Other")
    copies = [await follow(watch, each, ada) for each in (graph, other)]
    await look(copies[0], "approve")
    await see(copies[0], ("ada", "approve"))
    await see(copies[1], ("ada", None))


# ── across processes ────────────────────────────────────────────────────────────────────────


class Process:
    """A room as another process has it, with one person in it."""

    def __init__(self, user: User) -> None:
        self.room = Room("graph.1", {})
        self.outbox = Outbox()
        self.room.enter(self.outbox, user)

    async def see(self, *names: str) -> None:
        while [person["name"] for person in await self._people()] != list(names):
            pass

    async def _people(self) -> list[dict[str, Any]]:
        people: list[dict[str, Any]] = json.loads(await self.outbox.get())["people"]
        return people

    async def close(self) -> None:
        self.room.leave(self.outbox)
        await asyncio.wait_for(self.room.closed(), 5)


async def test_people_of_other_processes_are_there_too() -> None:
    first = Process(User(pk=1, username="ada"))
    await first.see("ada")
    second = Process(User(pk=2, username="bob"))
    for process in (first, second):
        await asyncio.wait_for(process.see("ada", "bob"), 5)
    await second.close()
    await asyncio.wait_for(first.see("ada"), 5)
    await first.close()


async def test_a_process_that_dies_takes_its_people_along(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_module, "SAY_SECONDS", 0.05)
    monkeypatch.setattr(room_module, "FORGET_SECONDS", 0.3)
    process = Process(User(pk=1, username="ada"))
    await process.see("ada")
    layer: Any = get_channel_layer()
    bob = Guest(id=2, name="bob", since=0, colour=2).model_dump()
    await layer.group_send("graph.1.people", {"type": "graph.people", "process": "dying", "guests": [bob]})
    await asyncio.wait_for(process.see("bob", "ada"), 5)
    await asyncio.wait_for(process.see("ada"), 5)
    await process.close()


async def test_what_another_version_says_is_passed_over() -> None:
    process = Process(User(pk=1, username="ada"))
    await process.see("ada")
    layer: Any = get_channel_layer()
    for guests in (None, "x", [{"id": "x"}], [{"id": 1}]):
        await layer.group_send("graph.1.people", {"type": "graph.people", "process": "x", "guests": guests})
    second = Process(User(pk=2, username="bob"))
    await asyncio.wait_for(process.see("ada", "bob"), 5)
    for each in (process, second):
        await each.close()
