"""`/api/validate/` and `/api/validate/value/`: checked, and nothing is kept."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from orchestration.models import Graph
from tests.dashboard.conftest import Enter

TOOL = {"id": "a", "kind": "tool", "tool": "time.sleep"}


@pytest.fixture
def client(enter: Enter) -> Client:
    return enter("vic", "Viewer")


def post(client: Client, what: str, body: Any) -> Any:
    return client.post(f"/api/{what}/", body, content_type="application/json")


def problems(client: Client, document: Any) -> dict[str, Any]:
    answer = post(client, "validate", {"document": document})
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def test_all_that_is_wrong_with_a_document(client: Client) -> None:
    body = problems(client, {"name": "G", "nodes": [TOOL, {**TOOL, "id": "b", "depends_on": ["c", "a"]}]})
    assert [(one["code"], one["node"], one["field"]) for one in body["problems"]] == [
        ("unknown_dependency", "b", "depends_on[0]")
    ]
    assert (body["total"], body["runnable"]) == (1, False)
    assert problems(client, {"name": "G", "nodes": [TOOL]}) == {"problems": [], "total": 0, "runnable": True}
    assert not Graph.objects.exists()


def test_what_is_not_registered_here_is_a_warning(client: Client) -> None:
    body = problems(client, {"name": "G", "nodes": [{**TOOL, "tool": "time.slep"}]})
    (found,) = body["problems"]
    assert (found["level"], found["suggestion"], body["runnable"]) == ("environment", "time.sleep", True)


@pytest.mark.parametrize(
    "document",
    [
        None,
        5,
        "text",
        [],
        {},
        {"name": 5, "nodes": 7},
        {"name": "G", "nodes": [5, None, {}, {"id": "a"}, {"id": "A!", "kind": "tool"}]},
        {"name": "G", "nodes": [TOOL, TOOL]},
        {"name": "G", "nodes": [{**TOOL, "surprise": 1}]},
        {"name": "G", "nodes": [{**TOOL, "max_retries": 10**60}]},
        {"name": "G", "nodes": [], "input_schema": {"type": 7}},
        {"name": "x" * 5000},
    ],
)
def test_what_is_no_document_has_problems_too(client: Client, document: Any) -> None:
    body = problems(client, document)
    assert body["total"] >= 1 and body["runnable"] is False


def test_a_document_of_thousands_of_faults_is_cut(client: Client) -> None:
    body = problems(client, {"name": "G", "nodes": [{**TOOL, "tool": 5} for _ in range(3000)]})
    assert (len(body["problems"]), body["total"]) == (500, 3000)


SCHEMA = {"type": "object", "required": ["a"], "properties": {"a": {"type": "number"}}}


@pytest.mark.parametrize(
    ("schema", "value", "paths"),
    [
        (SCHEMA, {"a": 1}, []),
        (SCHEMA, {"a": "1"}, ["$.a"]),
        (SCHEMA, {}, ["$.a"]),
        (SCHEMA, None, ["$"]),
        (True, {"anything": 1}, []),
        (False, 1, ["$"]),
        ({}, {"n": 2**60}, ["$.n"]),
        ({}, "\0", ["$"]),
        ({"$ref": "#"}, 1, []),
    ],
)
def test_a_value(client: Client, schema: Any, value: Any, paths: list[str]) -> None:
    answer = post(client, "validate/value", {"schema": schema, "value": value})
    assert answer.status_code == 200
    assert [error["path"] for error in answer.json()["errors"]] == paths


@pytest.mark.parametrize(
    "schema", [None, 5, "x", [], {"type": 7}, {"pattern": "["}, {"$ref": "http://x/y"}, {"$schema": "nope"}]
)
def test_a_schema_that_cannot_be_used(client: Client, schema: Any) -> None:
    answer = post(client, "validate/value", {"schema": schema, "value": 1})
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_schema")
    assert answer.json()["detail"].startswith("The schema cannot be used. ")


@pytest.mark.parametrize("what", ["validate", "validate/value"])
@pytest.mark.parametrize(
    ("body", "status"),
    [([], 400), ("{", 400), ({}, 422), ({"surprise": 1}, 422), ("[" * 9000, 400), ('{"document": NaN}', 400)],
)
def test_no_body_is_too_nasty(client: Client, what: str, body: Any, status: int) -> None:
    assert post(client, what, body).status_code == status


@pytest.mark.parametrize("what", ["validate", "validate/value"])
def test_only_for_people_who_may_look(enter: Enter, what: str, db: None) -> None:
    assert post(Client(), what, {}).status_code == 401
    assert post(enter("eve"), what, {}).status_code == 403
