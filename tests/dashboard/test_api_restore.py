"""`POST /api/graphs/<slug>/revisions/<number>/restore/`"""

from __future__ import annotations

import pytest
from django.test import Client

from orchestration.models import Graph
from tests.dashboard.conftest import Enter
from tests.dashboard.editing import add, change, ids, read, send, version
from tests.dashboard.graph_calls import Answer, document, post, publish, refusal, step


@pytest.fixture
def client(enter: Enter) -> Client:
    return enter("ada", "Editor")


@pytest.fixture(autouse=True)
def _two_revisions(graph: Graph) -> None:
    publish(document(nodes=[*document()["nodes"], step("pay", "approve")]))


def restore(client: Client, number: int, base: int, key: str = "") -> Answer:
    return post(client, f"graphs/refund/revisions/{number}/restore/", {"base_version": base}, key)


def test_an_old_revision_becomes_the_draft_by_one_change_that_can_be_undone(client: Client) -> None:
    seen = version(client)
    answer = restore(client, 1, seen)
    assert answer.status_code == 200
    result = answer.json()
    assert (result["version"], [one["kind"] for one in result["changes"]]) == (seen + 1, ["restore"])
    assert result["changes"][0]["words"] == ["Restored revision 1"]
    assert result["undo"] == "Restored revision 1"
    assert ids(client) == ["approve"] and read(client)["latest_revision"] == 2
    assert send(client, "draft/undo", {}).status_code == 200
    assert ids(client) == ["approve", "pay"]


def test_restoring_what_is_published_leaves_nothing_unpublished(client: Client) -> None:
    change(client, version(client), add("extra"))
    assert restore(client, 2, version(client)).status_code == 200
    assert client.get("/api/graphs/refund/").json()["unpublished"] == 0
    assert read(client)["changes"] == []


def test_restoring_what_the_draft_is_already_changes_nothing(client: Client) -> None:
    seen = version(client)
    result = restore(client, 2, seen).json()
    assert (result["version"], result["changes"]) == (seen, [])
    assert version(client) == seen


def test_nobody_overwrites_what_they_have_not_seen(client: Client, enter: Enter) -> None:
    seen = version(client)
    change(enter("bob", "Editor"), seen, add("extra"))
    answer = restore(client, 1, seen)
    assert refusal(answer) == (409, "wrong_version") and answer.json()["version"] == seen + 1
    assert ids(client) == ["approve", "pay", "extra"]


def test_the_same_key_restores_once(client: Client) -> None:
    seen = version(client)
    first, second = restore(client, 1, seen, "k"), restore(client, 1, seen, "k")
    assert first.json() == second.json() and version(client) == seen + 1


def test_refusals(client: Client, enter: Enter) -> None:
    seen = version(client)
    assert refusal(restore(client, 3, seen)) == (404, "not_found")
    assert refusal(restore(client, 1, seen + 9)) == (409, "wrong_version")
    assert refusal(post(client, "graphs/refund/revisions/1/restore/", {})) == (422, "invalid_request")
    assert refusal(restore(enter("bob", "Viewer"), 1, seen)) == (403, "forbidden")
    assert version(client) == seen
