"""`POST /api/graphs/<slug>/draft/paste/`"""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from orchestration.models import Change, Graph
from tests.dashboard.conftest import Enter
from tests.dashboard.editing import add, change, ids, read, send

TOOL = {"id": "a", "kind": "tool", "tool": "time.sleep"}
TEAM = {"id": "box", "kind": "team", "nodes": [TOOL, {**TOOL, "id": "b", "depends_on": ["a"]}]}


@pytest.fixture
def client(enter: Enter, graph: Graph) -> Client:
    client = enter("ada", "Editor")
    assert change(client, 0, add("pay", "approve", title="Pay")).status_code == 200
    return client


def paste(client: Client, *nodes: Any, base: int = 1, key: str = "", **more: Any) -> Any:
    return send(client, "draft/paste", {"base_version": base, "nodes": list(nodes), **more}, key=key)


def nodes_of(client: Client) -> dict[str, dict[str, Any]]:
    return {placed["node"]["id"]: placed["node"] for placed in read(client)["nodes"]}


def test_copies_of_the_drafts_own_nodes(client: Client) -> None:
    nodes = nodes_of(client)
    answer = paste(client, nodes["approve"], nodes["pay"])
    assert answer.status_code == 200
    body = answer.json()
    (made,) = body["changes"]
    assert made["words"] == ["Pasted “Approve refund” and “Pay”"]
    assert [*made["patch"]["nodes"]] == ["approve-2", "pay-2"]
    assert ids(client) == ["approve", "pay", "approve-2", "pay-2"]
    copies = nodes_of(client)
    assert copies["pay-2"] == {**nodes["pay"], "id": "pay-2", "depends_on": ["approve-2"]}
    assert copies["approve-2"] == {**nodes["approve"], "id": "approve-2"}


def test_nodes_of_another_graph_into_a_team_and_back(client: Client) -> None:
    assert paste(client, TEAM).status_code == 200
    assert ids(client) == ["approve", "pay", "box", "a", "b"]
    inside = paste(
        client, {**TOOL, "id": "c", "depends_on": ["b", "pay"]}, base=2, team="box", keep_needs=True
    )
    assert inside.status_code == 200
    assert nodes_of(client)["c"]["depends_on"] == ["b"]
    undone = send(client, "draft/undo", {})
    assert undone.status_code == 200 and ids(client) == ["approve", "pay", "box", "a", "b"]


def test_needs_are_dropped_unless_they_are_to_be_kept(client: Client) -> None:
    pay = nodes_of(client)["pay"]
    paste(client, pay)
    paste(client, pay, base=2, keep_needs=True)
    nodes = nodes_of(client)
    assert "depends_on" not in nodes["pay-2"]
    assert nodes["pay-3"]["depends_on"] == ["approve"]


def test_what_others_did_meanwhile_does_not_matter(client: Client) -> None:
    assert change(client, 1, add("a")).status_code == 200
    answer = paste(client, TOOL, base=1)
    assert answer.status_code == 200
    assert [made["version"] for made in answer.json()["changes"]] == [2, 3]
    assert ids(client) == ["approve", "pay", "a", "a-2"]


def test_the_same_key_pastes_once(client: Client) -> None:
    first, second = paste(client, TOOL, key="k"), paste(client, TOOL, key="k")
    assert first.json() == second.json()
    assert ids(client) == ["approve", "pay", "a"]


