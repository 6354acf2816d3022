"""`GET /api/graphs/` and `GET /api/graphs/<slug>/`"""

from __future__ import annotations

import pytest
from django.test import Client

from orchestration.models import Graph
from tests.dashboard.conftest import Enter
from tests.dashboard.editing import add, change
from tests.dashboard.graph_calls import document, post, publish, refusal, step


@pytest.fixture
def client(enter: Enter) -> Client:
    return enter("ada", "Editor")


def slugs(client: Client, query: str = "") -> list[str]:
    return [line["slug"] for line in client.get(f"/api/graphs/{query}").json()["results"]]


def test_a_graph_that_was_published_and_one_that_was_not(client: Client, graph: Graph) -> None:
    post(client, "graphs/", {"name": "Blank"})
    blank, refund = client.get("/api/graphs/").json()["results"]
    assert (blank["slug"], blank["revision"], blank["graph_hash"]) == ("blank", None, None)
    assert (blank["published_at"], blank["node_count"]) == (None, 0)
    assert (refund["slug"], refund["revision"], refund["node_count"]) == ("refund", 1, 1)
    assert refund["goal"].startswith("Give money back") and refund["published_at"]


def test_changes_since_the_revision_are_counted(client: Client, graph: Graph) -> None:
    change(client, 0, add("first"))
    change(client, 1, add("second"))
    (line,) = client.get("/api/graphs/").json()["results"]
    assert (line["revision"], line["unpublished"]) == (1, 2)
    # What was published is what is shown of it.
    assert line["node_count"] == 1


def test_nodes_in_teams_and_bodies_count(client: Client, graph: Graph) -> None:
    body = {"graph": {"nodes": [step("c"), step("d")]}}
    each = {"id": "each", "kind": "map", "over": "value", "body": body}
    team = {"id": "team", "kind": "team", "nodes": [step("a"), each]}
    publish(document(nodes=[team]))
    assert client.get("/api/graphs/refund/").json()["node_count"] == 5


def test_a_body_beside_its_map_is_drawn_in_it(client: Client, graph: Graph) -> None:
    each = {"id": "each", "kind": "map", "over": "value", "body": {"node": "one"}}
    publish(document(nodes=[each, step("one"), step("after", "each")]))
    nodes = client.get("/api/graphs/refund/").json()["nodes"]
    assert [(node["id"], node["team"]) for node in nodes] == [
        ("each", None), ("one", "each"), ("after", None),
    ]  # fmt: skip


def test_archived_graphs_stand_apart(client: Client, graph: Graph) -> None:
    post(client, "graphs/", {"name": "Other"})
    post(client, "graphs/refund/archive/", {})
    assert (slugs(client), slugs(client, "?archived=on")) == (["other"], ["refund"])
    assert refusal(client.get("/api/graphs/?archived=yes")) == (400, "malformed")


def test_looking_for_a_name(client: Client, graph: Graph) -> None:
    post(client, "graphs/", {"name": "Other"})
    assert slugs(client, "?q=REF") == ["refund"]
    assert slugs(client, "?q=%00other ") == ["other"]
    assert slugs(client, "?q=nothing") == []


def test_every_graph_is_on_exactly_one_page(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dashboard.pagination.page_of.__defaults__", (2,))
    for name in "abcde":
        post(client, "graphs/", {"name": name})
    seen: list[str] = []
    address: str | None = "/api/graphs/?q="
    while address:
        page = client.get(address).json()
        seen += [line["slug"] for line in page["results"]]
        address = page["next"]
    assert seen == list("edcba")
    assert refusal(client.get("/api/graphs/?cursor=x")) == (400, "malformed")


def test_a_graph_is_read_as_it_was_published(client: Client, graph: Graph) -> None:
    change(client, 0, add("later"))
    detail = client.get("/api/graphs/refund/").json()
    assert [node["id"] for node in detail["nodes"]] == ["approve"]
    assert detail["document"]["name"] == "Refund" and detail["input_schema"]["required"] == ["amount"]


def test_a_graph_without_a_revision_is_read_as_its_draft(client: Client) -> None:
    post(client, "graphs/", {"name": "Blank"})
    change(client, 0, add("one"), slug="blank")
    detail = client.get("/api/graphs/blank/").json()
    assert (detail["revision"], [node["id"] for node in detail["nodes"]]) == (None, ["one"])
    assert detail["document"]["nodes"][0]["id"] == "one"


def test_there_is_no_such_graph(client: Client, graph: Graph) -> None:
    assert refusal(client.get("/api/graphs/nothing/")) == (404, "not_found")


def test_starting_what_was_never_published_says_what_to_do(enter: Enter) -> None:
    post(enter("ada", "Editor"), "graphs/", {"name": "Blank"})
    answer = post(enter("bob", "Operator"), "runs/", {"graph": "blank"})
    assert refusal(answer) == (409, "not_published")
    assert "Publish it first, or try the draft." in answer.json()["detail"]
