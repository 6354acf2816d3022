"""`POST /api/graphs/<slug>/revisions/<number>/restore/`"""

from __future__ import annotations

import pytest
from django.test import Client

from orchestration.models import Change, Graph
from tests.dashboard.conftest import Enter
from tests.dashboard.editing import add, change, ids, read, send
from tests.dashboard.graph_calls import Answer, document, post, publish, refusal, step

# The draft has followed the second revision.
START = 1


@pytest.fixture
def client(enter: Enter) -> Client:
    return enter("ada", "Editor")


@pytest.fixture(autouse=True)
def _two_revisions(graph: Graph) -> None:
    publish(document(nodes=[*document()["nodes"], step("pay", "approve")]))


def restore(client: Client, number: int, base: int, key: str = "") -> Answer:
    return post(client, f"graphs/refund/revisions/{number}/restore/", {"base_version": base}, key)


def test_an_old_revision_becomes_the_draft_by_one_change_that_can_be_undone(client: Client) -> None:
    assert ids(client) == ["approve", "pay"]
    answer = restore(client, 1, START)
    assert answer.status_code == 200
    result = answer.json()
    assert (result["version"], [one["kind"] for one in result["changes"]]) == (START + 1, ["restore"])
    assert result["changes"][0]["words"] == ["Restored revision 1"]
    assert result["undo"] == "Restored revision 1"
    assert ids(client) == ["approve"] and read(client)["latest_revision"] == 2
    assert send(client, "draft/undo", {}).status_code == 200
    assert ids(client) == ["approve", "pay"]


def test_restoring_what_is_published_leaves_nothing_unpublished(client: Client) -> None:
    change(client, START, add("extra"))
    assert restore(client, 2, START + 1).json()["version"] == START + 2
    assert client.get("/api/graphs/refund/").json()["unpublished"] == 0
    assert read(client)["changes"] == []


def test_restoring_what_the_draft_is_already_changes_nothing(client: Client) -> None:
    result = restore(client, 2, START).json()
    assert (result["version"], result["changes"]) == (START, [])
    assert Change.objects.count() == START


def test_nobody_overwrites_what_they_have_not_seen(client: Client, enter: Enter) -> None:
    change(enter("bob", "Editor"), START, add("extra"))
    answer = restore(client, 1, START)
    assert refusal(answer) == (409, "wrong_version") and answer.json()["version"] == START + 1
    assert ids(client) == ["approve", "pay", "extra"]


def test_the_same_key_restores_once(client: Client) -> None:
    first, second = restore(client, 1, START, "k"), restore(client, 1, START, "k")
    assert first.json() == second.json() and Change.objects.count() == START + 1


def test_refusals(client: Client, enter: Enter) -> None:
    assert refusal(restore(client, 3, START)) == (404, "not_found")
    assert refusal(restore(client, 1, 9)) == (409, "wrong_version")
    assert refusal(post(client, "graphs/refund/revisions/1/restore/", {})) == (422, "invalid_request")
    assert refusal(restore(enter("bob", "Viewer"), 1, START)) == (403, "forbidden")
    assert Change.objects.count() == START