def test_a_team_that_somebody_has_removed(client: Client, enter: Enter) -> None:
    assert paste(client, TEAM).status_code == 200
    assert change(enter("bob", "Editor"), 2, {"op": "remove_node", "id": "box"}).status_code == 200
    answer = paste(client, TOOL, base=2, team="box")
    assert (answer.status_code, answer.json()["code"]) == (409, "node_not_found")
    assert answer.json()["detail"].startswith("bob removed")
    assert ids(client) == ["approve", "pay"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ([], 400, "malformed"),
        ({}, 422, "invalid_request"),
        ({"base_version": 1, "nodes": []}, 422, "invalid_request"),
        ({"base_version": 1, "nodes": TOOL}, 422, "invalid_request"),
        ({"base_version": "1", "nodes": [TOOL]}, 422, "invalid_request"),
        ({"base_version": -1, "nodes": [TOOL]}, 422, "invalid_request"),
        ({"base_version": 1, "nodes": [TOOL], "team": 5}, 422, "invalid_request"),
        ({"base_version": 1, "nodes": [TOOL], "keep_needs": "yes"}, 422, "invalid_request"),
        ({"base_version": 1, "nodes": [TOOL], "gesture": "x" * 65}, 422, "invalid_request"),
        ({"base_version": 9, "nodes": [TOOL]}, 409, "wrong_version"),
        ({"base_version": 1, "nodes": [TOOL], "team": "nothing"}, 422, "node_not_found"),
        ({"base_version": 1, "nodes": [TOOL], "team": "pay"}, 422, "invalid_team"),
        ({"base_version": 1, "nodes": [5]}, 422, "invalid_node"),
        ({"base_version": 1, "nodes": [None]}, 422, "invalid_node"),
        ({"base_version": 1, "nodes": [[TOOL]]}, 422, "invalid_node"),
        ({"base_version": 1, "nodes": [{"id": "a"}]}, 422, "invalid_node"),
        ({"base_version": 1, "nodes": [{**TOOL, "id": "../a"}]}, 422, "invalid_node"),
        ({"base_version": 1, "nodes": [{**TOOL, "depends_on": ["a"]}]}, 422, "invalid_node"),
        ({"base_version": 1, "nodes": [{**TOOL, "max_retries": 2**70}]}, 422, "invalid_node"),
        ({"base_version": 1, "nodes": [TOOL, {**TOOL, "title": "Twin"}]}, 422, "invalid_node"),
        (
            {
                "base_version": 1,
                "nodes": [{"id": "m", "kind": "map", "over": "value", "body": {"node": "x"}}],
            },
            422,
            "invalid_node",
        ),
        ('{"base_version": 1, "nodes": [NaN]}', 400, "malformed"),
        ("[" * 9000, 400, "malformed"),
    ],
)
def test_what_cannot_be_pasted(client: Client, body: Any, status: int, code: str) -> None:
    answer = send(client, "draft/paste", body)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.content
    assert Change.objects.count() == 1


def test_a_deep_nest_is_refused(client: Client) -> None:
    node: dict[str, Any] = TOOL
    for number in range(12):
        node = {"id": f"t{number}", "kind": "team", "nodes": [node]}
    assert paste(client, node).status_code == 422
    for number in range(80):
        node = {"id": f"u{number}", "kind": "team", "nodes": [node]}
    assert paste(client, node).status_code == 422


def test_malformed_nodes_have_their_places(client: Client) -> None:
    answer = paste(client, TOOL, {"id": "b", "kind": "tool"}, {"id": "c", "kind": "delay", "seconds": 0})
    assert [error["path"] for error in answer.json()["errors"]] == ["$.nodes[1].tool", "$.nodes[2].seconds"]
    assert answer.json()["detail"].startswith("This cannot be pasted: ")


def test_titles_are_text_whatever_they_hold(client: Client) -> None:
    title = "<b>שלום</b> 🚀 \0"
    assert paste(client, {**TOOL, "title": title}).status_code == 200
    assert nodes_of(client)["a"]["title"] == title


def test_only_for_people_who_may_edit(client: Client, enter: Enter) -> None:
    assert paste(enter("vic", "Viewer"), TOOL).status_code == 403
    assert paste(Client(), TOOL).status_code == 401
    Graph.objects.update(archived_at="2026-01-01T00:00Z")
    assert paste(client, TOOL).status_code == 409
    assert (
        send(client, "draft/paste", {"base_version": 0, "nodes": [TOOL]}, slug="nothing").status_code == 404
    )
