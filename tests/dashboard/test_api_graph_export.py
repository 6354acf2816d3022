"""`GET /api/graphs/<slug>/export/`"""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from orchestration.models import Graph
from tests.dashboard.conftest import Enter
from tests.dashboard.editing import add, change
from tests.dashboard.graph_calls import document, post, publish, refusal
from tests.dashboard.samples import DOCUMENT


@pytest.fixture
def client(enter: Enter) -> Client:
    return enter("ada", "Editor")


def export(client: Client, query: str = "", slug: str = "refund") -> Any:
    return client.get(f"/api/graphs/{slug}/export/{query}")


def file_name(answer: Any) -> str:
    assert answer.status_code == 200, answer.content
    kind, name = answer.headers["Content-Disposition"].split("; filename=")
    assert kind == "attachment" and answer.headers["Content-Type"] == "application/json"
    return str(name.strip('"'))


def test_the_latest_revision_unless_another_is_asked_for(client: Client, graph: Graph) -> None:
    publish(document(goal="Second"))
    change(client, 0, add("draft-node"))
    for query, name, goal, nodes in [
        ("", "refund-r2.json", "Second", 1),
        ("?revision=1", "refund-r1.json", "Give money back, with somebody's word.", 1),
        ("?revision=draft", "refund-draft.json", "Second", 2),
    ]:
        answer = export(client, query)
        value = answer.json()
        assert (file_name(answer), value["goal"], len(value["nodes"])) == (name, goal, nodes), query


def test_the_keys_stand_in_their_authors_order(client: Client, graph: Graph) -> None:
    """Forms show fields in the order of their schema."""
    schema = export(client).json()["nodes"][0]["approval_schema"]
    assert json.dumps(schema) == json.dumps(json.loads(DOCUMENT)["nodes"][0]["approval_schema"])


def test_a_graph_without_a_revision_is_exported_as_its_draft(client: Client) -> None:
    post(client, "graphs/", {"name": "Blank"})
    answer = export(client, slug="blank")
    assert (file_name(answer), answer.json()) == (
        "blank-draft.json",
        {"schema_version": 1, "name": "Blank", "nodes": []},
    )


@pytest.mark.parametrize("name", ['a"b\r\nX: y', "שלום/../x", "😀" * 20])
def test_the_file_has_a_safe_name_whatever_the_graph_is_called(client: Client, name: str) -> None:
    slug = post(client, "graphs/", {"name": name}).json()["slug"]
    assert file_name(export(client, slug=slug)) == f"{slug}-draft.json"
    assert export(client, slug=slug).json()["name"] == name


@pytest.mark.parametrize("state", ["2", "0", "-1", "01", "x", "9" * 30, "Draft", "%D9%A1"])
def test_what_is_not_there(client: Client, graph: Graph, state: str) -> None:
    assert refusal(export(client, f"?revision={state}")) == (404, "not_found")


def test_who_may_look_may_export(enter: Enter, graph: Graph) -> None:
    assert export(enter("bob", "Viewer")).status_code == 200
    assert refusal(export(enter("eve"))) == (403, "forbidden")
    assert refusal(export(enter("cy", "Viewer"), slug="nothing")) == (404, "not_found")
