"""`GET /api/graphs/<slug>/revisions/` and `…/revisions/<number>/`"""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from orchestration.models import Graph, Revision
from tests.dashboard.conftest import Enter
from tests.dashboard.graph_calls import document, post, publish, refusal


@pytest.fixture
def client(enter: Enter) -> Client:
    return enter("ada", "Editor")


def test_newest_first_with_who_and_why(client: Client, graph: Graph, admin: User) -> None:
    publish(document(goal="Second"))
    page = client.get("/api/graphs/refund/revisions/").json()
    assert page["next"] is None
    second, first = page["results"]
    assert (second["number"], second["message"], second["node_count"]) == (2, "Imported", 1)
    assert second["author"] == {"id": None, "name": "command line"}
    assert first["author"] == {"id": admin.pk, "name": "root"}
    assert first["graph_hash"] != second["graph_hash"]


def test_what_was_only_tried_is_no_revision(client: Client, graph: Graph) -> None:
    (first,) = Revision.objects.all()
    Revision.objects.create(graph=graph, document=first.document, draft_version=3)
    assert len(client.get("/api/graphs/refund/revisions/").json()["results"]) == 1
    assert client.get("/api/graphs/refund/").json()["revision"] == 1


def test_a_graph_without_any(client: Client) -> None:
    post(client, "graphs/", {"name": "Blank"})
    assert client.get("/api/graphs/blank/revisions/").json() == {"results": [], "next": None}
    assert refusal(client.get("/api/graphs/blank/revisions/1/")) == (404, "not_found")


def test_every_revision_is_on_exactly_one_page(
    client: Client, graph: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dashboard.pagination.page_of.__defaults__", (2,))
    for goal in "abcd":
        publish(document(goal=goal))
    seen: list[int] = []
    address: str | None = "/api/graphs/refund/revisions/"
    while address:
        page = client.get(address).json()
        seen += [row["number"] for row in page["results"]]
        address = page["next"]
    assert seen == [5, 4, 3, 2, 1]
    assert refusal(client.get("/api/graphs/refund/revisions/?cursor=-")) == (400, "malformed")


def test_a_revision_with_its_document(client: Client, graph: Graph) -> None:
    publish(document(goal="Second"))
    first = client.get("/api/graphs/refund/revisions/1/").json()
    assert (first["number"], first["document"]) == (1, document())


@pytest.mark.parametrize("number", ["0", "3", "99999999999", "9" * 40])
def test_what_is_not_there(client: Client, graph: Graph, number: str) -> None:
    assert refusal(client.get(f"/api/graphs/refund/revisions/{number}/")) == (404, "not_found")


def test_who_may_look(enter: Enter, graph: Graph) -> None:
    stranger = enter("eve")
    for address in ("revisions/", "revisions/1/"):
        assert refusal(stranger.get(f"/api/graphs/refund/{address}")) == (403, "forbidden")
        assert enter(f"bob{len(address)}", "Viewer").get(f"/api/graphs/refund/{address}").status_code == 200
    assert refusal(enter("cy", "Viewer").get("/api/graphs/nothing/revisions/")) == (404, "not_found")
