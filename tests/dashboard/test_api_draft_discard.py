"""`POST /api/graphs/<slug>/draft/discard/`"""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from orchestration.models import Change, Graph
from orchestration.services.new_graphs import graph_create
from tests.dashboard.conftest import Enter
from tests.dashboard.editing import Answer, add, change, ids, read, send, title, titles
from tests.dashboard.graph_calls import refusal


@pytest.fixture
def ada(enter: Enter, graph: Graph) -> Client:
    return enter("ada", "Editor")


def discard(client: Client, base: int, key: str = "", slug: str = "refund") -> Answer:
    return send(client, "draft/discard", {"base_version": base}, key=key, slug=slug)


def test_the_draft_is_what_is_published_again(ada: Client) -> None:
    change(ada, 0, add("a"))
    change(ada, 1, title("approve", "Other"))
    result = discard(ada, 2).json()
    (made,) = result["changes"]
    assert (made["version"], made["kind"], made["words"]) == (3, "discard", ["Went back to revision 1"])
    view = read(ada)
    assert titles(ada) == {"approve": "Approve refund"}
    assert view["changes"] == [] and view["undo"] == "Went back to revision 1"


def test_it_can_be_undone_and_redone(ada: Client) -> None:
    change(ada, 0, add("a"))
    discard(ada, 1)
    assert send(ada, "draft/undo", {}).status_code == 200
    assert ids(ada) == ["approve", "a"] and [line["version"] for line in read(ada)["changes"]] == [3]
    assert send(ada, "draft/redo", {}).status_code == 200
    assert ids(ada) == ["approve"] and read(ada)["changes"] == []


def test_a_graph_that_was_never_published_becomes_empty(ada: Client, admin: User) -> None:
    graph_create(name="New", actor=admin)
    change(ada, 0, add("a"), {"op": "set_graph", "set": {"name": "Newer", "goal": "x"}}, slug="new")
    assert discard(ada, 1, slug="new").json()["changes"][0]["words"] == ["Removed everything"]
    assert (read(ada, "new")["graph"], ids(ada, "new")) == ({"name": "Newer"}, [])
    send(ada, "draft/undo", {}, slug="new")
    assert ids(ada, "new") == ["a"]


def test_nothing_to_discard_is_no_change(ada: Client) -> None:
    result = discard(ada, 0).json()
    assert (result["version"], result["changes"]) == (0, []) and not Change.objects.exists()


def test_nobody_discards_what_they_have_not_seen(ada: Client, enter: Enter) -> None:
    change(ada, 0, add("a"))
    change(enter("bob", "Editor"), 1, add("b"))
    answer = discard(ada, 1)
    assert refusal(answer) == (409, "wrong_version") and answer.json()["version"] == 2
    assert ids(ada) == ["approve", "a", "b"]


def test_the_same_key_discards_once(ada: Client) -> None:
    change(ada, 0, add("a"))
    first, second = discard(ada, 1, "k"), discard(ada, 1, "k")
    assert first.content == second.content and Change.objects.count() == 2


def test_refusals(ada: Client, enter: Enter) -> None:
    change(ada, 0, add("a"))
    assert refusal(discard(enter("eve", "Viewer"), 1)) == (403, "forbidden")
    assert refusal(discard(ada, 1, slug="nope")) == (404, "not_found")
    assert refusal(discard(ada, 7)) == (409, "wrong_version")
    assert refusal(send(ada, "draft/discard", {})) == (422, "invalid_request")
    Graph.objects.update(archived_at="2026-01-01T00:00:00Z")
    assert refusal(discard(ada, 1)) == (409, "graph_archived")
