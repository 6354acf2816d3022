"""`GET /api/graphs/<slug>/compare/<old>/<new>/`"""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from orchestration.models import Graph
from tests.dashboard.conftest import Enter
from tests.dashboard.editing import add, change, title
from tests.dashboard.graph_calls import document, post, publish, refusal, step


@pytest.fixture
def client(enter: Enter) -> Client:
    return enter("ada", "Editor")


def compare(client: Client, old: str, new: str, slug: str = "refund") -> Any:
    answer = client.get(f"/api/graphs/{slug}/compare/{old}/{new}/")
    assert answer.status_code == 200, answer.content
    return answer.json()


def marks(found: Any) -> dict[str, str]:
    return {node["id"]: node["mark"] for node in found["nodes"]}


def test_numbers_and_the_draft_both_ways(client: Client, graph: Graph) -> None:
    publish(document(goal="Second", nodes=[*document()["nodes"], step("pay", "approve")]))
    change(client, 0, title("approve", "Ask first"))
    for old, new, expected in [
        ("1", "2", {"approve": "same", "pay": "added"}),
        ("2", "1", {"approve": "same", "pay": "removed"}),
        ("2", "draft", {"approve": "changed", "pay": "same"}),
        ("draft", "2", {"approve": "changed", "pay": "same"}),
        ("1", "draft", {"approve": "changed", "pay": "added"}),
    ]:
        found = compare(client, old, new)
        assert (found["old"], found["new"], marks(found)) == (old, new, expected)
        assert len(found["words"]) == len(found["diffs"]) > 0


@pytest.mark.parametrize("state", ["1", "draft"])
def test_a_state_and_itself(client: Client, graph: Graph, state: str) -> None:
    found = compare(client, state, state)
    assert (found["words"], found["diffs"], found["graph"]) == ([], [], [])
    assert marks(found) == {"approve": "same"}


def test_the_graphs_own_fields(client: Client, graph: Graph) -> None:
    publish(document(goal="Second"))
    (field,) = compare(client, "1", "2")["graph"]
    assert (field["field"], json.loads(field["new"])) == ("goal", "Second")


def test_a_draft_that_was_never_published_can_only_be_compared_with_itself(client: Client) -> None:
    post(client, "graphs/", {"name": "Blank"})
    change(client, 0, add("one"), slug="blank")
    assert marks(compare(client, "draft", "draft", "blank")) == {"one": "same"}
    assert refusal(client.get("/api/graphs/blank/compare/1/draft/")) == (404, "not_found")


@pytest.mark.parametrize("pair", ["1/7", "7/1", "0/1", "1/-1", "x/1", "1/Draft", "1/%00", "9999999999999/1"])
def test_what_is_not_there(client: Client, graph: Graph, pair: str) -> None:
    assert refusal(client.get(f"/api/graphs/refund/compare/{pair}/")) == (404, "not_found")


def test_who_may_look(enter: Enter, graph: Graph) -> None:
    assert refusal(enter("eve").get("/api/graphs/refund/compare/1/1/")) == (403, "forbidden")
    assert enter("bob", "Viewer").get("/api/graphs/refund/compare/1/draft/").status_code == 200
