from __future__ import annotations

import json
from typing import Any

import pytest

from orchestration.eventlog import document_of
from orchestration.graph.problems import DocumentInvalid
from orchestration.models import Graph, Revision, StoredDocument
from orchestration.services.archiving import graph_archive
from orchestration.services.errors import Conflict, NotASlug
from orchestration.services.graphs import graph_import
from orchestration.services.permissions import Forbidden
from tests.conftest import Person
from tests.orchestration.graphs import gate, tool

pytestmark = pytest.mark.django_db


def text(*nodes: Any, name: str = "Dispute refund", **fields: Any) -> str:
    return json.dumps({"schema_version": 1, "name": name, "nodes": list(nodes or [gate("a")]), **fields})


def test_a_document_becomes_a_graph_with_its_first_revision(person: Person) -> None:
    ada = person("ada", "Editor")
    result = graph_import(text=text(), actor=ada)
    assert (result.slug, result.revision, result.created, result.notes) == ("dispute-refund", 1, True, ())
    revision = Revision.objects.select_related("graph").get()
    assert (revision.graph.name, revision.author, revision.graph.created_by) == ("Dispute refund", ada, ada)
    assert revision.graph_hash == result.graph_hash
    assert document_of(result.graph_hash).name == "Dispute refund"


@pytest.mark.parametrize("name", ["Dispute refund", "日本", "مرحبا", "…", "a" * 190])
def test_a_document_of_the_same_name_is_the_same_graph(name: str) -> None:
    first = graph_import(text=text(name=name), actor=None)
    again = graph_import(text=text(name=name), actor=None)
    other = graph_import(text=text(name=name, goal="Be fair"), actor=None)
    assert [(item.slug, item.revision, item.created) for item in (first, again, other)] == [
        (first.slug, 1, True),
        (first.slug, 1, False),
        (first.slug, 2, True),
    ]
    assert StoredDocument.objects.count() == 2


@pytest.mark.parametrize(
    ("one", "two"),
    [("Send parcel", "Send: parcel"), ("日本", "中国"), ("…", "!"), ("a" * 100, "a" * 101), ("Graph", "図")],
)
def test_documents_of_two_names_are_two_graphs(one: str, two: str) -> None:
    slugs = [graph_import(text=text(name=name), actor=None).slug for name in (one, two, one, two)]
    assert slugs[:2] == slugs[2:]
    assert len(set(slugs)) == 2


def test_an_archived_graph_takes_nothing_in() -> None:
    slug = graph_import(text=text(), actor=None).slug
    graph_archive(graph=Graph.objects.get(slug=slug), actor=None)
    with pytest.raises(Conflict):
        graph_import(text=text(goal="Be fair"), name=slug, actor=None)
    assert graph_import(text=text(goal="Be fair"), actor=None).slug == "dispute-refund-2"


@pytest.mark.parametrize("name", ["", "../x", "ä", "A", "a b", "-a", "a/", "a" * 81])
def test_a_name_is_refused_and_never_changed(name: str) -> None:
    with pytest.raises(NotASlug):
        graph_import(text=text(), name=name, actor=None)
    assert not Graph.objects.exists()


def test_under_a_name_a_changed_document_is_the_next_revision() -> None:
    first = graph_import(text=text(), name="refund", actor=None)
    again = graph_import(text=text(), name="refund", actor=None)
    other = graph_import(text=text(goal="Be fair", name="Refund"), name="refund", actor=None)
    assert [(item.slug, item.revision, item.created) for item in (first, again, other)] == [
        ("refund", 1, True),
        ("refund", 1, False),
        ("refund", 2, True),
    ]
    assert Graph.objects.get().name == "Refund"


def test_the_same_graph_in_another_spelling_is_no_new_revision() -> None:
    graph_import(text=text(goal=None), name="refund", actor=None)
    spaced = json.dumps(json.loads(text()), indent=3)
    assert not graph_import(text=spaced, name="refund", actor=None).created


@pytest.mark.parametrize(
    "source", ["", "{", "[]", text(gate("a"), gate("a")), text(gate("a", "b")), text(colour=1)]
)
def test_what_cannot_run_is_refused_with_its_problems(source: str) -> None:
    with pytest.raises(DocumentInvalid) as refused:
        graph_import(text=source, actor=None)
    assert refused.value.problems
    assert not Graph.objects.exists()
    assert not StoredDocument.objects.exists()


def test_a_tool_that_is_not_registered_is_a_note() -> None:
    result = graph_import(text=text(tool("a", tool="elsewhere.pay")), actor=None)
    assert [(note.code, note.node) for note in result.notes] == [("unknown_tool", "a")]


@pytest.mark.parametrize("name", ["…", "日本", "a" * 200])
def test_every_name_makes_a_slug(name: str) -> None:
    slug = graph_import(text=text(name=name), actor=None).slug
    assert 0 < len(slug) <= 80


def test_publishing_needs_the_permission(person: Person) -> None:
    with pytest.raises(Forbidden):
        graph_import(text=text(), actor=person("eve", "Operator"))
