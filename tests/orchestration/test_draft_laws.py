"""What holds of any history of one draft by two people who undo and redo."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from orchestration.graph.diff.contents import shell_of, walk
from orchestration.graph.document import Document
from orchestration.graph.validation import is_well_formed
from orchestration.models import Change, Graph
from orchestration.selectors.draft_documents import document_at, draft_of
from orchestration.selectors.draft_steps import undo_step
from orchestration.services.draft_undo import draft_redo, draft_undo
from orchestration.services.errors import Conflict, Refused
from tests.conftest import Person
from tests.graph.diff.strategies import diff_values, documents
from tests.graph.patches import flat, patched
from tests.orchestration.drafting import drafted, edit, now, patches

pytestmark = pytest.mark.django_db
histories = settings(
    max_examples=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


def act(graph: Graph, who: User, what: str, data: st.DataObject) -> None:
    """One random thing that a person does; refusals are part of life."""
    try:
        if what == "undo":
            draft_undo(graph=graph, actor=who)
        elif what == "redo":
            draft_redo(graph=graph, actor=who)
        else:
            version = draft_of(graph).version
            base = max(0, version - data.draw(st.integers(0, 2)))
            edit(graph, who, data.draw(diff_values(now(graph))), base=base, gesture=what)
    except (Conflict, Refused):
        return


def live(graph: Graph, people: list[User], data: st.DataObject) -> None:
    verbs = st.sampled_from(["", "", "g1", "g1", "g2", "undo", "undo", "redo"])
    steps = data.draw(st.lists(st.tuples(st.sampled_from(people), verbs), min_size=1, max_size=12))
    for who, what in steps:
        act(graph, who, what, data)


def exact(value: Any) -> str:
    return json.dumps(value)


@pytest.fixture
def people(person: Person) -> list[User]:
    return [person("ada", "Editor"), person("bob", "Editor")]


@histories
@given(documents(), st.data())
def test_the_changes_rebuild_every_version_exactly(
    people: list[User], document: Document, data: st.DataObject
) -> None:
    graph = drafted(document)
    live(graph, people, data)
    shown = flat(document)
    for version, patch in enumerate(patches(graph), start=1):
        shown = patched(shown, patch)
        assert exact(shown) == exact(flat(document_at(draft_of(graph), version)))
    assert exact(shown) == exact(flat(now(graph)))
    assert exact(flat(document_at(draft_of(graph), 0))) == exact(flat(document))
    assert is_well_formed(now(graph))


def left_by(step: list[Change]) -> dict[str, Any]:
    """Each node of a step as it left that: what it is and what holds it."""
    left: dict[str, Any] = {}
    for change in step:
        for id, placed in json.loads(change.patch)["nodes"].items():
            left.setdefault(id, placed and (placed["node"], placed["team"]))
    return left


def standing(graph: Graph) -> dict[str, Any]:
    return {node.id: (shell_of(node).to_value(), owner) for node, owner, _ in walk(now(graph).nodes)}


@histories
@given(documents(), st.data())
def test_an_undo_touches_only_what_is_as_its_author_left_it(
    people: list[User], document: Document, data: st.DataObject
) -> None:
    """So it takes nothing back that another person did. Or it is refused, and nothing has changed."""
    graph = drafted(document)
    live(graph, people, data)
    ada, _ = people
    while step := undo_step(graph, ada):
        before, version, nodes = exact(flat(now(graph))), draft_of(graph).version, standing(graph)
        try:
            made = draft_undo(graph=graph, actor=ada).change
        except Conflict as conflict:
            assert conflict.version == step[0].version
            assert (exact(flat(now(graph))), draft_of(graph).version) == (before, version)
            Change.objects.filter(pk__in=[change.pk for change in step]).update(undone_by=0)
            continue
        left = left_by(step)
        for id in json.loads(made.patch)["nodes"] if made else ():
            assert left[id] == nodes.get(id)
        assert is_well_formed(now(graph))


@histories
@given(documents(), st.data())
def test_undo_then_redo_is_as_if_nothing_had_happened(
    people: list[User], document: Document, data: st.DataObject
) -> None:
    graph = drafted(document)
    live(graph, people, data)
    before = exact(flat(now(graph)))
    undone = 0
    try:
        while undo_step(graph, people[0]):
            draft_undo(graph=graph, actor=people[0])
            undone += 1
    except Conflict:
        pass
    for _ in range(undone):
        draft_redo(graph=graph, actor=people[0])
    assert exact(flat(now(graph))) == before
