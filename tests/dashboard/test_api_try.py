"""`POST /api/runs/` with a draft, or one node of it."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from orchestration.models import Graph, Revision, Run
from tests.dashboard.conftest import Enter
from tests.dashboard.editing import add, change


@pytest.fixture
def client(enter: Enter, graph: Graph) -> Client:
    client = enter("ada", "Editor", "Operator")
    assert change(client, 0, add("pay", "approve")).status_code == 200
    return client


def start(client: Client, body: Any, key: str = "") -> Any:
    headers = {"Idempotency-Key": key} if key else None
    return client.post("/api/runs/", body, content_type="application/json", headers=headers)


def test_a_test_run_is_marked_everywhere(client: Client) -> None:
    answer = start(client, {"graph": "refund", "draft": True, "input": {"amount": 5}})
    assert answer.status_code == 201
    view = answer.json()
    assert (view["revision"], view["tried"]) == (None, {"draft_version": 1, "node": None})
    alone = start(
        client, {"graph": "refund", "draft": True, "node": "approve", "input": {"amount": 5}}
    ).json()
    assert alone["tried"] == {"draft_version": 1, "node": "approve"}
    assert alone["graph_name"] == "Refund"
    listed = client.get("/api/runs/", {"graph": "refund"}).json()["results"]
    assert [run["tried"] for run in listed] == [alone["tried"], view["tried"]]
    nodes = client.get(f"/api/runs/{view['id']}/view/").json()["nodes"]
    assert [node["id"] for node in nodes] == ["approve", "pay"]
    assert client.get(f"/runs/{view['id']}/").status_code == 200
    assert client.get("/runs/").status_code == 200


def test_what_is_published_stays_the_latest(client: Client) -> None:
    start(client, {"graph": "refund", "draft": True, "input": {"amount": 5}})
    assert client.get("/api/graphs/refund/").json()["revision"] == 1
    assert client.get("/api/graphs/refund/draft/").json()["latest_revision"] == 1
    run = start(client, {"graph": "refund", "input": {"amount": 5}}).json()
    assert (run["revision"], run["tried"]) == (1, None)
    assert len(client.get(f"/api/runs/{run['id']}/view/").json()["nodes"]) == 1


def test_the_same_key_tries_once(client: Client) -> None:
    body = {"graph": "refund", "draft": True, "input": {"amount": 5}}
    first, second = start(client, body, "k"), start(client, body, "k")
    assert first.json() == second.json()
    assert (Run.objects.count(), Revision.objects.filter(number=None).count()) == (1, 1)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"graph": "refund", "draft": True, "revision": 1, "input": {"amount": 1}}, 422, "invalid_request"),
        ({"graph": "refund", "node": "pay", "input": {"amount": 1}}, 422, "invalid_request"),
        ({"graph": "refund", "draft": "yes"}, 422, "invalid_request"),
        ({"graph": "refund", "draft": True, "node": 5}, 422, "invalid_request"),
        ({"graph": "refund", "draft": True, "node": "x" * 65}, 422, "invalid_request"),
        ({"graph": "refund", "draft": True, "node": "\0"}, 422, "invalid_request"),
        ({"graph": "refund", "draft": True, "node": "nothing"}, 404, "not_found"),
        ({"graph": "nothing", "draft": True}, 404, "not_found"),
        ({"graph": "refund", "draft": True, "input": {"amount": "x"}}, 422, "input_violation"),
        ({"graph": "refund", "draft": True, "input": {"amount": 1, "n": "\0"}}, 422, "graph_encode"),
        ({"graph": "refund", "draft": True, "node": "pay", "input": {"n": "\0"}}, 422, "graph_encode"),
    ],
)
def test_what_cannot_be_tried(client: Client, body: Any, status: int, code: str) -> None:
    answer = start(client, body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert not Run.objects.exists()
    assert not Revision.objects.filter(number=None).exists()


def test_a_draft_that_cannot_run_says_where(client: Client) -> None:
    diff = {"op": "update_node", "id": "pay", "set": {"input": {"seconds": "value +"}}}
    assert change(client, 1, diff).status_code == 200
    answer = start(client, {"graph": "refund", "draft": True, "input": {"amount": 5}})
    assert (answer.status_code, answer.json()["code"]) == (422, "not_runnable")
    assert [error["path"] for error in answer.json()["errors"]] == ["$.nodes[1].input.seconds"]


def test_only_for_people_who_may_start_runs(client: Client, enter: Enter) -> None:
    body = {"graph": "refund", "draft": True, "input": {"amount": 5}}
    assert start(enter("vic", "Viewer"), body).status_code == 403
    assert start(Client(), body).status_code == 401
