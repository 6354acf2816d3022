"""`POST /api/graphs/<slug>/archive/` and `…/unarchive/`"""

from __future__ import annotations

import pytest
from django.test import Client

from orchestration.models import Graph, Run
from tests.dashboard.conftest import Enter
from tests.dashboard.editing import add, change, ids, read
from tests.dashboard.graph_calls import post, refusal


@pytest.fixture
def client(enter: Enter) -> Client:
    return enter("ada", "Editor")


def test_an_archived_graph_is_read_only_until_it_comes_back(
    client: Client, graph: Graph, enter: Enter
) -> None:
    assert post(client, "graphs/refund/archive/", {}).json()["archived"] is True
    graph.refresh_from_db()
    assert graph.archived_by is not None and graph.archived_by.username == "ada"
    assert refusal(change(client, 0, add("a"))) == (409, "graph_archived")
    assert refusal(post(client, "graphs/refund/revisions/1/restore/", {"base_version": 0})) == (
        409,
        "graph_archived",
    )
    start = {"graph": "refund", "input": {"amount": 1}}
    assert refusal(post(enter("bob", "Operator"), "runs/", start)) == (409, "graph_archived")
    assert read(client)["archived"] is True and client.get("/api/graphs/refund/").status_code == 200

    assert post(client, "graphs/refund/unarchive/", {}).json()["archived"] is False
    assert change(client, 0, add("a")).status_code == 200
    assert ids(client) == ["approve", "a"]


def test_runs_under_way_go_on(client: Client, run: Run) -> None:
    post(client, "graphs/refund/archive/", {})
    run.refresh_from_db()
    assert run.status == "waiting"


def test_whoever_comes_second_is_told(client: Client, graph: Graph) -> None:
    post(client, "graphs/refund/archive/", {})
    assert refusal(post(client, "graphs/refund/archive/", {})) == (409, "graph_archived")
    post(client, "graphs/refund/unarchive/", {})
    assert refusal(post(client, "graphs/refund/unarchive/", {})) == (409, "not_archived")


@pytest.mark.parametrize("verb", ["archive", "unarchive"])
def test_refusals(client: Client, graph: Graph, enter: Enter, verb: str) -> None:
    assert refusal(post(client, f"graphs/nothing/{verb}/", {})) == (404, "not_found")
    assert refusal(post(enter("bob", "Operator"), f"graphs/refund/{verb}/", {})) == (403, "forbidden")
    assert Graph.objects.active().exists()
