"""`/api/graphs/<slug>/draft/expression/`: never a word that the draft itself would not say."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from orchestration.models import Graph
from orchestration.services.graphs import graph_import
from tests.dashboard.conftest import Enter
from tests.dashboard.editing import address, change, send
from tests.graph.build import branch, document, fold, map_over, on, tool

SLUG = "places"
WHERE = address("draft/expression", SLUG)
OUTPUT = {"type": "object", "properties": {"amount": {"type": "number"}}, "additionalProperties": False}
DOCUMENT = document(
    tool("first", output_schema=OUTPUT),
    branch("size", {"large": "value.amount > 5.0", "rest": "true"}, "first"),
    tool("big", on("size", "large"), input={"a": "value.amount", "a b": "value"}),
    tool("small", on("size", "rest"), verify_predicate={"kind": "expression", "value": "value.ok"}),
    map_over("each", {"node": "item"}, "first"),
    tool("item", input={"number": "index"}),
    fold("again", {"graph": {"nodes": [tool("step", input={"n": "value"})]}}, stop_when="true"),
    fold("best", {"graph": {"nodes": [tool("try")]}}, join={"best_by": "value"}),
    name="Places",
    input_schema={"type": "object", "properties": {"id": {"type": "string"}}, "additionalProperties": False},
)


def condition(text: str) -> dict[str, str]:
    return {"kind": "expression", "value": text}


# A node, a place in it, and the update that puts a text there.
PLACES: list[tuple[str, str, Any]] = [
    ("big", "input.a", lambda text: {"input": {"a": text, "a b": text}}),
    ("big", 'input["a b"]', lambda text: {"input": {"a": text, "a b": text}}),
    (
        "size",
        "cases[0].when.value",
        lambda text: {
            "cases": [{"name": "large", "when": condition(text)}, {"name": "rest", "when": condition("true")}]
        },
    ),
    ("first", "verify_predicate.value", lambda text: {"verify_predicate": condition(text)}),
    ("each", "over", lambda text: {"over": text}),
    ("item", "input.number", lambda text: {"input": {"number": text}}),
    ("step", "input.n", lambda text: {"input": {"n": text}}),
    ("again", "stop_when", lambda text: {"stop_when": text}),
    ("best", "join.best_by", lambda text: {"join": {"best_by": text}}),
]
TEXTS = [
    "value",
    "value.amount",
    "value.amuont",
    "value.amount.deeper",
    "value.amount > 5",
    "value.amount > 5.0",
    "value.other",
    "run.input.id",
    "run.input.nothing",
    "run.labels.team",
    "run.labels['a']",
    "run.graph",
    "index",
    "index + 1.0",
    "index.a",
    "values",
    "",
    " ",
    "value.",
    "value[",
    "value['a'",
    "'text'",
    "\u201cvalue\u201d",
    "value..a",
    "value.as",
    "value.`a-b`",
    "value.map(x, x.y)",
    "value.map(x)",
    "value.all(index, index)",
    "has(value.nothing)",
    "(" * 60 + "value" + ")" * 60,
    "value + " * 70 + "value",
    "true",
    "null",
    "value == null",
    "size(value) > 1",
    "1 + 1.0",
    "value.a\nvalue.b",
    "value // a comment",
    "\0",
    "value\0",
    "מחיר",
    "value['מחיר']",
]

NO_CONDITION = "The condition gave a number, not true or false. It counts as false."
NO_ORDER = "This gave a list; only numbers and texts can be compared."


@pytest.fixture
def client(enter: Enter, admin: User) -> Client:
    graph_import(text=json.dumps(DOCUMENT.to_value()), actor=admin)
    return enter("ada", "Editor")


def ask(client: Client, text: str, node: str | None, field: str, **more: Any) -> dict[str, Any]:
    body = {"text": text, "node": node, "field": field, **more}
    answer = send(client, "draft/expression", body, slug=SLUG)
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def test_the_verdict_is_that_of_the_draft(client: Client) -> None:
    """Each text at each place, as a person types it and as it then stands in the draft."""
    version = told = 0

    def put(*diffs: Any) -> Any:
        nonlocal version
        answer = change(client, version, *diffs, slug=SLUG)
        version = answer.json()["version"] if answer.status_code == 200 else version
        return answer

    for text in TEXTS:
        diffs = [{"op": "update_node", "id": node, "set": updated(text)} for node, _, updated in PLACES]
        # All places take it in one change, unless one of them cannot hold it.
        together = put(*diffs)
        answers = [together if together.status_code == 200 else put(diff) for diff in diffs]
        for (node, field, _), answer in zip(PLACES, answers, strict=True):
            verdict = ask(client, text, node, field)
            if answer.status_code != 200:
                # As far as a document is concerned it is no expression at all.
                assert verdict["error"], (text, node, field, answer.json())
                continue
            found = [
                problem["message"]
                for problem in answer.json()["problems"]["problems"]
                if (problem["node"], problem["field"]) == (node, field)
            ]
            told += bool(found)
            assert bool(found) == (verdict["error"] is not None), (text, node, field, verdict, found)
            assert not found or verdict["error"].startswith(found[0])
    assert told > 100


def test_what_was_meant(client: Client) -> None:
    error = ask(client, "value.amuont", "big", "input.a")["error"]
    assert error == "value is declared without “amuont”. Did you mean “amount”?"


@pytest.mark.parametrize(
    ("text", "sample", "result", "failure"),
    [
        ("value.a", {"a": 300}, "300", None),
        ("value.a", {"a": 300.0}, "300.0", None),
        ("value.a", {"a": 2**60}, str(2**60), None),
        ("value.a * 2.0", {"a": 300}, "600", None),
        ("value", {"b": 1, "a": [None, True, "é"]}, '{"b": 1, "a": [null, true, "é"]}', None),
        ("value.b", {"a": 1}, None, "value has no key “b”."),
        ("value.a + 1.0", {"a": "x"}, None, True),
        ("run.input.id", None, '"in"', None),
        ("run.labels.team", None, '"north"', None),
        ("value.a", {"a": "\0"}, '"\\u0000"', None),
        ("value.a == 'x'", {"a": "\0"}, None, True),
    ],
)
def test_a_sample(client: Client, text: str, sample: Any, result: str | None, failure: Any) -> None:
    more = {"try_on": True, "value": sample, "input": {"id": "in"}, "labels": {"team": "north"}}
    # A node without declared types around it.
    found = ask(client, text, "step", "input.n", **more)
    assert found["error"] is None
    assert found["result"] == result
    assert bool(found["failure"]) is True if failure is True else found["failure"] == failure


@pytest.mark.parametrize(
    ("node", "field", "text", "result", "failure"),
    [
        ("again", "stop_when", "value > 1.0", "true", None),
        ("again", "stop_when", "value > 9.0", "false", None),
        (
            "again",
            "stop_when",
            "value",
            "2",
            "The condition gave a number, not true or false. It counts as false.",
        ),
        ("best", "join.best_by", "value", "2", None),
        (
            "best",
            "join.best_by",
            "[value]",
            "[2]",
            "This gave a list; only numbers and texts can be compared.",
        ),
        ("each", "over", "[value]", "[2]", None),
        ("each", "over", "value", "2", "This gave a number, not a list. The run would fail here."),
        ("item", "input.number", "index", "0", None),
    ],
)
def test_whether_the_result_is_of_use(
    client: Client, node: str, field: str, text: str, result: str, failure: str | None
) -> None:
    found = ask(client, text, node, field, try_on=True, value=2)
    assert (found["error"], found["result"], found["failure"]) == (None, result, failure)


def test_the_index_that_is_given(client: Client) -> None:
    assert ask(client, "index", "item", "input.number", try_on=True, index=7)["result"] == "7"


def test_without_a_node(client: Client) -> None:
    assert ask(client, "value.anything", None, "")["error"] is None
    assert ask(client, "index", None, "")["error"] is not None


def test_a_long_result_is_cut(client: Client) -> None:
    found = ask(client, "value", "step", "input.n", try_on=True, value="x" * 60_000)
    assert len(found["result"]) == 50_000
    assert "60,002" in found["failure"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ([], 400),
        ("{", 400),
        ({}, 422),
        ({"text": 5}, 422),
        ({"text": None}, 422),
        ({"text": "x" * 10_001}, 422),
        ({"text": "value", "surprise": 1}, 422),
        ({"text": "value", "labels": {"a": 1}}, 422),
        ({"text": "value", "labels": []}, 422),
        ({"text": "value", "index": "1"}, 422),
        ({"text": "value", "node": "nothing"}, 404),
        ({"text": "value", "node": "\0"}, 422),
        ({"text": "value", "node": 5}, 422),
        ({"text": "value", "field": "x" * 201}, 422),
        ({"text": "value", "node": "big", "field": "no.such[0].field"}, 200),
        ({"text": "value", "node": "big", "field": "[[[["}, 200),
        ({"text": "value", "node": "size", "field": "cases[99].when.value"}, 200),
        ({"text": "index", "node": "item", "try_on": True, "index": 10**300}, 200),
        ({"text": "index + 1.0", "node": "item", "try_on": True, "index": 10**399}, 200),
        ({"text": "index", "node": "item", "try_on": True, "index": -1}, 200),
        ({"text": "value", "try_on": True, "value": 10**399}, 200),
        ({"text": "value + 1.0", "try_on": True, "value": 10**399}, 200),
        ({"text": "'\\ud83d'", "try_on": True}, 200),
        ({"text": "b'\\xff'", "try_on": True}, 200),
        ({"text": "string(b'\\xff')", "try_on": True}, 200),
        ({"text": "1.0/0.0", "try_on": True}, 200),
        ({"text": "duration('1s')", "try_on": True}, 200),
        ({"text": "{1: 2}", "try_on": True}, 200),
        ({"text": "type(value)", "try_on": True}, 200),
        ({"text": "value.matches('(a+)+$')", "try_on": True, "value": "a" * 5000 + "b"}, 200),
        ({"text": "value.matches('(')", "try_on": True, "value": "a"}, 200),
        ({"text": "value.map(a, value.map(b, value.map(c, 1)))", "try_on": True, "value": [1] * 500}, 200),
        ({"text": "value.map(a, a)", "try_on": True, "value": [1] * 50_000}, 200),
        ('{"text": "value", "try_on": true, "value": NaN}', 400),
        ('{"text": "value", "try_on": true, "value": 1e999}', 400),
        ("[" * 5000, 400),
    ],
)
def test_no_body_is_too_nasty(client: Client, body: Any, status: int) -> None:
    answer = send(client, "draft/expression", body, slug=SLUG)
    assert answer.status_code == status, answer.content


def test_who_may_try(client: Client, enter: Enter, graph: Graph) -> None:
    body = {"text": "value"}
    assert send(enter("vic", "Viewer"), "draft/expression", body, slug=SLUG).status_code == 403
    assert send(Client(), "draft/expression", body, slug=SLUG).status_code == 401
    assert send(client, "draft/expression", body, slug="nothing").status_code == 404
