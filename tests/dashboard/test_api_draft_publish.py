"""`POST /api/graphs/<slug>/draft/publish/`"""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from orchestration.models import Change, Graph, Revision
from orchestration.services.new_graphs import graph_create
from tests.dashboard.conftest import Enter
from tests.dashboard.editing import Answer, add, change, ids, read, send, title
from tests.dashboard.graph_calls import document, publish, refusal, step


@pytest.fixture
def ada(enter: Enter, graph: Graph) -> Client:
    return enter("ada", "Editor")


def release(client: Client, version: int, message: str = "", key: str = "", slug: str = "refund") -> Answer:
    return send(client, "draft/publish", {"version": version, "message": message}, key=key, slug=slug)


def test_the_draft_becomes_the_next_revision(ada: Client) -> None:
    change(ada, 0, add("look", tool="time.sleep"), {"op": "set_graph", "set": {"name": "Refunds"}})
    answer = release(ada, 1, "Look first")
    assert answer.status_code == 201
    assert answer.headers["Location"] == "/api/graphs/refund/revisions/2/"
    revision = answer.json()
    assert (revision["number"], revision["message"], revision["author"]["name"]) == (2, "Look first", "ada")
    assert revision["node_count"] == 2 and revision["graph_hash"].startswith("sha256:")
    view = read(ada)
    assert (view["version"], view["base_revision"], view["latest_revision"]) == (1, 2, 2)
    assert view["changes"] == [] and view["name"] == "Refunds"
    assert Graph.objects.get().name == "Refunds"
    assert ada.get("/api/graphs/refund/").json()["revision"] == 2


def test_a_graph_is_published_for_the_first_time(ada: Client, admin: User) -> None:
    graph_create(name="New", actor=admin)
    assert refusal(release(ada, 0, slug="new")) == (422, "not_runnable")
    change(ada, 0, add("look", tool="time.sleep"), slug="new")
    assert release(ada, 1, slug="new").json()["number"] == 1
    assert read(ada, "new")["base_revision"] == 1


def test_what_cannot_run_is_not_published(ada: Client) -> None:
    change(ada, 0, add("look", input={"x": "value."}), add("other", tool="no_such_tool"))
    answer = release(ada, 1)
    assert refusal(answer) == (422, "not_runnable")
    assert [error["path"] for error in answer.json()["errors"]] == ["$.nodes[1].input.x"]
    assert Revision.objects.count() == 1


def test_a_tool_that_is_not_registered_here_is_no_hindrance(ada: Client) -> None:
    change(ada, 0, add("other", tool="no_such_tool"))
    assert release(ada, 1).status_code == 201


def test_nobody_publishes_what_they_have_not_seen(ada: Client, enter: Enter) -> None:
    change(ada, 0, add("a"))
    change(enter("bob", "Editor"), 1, add("b"))
    answer = release(ada, 1)
    assert refusal(answer) == (409, "wrong_version") and answer.json()["version"] == 2
    assert refusal(release(ada, 3)) == (409, "wrong_version")
    assert Revision.objects.count() == 1


def test_the_same_thing_is_not_published_twice(ada: Client) -> None:
    assert refusal(release(ada, 0)) == (409, "nothing_to_publish")
    change(ada, 0, add("a"))
    assert release(ada, 1).status_code == 201
    assert refusal(release(ada, 1)) == (409, "nothing_to_publish")
    assert Revision.objects.count() == 2


def test_the_draft_goes_on_after_publishing(ada: Client) -> None:
    change(ada, 0, add("a"))
    release(ada, 1)
    change(ada, 1, add("b"))
    assert [line["version"] for line in read(ada)["changes"]] == [2]
    send(ada, "draft/discard", {"base_version": 2})
    assert ids(ada) == ["approve", "a"]


def test_the_same_key_publishes_once(ada: Client) -> None:
    change(ada, 0, add("a"))
    first, second = release(ada, 1, key="k"), release(ada, 1, key="k")
    assert (first.status_code, second.status_code) == (201, 201) and first.content == second.content
    assert Revision.objects.count() == 2


def test_a_draft_without_changes_of_its_own_follows_an_import(ada: Client) -> None:
    publish(document(nodes=[*document()["nodes"], step("new")]))
    view = read(ada)
    assert (view["version"], view["base_revision"], view["changes"], ids(ada)) == (
        1,
        2,
        [],
        ["approve", "new"],
    )
    (made,) = ada.get("/api/graphs/refund/draft/changes/").json()["changes"]
    assert (made["kind"], made["words"]) == ("import", ["Imported revision 2"])
    assert made["author"] == {"id": None, "name": "command line"}
    assert list(made["patch"]["nodes"]) == ["new"]


def test_a_draft_with_changes_stays_as_it_is_when_a_file_is_imported(ada: Client) -> None:
    change(ada, 0, title("approve", "Mine"))
    publish(document(nodes=[*document()["nodes"], step("new")]))
    view = read(ada)
    assert (view["version"], view["base_revision"], view["latest_revision"]) == (1, 1, 2)
    assert ids(ada) == ["approve"] and len(view["changes"]) == 1
    assert Change.objects.count() == 1


def test_a_draft_follows_again_once_its_changes_are_published(ada: Client) -> None:
    change(ada, 0, title("approve", "Mine"))
    release(ada, 1)
    publish(document(nodes=[*document()["nodes"], step("new")]))
    assert ids(ada) == ["approve", "new"] and read(ada)["base_revision"] == 3


def test_refusals(ada: Client, enter: Enter) -> None:
    change(ada, 0, add("a"))
    for group in ("Viewer", "Operator", "Approver"):
        assert refusal(release(enter(group.lower(), group), 1)) == (403, "forbidden")
    assert refusal(release(ada, 1, slug="nope")) == (404, "not_found")
    assert refusal(release(ada, 1, "x" * 501)) == (422, "invalid_request")
    assert refusal(release(ada, 1, "a\0")) == (422, "invalid_request")
    assert refusal(send(ada, "draft/publish", {"message": "x"})) == (422, "invalid_request")
    Graph.objects.update(archived_at="2026-01-01T00:00:00Z")
    assert refusal(release(ada, 1)) == (409, "graph_archived")
