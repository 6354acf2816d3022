"""`POST /api/graphs/<slug>/duplicate/`"""

from __future__ import annotations

import pytest
from django.test import Client

from orchestration.models import Graph
from tests.dashboard.conftest import Enter
from tests.dashboard.editing import add, change, ids, read
from tests.dashboard.graph_calls import post, refusal


@pytest.fixture
def client(enter: Enter) -> Client:
    return enter("ada", "Editor")


def test_a_duplicate_is_a_draft_with_what_the_original_has_now(client: Client, graph: Graph) -> None:
    change(client, 0, add("extra"))
    answer = post(client, "graphs/refund/duplicate/", {"name": "Refund (copy)"})
    assert answer.status_code == 201 and answer.headers["Location"] == "/api/graphs/refund-copy/"
    assert (answer.json()["revision"], answer.json()["node_count"]) == (None, 2)
    assert ids(client, "refund-copy") == ["approve", "extra"]
    # Nothing of the original's history comes along.
    assert (read(client, "refund-copy")["version"], read(client, "refund-copy")["changes"]) == (0, [])


def test_an_archived_graph_can_be_duplicated(client: Client, graph: Graph) -> None:
    post(client, "graphs/refund/archive/", {})
    copy = post(client, "graphs/refund/duplicate/", {"name": "Again"}).json()
    assert (copy["slug"], copy["archived"]) == ("again", False)


def test_the_same_key_makes_one_copy(client: Client, graph: Graph) -> None:
    for _ in range(2):
        answer = post(client, "graphs/refund/duplicate/", {"name": "Copy"}, key="k")
    assert answer.json()["slug"] == "copy" and Graph.objects.count() == 2


def test_refusals(client: Client, graph: Graph, enter: Enter) -> None:
    assert refusal(post(client, "graphs/nothing/duplicate/", {"name": "A"})) == (404, "not_found")
    assert refusal(post(client, "graphs/refund/duplicate/", {})) == (422, "invalid_request")
    viewer = enter("bob", "Viewer")
    assert refusal(post(viewer, "graphs/refund/duplicate/", {"name": "A"})) == (403, "forbidden")
    assert Graph.objects.count() == 1
