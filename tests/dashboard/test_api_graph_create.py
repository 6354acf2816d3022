"""`POST /api/graphs/`"""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from orchestration.models import Graph, Layout
from tests.dashboard.conftest import Enter
from tests.dashboard.editing import add, change, ids, read, title
from tests.dashboard.graph_calls import post, refusal


@pytest.fixture
def client(enter: Enter) -> Client:
    return enter("ada", "Editor")


def test_a_blank_graph_is_a_draft_that_nobody_published(client: Client) -> None:
    answer = post(client, "graphs/", {"name": "  Pay out  "})
    assert answer.status_code == 201
    assert answer.headers["Location"] == "/api/graphs/pay-out/"
    made = answer.json()
    assert (made["slug"], made["name"], made["revision"], made["unpublished"]) == (
        "pay-out",
        "Pay out",
        None,
        0,
    )
    draft = read(client, "pay-out")
    assert (draft["version"], draft["nodes"], draft["latest_revision"]) == (0, [], None)
    assert draft["graph"]["name"] == "Pay out"
    graph = Graph.objects.get()
    assert graph.created_by is not None and graph.created_by.username == "ada"


def test_a_copy_of_a_template_has_its_draft_and_its_positions(client: Client, graph: Graph) -> None:
    change(client, 0, add("extra", "approve"))
    place = {"x": 5.0, "y": 6.0, "by_hand": True}
    Layout.objects.create(graph=graph, positions={"approve": place}, version=3)
    made = post(client, "graphs/", {"name": "Mine", "template": "refund"}).json()
    assert (made["slug"], made["revision"], made["node_count"]) == ("mine", None, 2)
    draft = read(client, "mine")
    assert [placed["node"]["id"] for placed in draft["nodes"]] == ["approve", "extra"]
    assert draft["graph"]["name"] == "Mine" and draft["layout"]["positions"] == {"approve": place}


def test_a_copy_and_its_template_go_their_own_ways(client: Client, graph: Graph) -> None:
    post(client, "graphs/", {"name": "Mine", "template": "refund"})
    change(client, 0, title("approve", "Changed"), slug="mine")
    change(client, 0, add("extra"))
    assert (ids(client, "mine"), ids(client)) == (["approve"], ["approve", "extra"])


@pytest.mark.parametrize(
    ("name", "slug"), [("<b>Pay</b>", "bpayb"), ("שלום", "graph-"), ("😀", "graph-"), ("a" * 200, "a" * 60)]
)
def test_any_name_makes_an_address(client: Client, name: str, slug: str) -> None:
    made = post(client, "graphs/", {"name": name}).json()
    assert made["name"] == name and made["slug"].startswith(slug)
    assert client.get(f"/graphs/{made['slug']}/").status_code == 200


def test_one_name_twice_is_two_graphs(client: Client) -> None:
    slugs = [post(client, "graphs/", {"name": "Same"}).json()["slug"] for _ in range(3)]
    assert slugs == ["same", "same-2", "same-3"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 422, "invalid_request"),
        ({"name": ""}, 422, "invalid_request"),
        ({"name": "   "}, 422, "invalid_request"),
        ({"name": "a" * 201}, 422, "invalid_request"),
        ({"name": 5}, 422, "invalid_request"),
        ({"name": "a\0"}, 422, "invalid_request"),
        ({"name": "a", "more": 1}, 422, "invalid_request"),
        ({"name": "a", "template": "nothing"}, 404, "not_found"),
        ({"name": "a", "template": "../x"}, 404, "not_found"),
        ('{"name": "\\ud800"}', 400, "malformed"),
        ([], 400, "malformed"),
        ("{", 400, "malformed"),
    ],
)
def test_what_makes_no_graph(client: Client, body: Any, status: int, code: str) -> None:
    assert refusal(post(client, "graphs/", body)) == (status, code)
    assert not Graph.objects.exists()


def test_the_same_key_makes_one_graph(client: Client) -> None:
    first, second = (post(client, "graphs/", {"name": "Once"}, key="k") for _ in range(2))
    assert first.json() == second.json() and Graph.objects.count() == 1


@pytest.mark.parametrize("group", ["Viewer", "Operator", "Approver"])
def test_only_editors_make_graphs(enter: Enter, group: str) -> None:
    answer = post(enter("bob", group), "graphs/", {"name": "No"})
    assert refusal(answer) == (403, "forbidden") and not Graph.objects.exists()
