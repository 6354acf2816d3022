from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from orchestration.graph.document import DocumentInvalid, document_from_value, parse_document
from orchestration.graph.nodes import KINDS, AgentNode, GateNode, Submit
from orchestration.graph.problems import Problem
from tests.graph.build import PIPELINE, REFUND, document, gate, tool
from tests.graph.strategies import document_values


def problems_of(source: str | bytes) -> list[Problem]:
    with pytest.raises(DocumentInvalid) as caught:
        parse_document(source)
    return caught.value.problems


def found(source: str | bytes) -> list[tuple[str, str]]:
    return [(problem.code.value, problem.path) for problem in problems_of(source)]


def one(fields: str) -> str:
    """A document of one node with these fields beside its id."""
    return '{"name": "a", "nodes": [{"id": "a"' + (f", {fields}" if fields else "") + "}]}"


def schema(text: str) -> str:
    return f'{{"name": "a", "input_schema": {text}}}'


@given(document_values)
def test_a_document_survives_the_round_trip_through_its_minimal_json(value: Any) -> None:
    first = document_from_value(value)
    text = json.dumps(first.to_value())
    assert parse_document(text) == first
    assert json.dumps(parse_document(text).to_value()) == text


def test_every_kind_has_a_node() -> None:
    assert sorted(KINDS) == ["agent", "branch", "delay", "fold", "gate", "map", "team", "tool"]


@pytest.mark.parametrize("value", [REFUND, PIPELINE])
def test_example_documents_parse_and_come_back_as_written(value: dict[str, Any]) -> None:
    written = document_from_value(value).to_value()
    assert written == {"schema_version": 1, **value}


def test_defaults_are_not_written() -> None:
    spelled_out = document(
        tool("a", execution_mode="parallel", max_retries=None, title=None),
        gate("b", required_approvals=1, on_deadline="reject", assignees=[]),
        defaults={"max_retries": 3, "timeout_seconds": 300.0},
        budget=None,
    )
    assert spelled_out.to_value() == {
        "schema_version": 1,
        "name": "Test",
        "nodes": [{"id": "a", "kind": "tool", "tool": "note"}, {"id": "b", "kind": "gate"}],
    }


def test_an_empty_allowlist_is_not_an_absent_one() -> None:
    none, absent = document(
        {"id": "a", "kind": "agent", "tool_allowlist": []}, {"id": "b", "kind": "agent"}
    ).nodes
    assert isinstance(none, AgentNode) and isinstance(absent, AgentNode)
    assert none.tool_allowlist == ()
    assert absent.tool_allowlist is None
    assert (
        document({"id": "a", "kind": "agent", "tool_allowlist": []}).to_value()["nodes"][0]["tool_allowlist"]
        == []
    )


def test_null_is_a_value_that_a_deadline_may_submit() -> None:
    node = document(gate("a", deadline_seconds=5, on_deadline={"submit": None})).nodes[0]
    assert isinstance(node, GateNode)
    assert node.on_deadline == Submit(submit=None)
    assert node.to_value()["on_deadline"] == {"submit": None}


def test_a_dependency_is_written_in_its_short_form_unless_it_has_a_case() -> None:
    written = document(tool("a", {"node": "b"}, {"node": "b", "case": "x"})).to_value()
    assert written["nodes"][0]["depends_on"] == ["b", {"node": "b", "case": "x"}]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("", [("malformed_json", "$")]),
        ("{", [("malformed_json", "$")]),
        (b"\xff", [("malformed_json", "$")]),
        ("[]", [("invalid_value", "$")]),
        ("null", [("invalid_value", "$")]),
        ("NaN", [("not_finite", "$")]),
        ("[" * 100_000, [("nested_too_deep", "$")]),
        (b'"' + b"x" * 4_200_000 + b'"', [("document_too_large", "$")]),
        ('{"name": "a", "name": "b"}', [("duplicate_key", "$.name")]),
        (
            schema('{"x": [NaN, -Infinity]}'),
            [("not_finite", "$.input_schema.x[0]"), ("not_finite", "$.input_schema.x[1]")],
        ),
        (schema('{"x": 1e17}'), [("integer_too_large", "$.input_schema.x")]),
        (schema('{"x": 1e999}'), [("not_finite", "$.input_schema.x")]),
        (schema('{"a b": 9007199254740993}'), [("integer_too_large", '$.input_schema["a b"]')]),
        (schema('{"x": ' + "1" * 10_000 + "}"), [("integer_too_large", "$.input_schema.x")]),
        ('{"name": "\\ud800"}', [("invalid_text", "$.name")]),
        ('{"name": "a", "schema_version": 2}', [("unsupported_schema_version", "$.schema_version")]),
        ("{}", [("missing_field", "$.name")]),
        ('{"name": "a", "gaol": ""}', [("unknown_field", "$.gaol")]),
        (one(""), [("missing_field", "$.nodes[0].kind")]),
        (one('"kind": "tol"'), [("unknown_kind", "$.nodes[0].kind")]),
        ('{"name": "a", "nodes": [7]}', [("invalid_value", "$.nodes[0]")]),
        (one('"kind": "tool", "tool": 3'), [("invalid_value", "$.nodes[0].tool")]),
        (one('"kind": "delay", "seconds": "3"'), [("invalid_value", "$.nodes[0].seconds")]),
        (one('"kind": "delay", "seconds": true'), [("invalid_value", "$.nodes[0].seconds")]),
        (one('"kind": "agent", "max_retries": 1.5'), [("invalid_value", "$.nodes[0].max_retries")]),
        (one('"kind": "agent", "max_retries": 1e300'), [("integer_too_large", "$.nodes[0].max_retries")]),
        (one('"kind": "agent", "status": "ready"'), [("unknown_field", "$.nodes[0].status")]),
        (one('"kind": "map", "over": "value", "body": {}'), [("invalid_value", "$.nodes[0].body")]),
        (one('"kind": "gate", "on_deadline": "rejct"'), [("invalid_value", "$.nodes[0].on_deadline")]),
        (
            one('"kind": "team", "nodes": [{"id": "A", "kind": "agent"}]'),
            [("invalid_id", "$.nodes[0].nodes[0].id")],
        ),
    ],
)
def test_each_fault_is_a_problem_at_its_place(source: str | bytes, expected: list[tuple[str, str]]) -> None:
    assert found(source) == expected


