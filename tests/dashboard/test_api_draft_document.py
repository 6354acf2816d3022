"""`PUT /api/graphs/<slug>/draft/document/`"""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from orchestration.models import Change, Graph
from tests.dashboard.conftest import Enter
from tests.dashboard.editing import Answer, add, address, change, ids, read, send, title, titles
from tests.dashboard.graph_calls import document, refusal, step


@pytest.fixture
def ada(enter: Enter, graph: Graph) -> Client:
    return enter("ada", "Editor")


def put(client: Client, base: int, slug: str = "refund", key: str = "", **body: Any) -> Answer:
    return client.put(
        address("draft/document", slug),
        {"base_version": base, **body},
        content_type="application/json",
        headers={"Idempotency-Key": key} if key else None,
    )


def with_steps(*steps: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return document(**changes, nodes=[*document()["nodes"], *steps])


@pytest.mark.parametrize("as_text", [True, False])
def test_a_document_is_saved_as_what_differs(ada: Client, as_text: bool) -> None:
    wanted = with_steps(step("look", "approve", title="Look up"), goal="Other")
    body = {"text": json.dumps(wanted)} if as_text else {"document": wanted}
    result = put(ada, 0, **body).json()
    (made,) = result["changes"]
    assert made["kind"] == "document"
    assert made["words"] == ["Changed goal of the graph", "Added tool “Look up” after “Approve refund”"]
    assert list(made["patch"]["nodes"]) == ["look"]
    assert ids(ada) == ["approve", "look"] and read(ada)["graph"]["goal"] == "Other"
    assert send(ada, "draft/undo", {}).status_code == 200 and ids(ada) == ["approve"]


def test_the_same_document_is_no_change(ada: Client) -> None:
    result = put(ada, 0, document=document()).json()
    assert (result["version"], result["changes"]) == (0, []) and not Change.objects.exists()


def test_fields_in_another_order_are_kept_in_it(ada: Client) -> None:
    wanted = document()
    schema = wanted["nodes"][0]["approval_schema"]
    schema["properties"] = dict(reversed(schema["properties"].items()))
    put(ada, 0, document=wanted)
    (placed,) = read(ada)["nodes"]
    assert list(placed["node"]["approval_schema"]["properties"]) == ["note", "refund"]


def test_what_others_did_meanwhile_stays(ada: Client, enter: Enter) -> None:
    """What was edited as text counts from the draft that its author saw."""
    bob = enter("bob", "Editor")
    change(ada, 0, add("first"))
    change(bob, 1, title("approve", "Approve it"))
    wanted = with_steps(step("look"), {**step("first"), "tool": "time_sleep"})
    result = put(ada, 1, document=wanted).json()
    assert result["version"] == 3 and [one["version"] for one in result["changes"]] == [2, 3]
    assert titles(ada) == {"approve": "Approve it", "look": None, "first": None}


def test_what_collides_with_what_others_did_is_refused(ada: Client, enter: Enter) -> None:
    change(ada, 0, add("look"))
    change(enter("bob", "Editor"), 1, {"op": "remove_node", "id": "look"})
    wanted = with_steps({**step("look", title="Better"), "tool": "time_sleep"})
    answer = put(ada, 1, document=wanted)
    assert refusal(answer) == (409, "node_not_found")
    assert answer.json()["detail"].startswith("bob removed tool “look” since.")
    assert ids(ada) == ["approve"]


def test_what_is_no_graph_is_refused_with_every_place(ada: Client) -> None:
    wanted = with_steps({"id": "BAD", "kind": "tool", "tool": 3}, surprise=1)
    answer = put(ada, 0, document=wanted)
    assert refusal(answer) == (422, "document_invalid")
    places = {error["path"] for error in answer.json()["errors"]}
    assert {"$.surprise", "$.nodes[1].id", "$.nodes[1].tool"} <= places


def test_a_document_that_is_not_well_formed_is_refused(ada: Client) -> None:
    answer = put(ada, 0, document=with_steps(step("a", "b"), step("b", "a")))
    assert refusal(answer) == (422, "document_invalid")
    assert "cycle" in answer.json()["errors"][0]["message"]
    assert ids(ada) == ["approve"]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "Line 1"),
        ("{", "Line 1"),
        ("null", "object"),
        ('{"name": NaN}', "NaN"),
        ('{"name": "x", "name": "y"}', "twice"),
        ('{"name": "\\ud800"}', "surrogate"),
        ('{"name": 90071992547409931}', "2^53"),
        ("[" * 100_000, "Nested"),
        ('{"name": "x", "nodes": [' + '{"nodes":' * 150 + "1" + "}" * 150 + "]}", ""),
    ],
)
def test_text_that_holds_no_document_is_refused_with_the_place(ada: Client, text: str, word: str) -> None:
    answer = put(ada, 0, text=text)
    assert refusal(answer) == (422, "document_invalid")
    assert any(word in error["message"] for error in answer.json()["errors"])


@pytest.mark.parametrize("value", [None, 1, "x", [], True, {"nodes": 1}, {"name": 2**60}])
def test_a_value_that_is_no_document_is_refused(ada: Client, value: Any) -> None:
    assert refusal(put(ada, 0, document=value)) == (422, "document_invalid")


def test_the_same_key_saves_once(ada: Client) -> None:
    first, second = (put(ada, 0, key="k", document=with_steps(step("a"))) for _ in range(2))
    assert first.content == second.content and Change.objects.count() == 1


def test_refusals(ada: Client, enter: Enter) -> None:
    assert refusal(put(enter("eve", "Viewer"), 0, document=document())) == (403, "forbidden")
    assert refusal(put(ada, 0, slug="nope", document=document())) == (404, "not_found")
    assert refusal(put(ada, 3, document=document())) == (409, "wrong_version")
    assert refusal(put(ada, -1, document=document())) == (422, "invalid_request")
    assert refusal(put(ada, 0, text=3)) == (422, "invalid_request")
    Graph.objects.update(archived_at="2026-01-01T00:00:00Z")
    assert refusal(put(ada, 0, document=document())) == (409, "graph_archived")
