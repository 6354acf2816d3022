"""People who change one draft at the same moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest
from django.contrib.auth.models import User

from orchestration.graph.document import document_from_value
from orchestration.models import Change, Draft, Graph, Revision
from orchestration.selectors.draft_views import Position
from orchestration.services.draft_publishing import draft_publish
from orchestration.services.draft_undo import draft_undo
from orchestration.services.errors import Conflict
from orchestration.services.graphs import graph_import
from orchestration.services.layouts import layout_change
from tests.conftest import Person
from tests.graph.patches import flat, patched
from tests.orchestration.drafting import add, drafted, edit, ids, now, patches, title, tool
from tests.orchestration.test_approval_race import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def people(person: Person) -> list[User]:
    return [person(f"person-{number}", "Editor") for number in range(8)]


@pytest.fixture
def graph(db: None) -> Graph:
    return drafted(document_from_value({"name": "Shared", "nodes": [tool("start")]}))


def outcome(task: Callable[[], object]) -> str:
    try:
        task()
    except Conflict as conflict:
        return conflict.code
    return "done"


def all_at_once(tasks: list[Callable[[], object]]) -> Counter[str]:
    return at_once([partial(outcome, task) for task in tasks])


def check_history(graph: Graph) -> None:
    versions = list(Change.objects.filter(graph=graph).order_by("version").values_list("version", flat=True))
    assert versions == list(range(1, len(versions) + 1))
    assert Draft.objects.get(graph=graph).version == len(versions)
    shown = flat(document_from_value({"name": "Shared", "nodes": [tool("start")]}))
    for patch in patches(graph):
        shown = patched(shown, patch)
    assert shown == flat(now(graph))


def test_changes_made_at_one_moment_on_one_version_all_stay(graph: Graph, people: list[User]) -> None:
    tasks: list[Callable[[], object]] = [
        partial(edit, graph, who, add(f"by-{who.username}", "start"), base=0) for who in people
    ]
    assert all_at_once(tasks) == {"done": len(people)}
    assert sorted(ids(graph)) == sorted(["start", *(f"by-{who.username}" for who in people)])
    check_history(graph)


def test_of_two_who_add_one_id_at_one_moment_one_is_told(graph: Graph, people: list[User]) -> None:
    tasks: list[Callable[[], object]] = [partial(edit, graph, who, add("same"), base=0) for who in people[:2]]
    assert all_at_once(tasks) == {"done": 1, "duplicate_node_id": 1}
    check_history(graph)


def test_two_who_publish_at_one_moment_make_one_revision(graph: Graph, people: list[User]) -> None:
    edit(graph, people[0], title("start", "First"))
    tasks: list[Callable[[], object]] = [
        partial(draft_publish, graph=graph, version=1, actor=who) for who in people[:4]
    ]
    assert all_at_once(tasks) == {"done": 1, "nothing_to_publish": 3}
    assert Revision.objects.filter(graph=graph).count() == 1


def test_who_publishes_while_another_edits_publishes_what_they_saw_or_nothing(
    graph: Graph, people: list[User]
) -> None:
    edit(graph, people[0], title("start", "Seen"))
    tasks: list[Callable[[], object]] = [
        partial(draft_publish, graph=graph, version=1, actor=people[0]),
        partial(edit, graph, people[1], title("start", "Unseen"), base=1),
    ]
    said = all_at_once(tasks)
    assert said in ({"done": 2}, {"done": 1, "wrong_version": 1})
    for revision in Revision.objects.filter(graph=graph):
        assert "Unseen" not in revision.document.text
    check_history(graph)


def test_one_persons_undos_in_two_tabs_take_back_two_steps(graph: Graph, people: list[User]) -> None:
    for id in ("a", "b"):
        edit(graph, people[0], add(id))
    tasks: list[Callable[[], object]] = [partial(draft_undo, graph=graph, actor=people[0]) for _ in range(3)]
    assert all_at_once(tasks) == {"done": 2, "nothing_to_undo": 1}
    assert ids(graph) == ["start"]
    check_history(graph)


def test_moves_of_two_people_at_one_moment_both_stay(graph: Graph, people: list[User]) -> None:
    for number, who in enumerate(people):
        edit(graph, who, add(f"n{number}"))
    tasks: list[Callable[[], object]] = [
        partial(
            layout_change,
            graph=graph,
            positions={f"n{number}": Position(x=number, y=0, by_hand=True)},
            actor=who,
        )
        for number, who in enumerate(people)
    ]
    assert all_at_once(tasks) == {"done": len(people)}
    view = layout_change(graph=graph, positions={}, actor=people[0])
    assert {id: place.x for id, place in view.positions.items()} == {f"n{n}": n for n in range(len(people))}


def test_a_first_change_and_an_import_at_one_moment_make_one_history(people: list[User]) -> None:
    graph_import(
        text='{"name": "Shared", "nodes": [{"id": "start", "kind": "delay", "seconds": 1}]}', actor=None
    )
    graph = Graph.objects.get()
    newer = '{"name": "Shared", "nodes": [{"id": "start", "kind": "delay", "seconds": 2}]}'
    tasks: list[Callable[[], object]] = [
        partial(graph_import, text=newer, actor=None),
        partial(edit, graph, people[0], add("mine"), base=0),
        partial(edit, graph, people[1], add("theirs"), base=0),
    ]
    assert all_at_once(tasks) == {"done": 3}
    assert {"start", "mine", "theirs"} == set(ids(graph))
    versions = Change.objects.order_by("version").values_list("version", flat=True)
    assert list(versions) == list(range(1, len(versions) + 1))