@pytest.mark.parametrize("id", ["", "A", "-a", "a b", "a.b", "a/b", "é", "a\n", "a" * 65])
def test_an_id_that_is_no_slug_is_refused(id: str) -> None:
    source = json.dumps({"name": "a", "nodes": [{"id": id, "kind": "agent"}]})
    assert found(source) == [("invalid_id", "$.nodes[0].id")]


def test_nesting_is_counted_up_to_two_hundred() -> None:
    def nested(levels: int) -> str:
        # The document and the schema's own object are two of the levels.
        return '{"name": "a", "input_schema": {"x": ' + "[" * (levels - 2) + "]" * (levels - 2) + "}}"

    assert parse_document(nested(200)).name == "a"
    assert [code for code, _ in found(nested(201))] == ["nested_too_deep"]
    assert [code for code, _ in found(nested(700))] == ["nested_too_deep"]


def test_teams_nested_beyond_reason_are_a_problem_and_no_crash() -> None:
    value: dict[str, Any] = {"id": "x", "kind": "agent"}
    for depth in range(95):
        value = {"id": f"t{depth}", "kind": "team", "nodes": [value]}
    source = json.dumps({"name": "a", "nodes": [value]})
    assert parse_document(source).name == "a"


def test_all_faults_are_told_at_once_with_their_node_and_what_was_meant() -> None:
    problems = problems_of(
        '{"name": "a", "name": "b", "budget": {"tokns": 1}, "nodes": ['
        '{"id": "a", "kind": "agent", "tool_alowlist": []},'
        '{"id": "b", "kind": "gate", "on_reject": "fial"},'
        '{"id": "c", "kind": "branch", "cases": [{"name": "x", "when": {"kind": "expresion"}}]},'
        '{"id": "d", "kind": "tol"}]}'
    )
    assert [(problem.node, problem.path, problem.suggestion) for problem in problems] == [
        (None, "$.name", None),
        (None, "$.budget.tokns", "tokens"),
        ("a", "$.nodes[0].tool_alowlist", "tool_allowlist"),
        ("b", "$.nodes[1].on_reject", "fail"),
        ("c", "$.nodes[2].cases[0].when.kind", "expression"),
        ("d", "$.nodes[3].kind", "tool"),
    ]


@pytest.mark.parametrize("value", [{1: 2}, {"name": "a", "input_schema": {"x": object()}}, {"name": (1, 2)}])
def test_a_value_that_is_no_json_is_refused(value: Any) -> None:
    with pytest.raises(DocumentInvalid) as caught:
        document_from_value(value)
    assert "not_json" in [problem.code for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("document", "path"),
    [
        ({"name": "x" * 201}, "$.name"),
        ({"nodes": [gate("a", title="x" * 201)]}, "$.nodes[0].title"),
        ({"nodes": [gate("a", assignees=["x" * 100_000])]}, "$.nodes[0].assignees[0]"),
    ],
)
def test_names_and_titles_have_at_most_200_characters(document: dict[str, Any], path: str) -> None:
    value = {"schema_version": 1, "name": "x" * 200, "nodes": [gate("a", title="x" * 200)]}
    document_from_value(value)
    with pytest.raises(DocumentInvalid) as invalid:
        document_from_value({**value, **document})
    (problem,) = invalid.value.problems
    assert (problem.path, problem.message) == (path, "Should have at most 200 characters.")
