from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given

from orchestration.graph.document import Document, document_from_value
from orchestration.graph.problems import ProblemCode
from orchestration.graph.validation import Catalog, Limits, Problem, catalog_of, is_well_formed, validate
from tests.graph import build
from tests.graph.build import agent, branch, document, fold, gate, map_over, on, team, tool
from tests.graph.strategies import document_values

CATALOG = Catalog(
    tools=frozenset({"note", "ledger.settle"}), agents=frozenset({"clerk"}), roles=frozenset({"writer"})
)
OBJECT = {"type": "object", "properties": {"amount": {"type": "number"}, "note": {"type": "string"}}}
CLOSED = {**OBJECT, "additionalProperties": False}


def body(*nodes: dict[str, Any]) -> dict[str, Any]:
    return {"graph": {"nodes": list(nodes)}}


def form(**fields: Any) -> dict[str, Any]:
    return {"type": "object", "properties": fields}


def told(problems: list[Problem]) -> list[tuple[str, str | None, str, str | None]]:
    return [(problem.code.value, problem.node, problem.path, problem.suggestion) for problem in problems]


# One row or more for each code: the document, then (code, node, path, suggestion) of all its problems.
WELL_FORMED: list[tuple[Document, list[tuple[str, str | None, str, str | None]]]] = [
    (document(tool("a"), tool("a")), [("duplicate_id", "a", "$.nodes[1].id", None)]),
    (
        document(tool("a"), team("t", tool("a"))),
        [("duplicate_id", "a", "$.nodes[1].nodes[0].id", None)],
    ),
    (
        document(tool("lookup"), tool("b", "lokup")),
        [("unknown_dependency", "b", "$.nodes[1].depends_on[0]", "lookup")],
    ),
    (document(tool("a", "a")), [("self_dependency", "a", "$.nodes[0].depends_on[0]", None)]),
    (
        document(team("t", tool("a")), tool("b", "a")),
        [("dependency_on_other_level", "b", "$.nodes[1].depends_on[0]", None)],
    ),
    (
        document(tool("a"), tool("b", "a", "a")),
        [("duplicate_edge", "b", "$.nodes[1].depends_on[1]", None)],
    ),
    (
        document(tool("a", "c"), tool("b", "a"), tool("c", "b"), tool("d", "c")),
        [("cycle", "a", "$.nodes[0].depends_on", None)],
    ),
    (document(map_over("m", {"node": "m"})), [("cycle", "m", "$.nodes[0].body.node", None)]),
    (
        document(map_over("m", {"node": "n"}), fold("n", {"node": "m"})),
        [("cycle", "m", "$.nodes[0].body.node", None)],
    ),
    (
        document(map_over("m", {"node": "reed"}), tool("read")),
        [("unknown_body", "m", "$.nodes[0].body.node", "read")],
    ),
    (
        document(map_over("m", {"node": "b"}), fold("f", {"node": "b"}), tool("b")),
        [("body_owned_twice", "f", "$.nodes[1].body.node", None)],
    ),
    (
        document(map_over("m", {"node": "b"}), team("t", tool("b"))),
        [("body_on_other_level", "m", "$.nodes[0].body.node", None)],
    ),
    (
        document(tool("a"), map_over("m", {"node": "b"}), tool("b", "a"), tool("c", "b")),
        [
            ("body_has_edge", "b", "$.nodes[2].depends_on[0]", None),
            ("body_has_edge", "c", "$.nodes[3].depends_on[0]", "m"),
        ],
    ),
]

RUNNABLE: list[tuple[Document, list[tuple[str, str | None, str, str | None]]]] = [
    (document(), [("no_nodes", None, "$.nodes", None)]),
    (document(team("t")), [("empty_subgraph", "t", "$.nodes[0].nodes", None)]),
    (
        document(gate("g", approval_schema=form(amount={"type": "number", "minimum": 500, "maximum": 10}))),
        [("impossible_form", "g", "$.nodes[0].approval_schema.properties.amount.minimum", None)],
    ),
    (
        document(gate("g", approval_schema=form(note={"type": "string", "minLength": 3, "default": "x"}))),
        [("default_outside", "g", "$.nodes[0].approval_schema.properties.note.default", None)],
    ),
    (document(tool("a", tool="")), [("no_tool", "a", "$.nodes[0].tool", None)]),
    (document(map_over("m", body())), [("empty_subgraph", "m", "$.nodes[0].body.graph.nodes", None)]),
    (
        document(tool("a", input={"x": "valeu.a"})),
        [("invalid_expression", "a", "$.nodes[0].input.x", None)],
    ),
    (
        document(map_over("m", body(tool("a")), over="1 +")),
        [("invalid_expression", "m", "$.nodes[0].over", None)],
    ),
    (
        document(fold("f", body(tool("a")), stop_when="(", join={"best_by": ")"})),
        [
            ("invalid_expression", "f", "$.nodes[0].stop_when", None),
            ("invalid_expression", "f", "$.nodes[0].join.best_by", None),
        ],
    ),
    (
        document(tool("a", verify_predicate={"kind": "expression", "value": "("})),
        [("invalid_expression", "a", "$.nodes[0].verify_predicate.value", None)],
    ),
    (
        document(branch("b", {"x": "("}), tool("a", on("b", "x"))),
        [("invalid_expression", "b", "$.nodes[0].cases[0].when.value", None)],
    ),
    (
        document(tool("a", input={"n": "index"})),
        [("index_outside_body", "a", "$.nodes[0].input.n", None)],
    ),
    (document(branch("b", {})), [("no_cases", "b", "$.nodes[0].cases", None)]),
    (
        document(
            {
                "id": "b",
                "kind": "branch",
                "cases": [
                    {"name": "x", "when": {"kind": "expression", "value": "true"}},
                    {"name": "x", "when": {"kind": "expression", "value": "true"}},
                ],
            },
            tool("a", on("b", "x")),
        ),
        [("duplicate_case", "b", "$.nodes[0].cases[1].name", None)],
    ),
    (
        document(
            {
                "id": "b",
                "kind": "branch",
                "cases": [
                    {"name": "x", "when": {"kind": "expression", "value": "true"}},
                    {"name": "y", "when": {"kind": "model_decision"}},
                ],
            },
            tool("a", on("b", "x"), on("b", "y")),
        ),
        [("mixed_cases", "b", "$.nodes[0].cases", None)],
    ),
    (
        document(branch("b", {"x": "true", "y": "true"}), tool("a", on("b", "x"))),
        [("case_without_edge", "b", "$.nodes[0].cases[1]", None)],
    ),
    (
        document(branch("b", {"x": "true"}), tool("a", on("b", "x")), tool("c", "b")),
        [("edge_without_case", "c", "$.nodes[2].depends_on[0]", None)],
    ),
    (
        document(branch("b", {"large": "true"}), tool("a", on("b", "large")), tool("c", on("b", "larg"))),
        [("unknown_case", "c", "$.nodes[2].depends_on[0].case", "large")],
    ),
    (
        document(tool("a"), tool("b", on("a", "x"))),
        [("case_on_plain_node", "b", "$.nodes[1].depends_on[0]", None)],
    ),
    (
        document(gate("g", approval_schema={"type": "strng"})),
        [("invalid_schema", "g", "$.nodes[0].approval_schema", None)],
    ),
    (
        document(tool("a"), input_schema={"$ref": "https://example.com/schema.json"}),
        [("invalid_schema", None, "$.input_schema", None)],
    ),
    (
        document(fold("f", body(tool("a")), on_bound="fail")),
        [("bound_without_stop", "f", "$.nodes[0].on_bound", None)],
    ),
    (
        document(gate("g", on_deadline={"submit": {}})),
        [("deadline_missing", "g", "$.nodes[0].on_deadline", None)],
    ),
    (
        document(
            gate("g", approval_schema={"type": "object"}, deadline_seconds=9, on_deadline={"submit": 3})
        ),
        [("submit_misses_schema", "g", "$.nodes[0].on_deadline.submit", None)],
    ),
    (
        document(tool("a", output_schema=OBJECT), tool("b", "a", input={"x": "value.amuont * 2.0"})),
        [("schema_lacks_path", "b", "$.nodes[1].input.x", "amount")],
    ),
    (
        document(
            tool("a", output_schema=CLOSED),
            branch("b", {"x": "value.other == 1"}, "a"),
            tool("c", on("b", "x")),
        ),
        [("schema_lacks_path", "b", "$.nodes[1].cases[0].when.value", None)],
    ),
    (
        document(tool("a", output_schema=OBJECT), map_over("m", body(tool("b")), "a", over="value[0]")),
        [("schema_lacks_path", "m", "$.nodes[1].over", None)],
    ),
    (
        document(tool("left"), tool("right"), tool("c", "left", "right", input={"x": "value.lefft.a"})),
        [("schema_lacks_path", "c", "$.nodes[2].input.x", "left")],
    ),
    (
        document(
            tool("a", output_schema=CLOSED, verify_predicate={"kind": "expression", "value": "value.ok"})
        ),
        [("schema_lacks_path", "a", "$.nodes[0].verify_predicate.value", None)],
    ),
    (
        document(tool("a", output_schema=OBJECT), tool("b", "a", input_schema={"type": "array"})),
        [("schema_conflict", "b", "$.nodes[1].input_schema", None)],
    ),
    (
        document(
            gate("g", approval_schema={"type": "object", "properties": {"n": {"type": "string"}}}),
            branch("s", {"x": "true"}, "g"),
            tool(
                "b",
                on("s", "x"),
                input_schema={"type": "object", "properties": {"n": {"type": ["integer", "null"]}}},
            ),
        ),
        [("schema_conflict", "b", "$.nodes[2].input_schema", None)],
    ),
    (
        document(tool("a", input={"x": "value"}, input_schema={"type": "object", "required": ["y"]})),
        [("schema_conflict", "a", "$.nodes[0].input_schema", None)],
    ),
]

ENVIRONMENT: list[tuple[Document, list[tuple[str, str | None, str, str | None]]]] = [
    (document(tool("a", tool="note")), []),
    (document(tool("a", tool="notes")), [("unknown_tool", "a", "$.nodes[0].tool", "note")]),
    (
        document(agent("a", tool_allowlist=["note", "ledger.settel"])),
        [("unknown_tool", "a", "$.nodes[0].tool_allowlist[1]", "ledger.settle")],
    ),
    (document(agent("a", agent_hint="clark")), [("unknown_agent", "a", "$.nodes[0].agent_hint", "clerk")]),
    (document(agent("a", role="critic")), [("unknown_role", "a", "$.nodes[0].role", None)]),
]

SETTLE = {
    "type": "object",
    "properties": {"dispute_id": {"type": "string"}, "amount_usd": {"type": "number"}, "note": {}},
    "required": ["dispute_id", "amount_usd"],
}
GIVEN = {"dispute_id": "value.id", "amount_usd": "value.amount"}
INPUT_OF_A_TOOL: list[tuple[Any, dict[str, str] | None, list[tuple[str, str | None, str, str | None]]]] = [
    (SETTLE, GIVEN, []),
    (SETTLE, {**GIVEN, "note": "value.note"}, []),
    # What flows in as it is, is known to nobody.
    (SETTLE, None, []),
    (SETTLE, {**GIVEN, "field": "value"}, [("unknown_input_field", "a", "$.nodes[0].input.field", None)]),
    (SETTLE, {**GIVEN, "a-b": "value"}, [("unknown_input_field", "a", '$.nodes[0].input["a-b"]', None)]),
    (
        SETTLE,
        {"dispute_id": "value.id", "ammount_usd": "value.amount"},
        [
            ("unknown_input_field", "a", "$.nodes[0].input.ammount_usd", "amount_usd"),
            ("missing_input_field", "a", "$.nodes[0].input", None),
        ],
    ),
    # What is there already was not meant.
    (
        SETTLE,
        {**GIVEN, "amount_usb": "value"},
        [("unknown_input_field", "a", "$.nodes[0].input.amount_usb", None)],
    ),
    ({**SETTLE, "additionalProperties": False}, {**GIVEN, "x": "value"}, [
        ("unknown_input_field", "a", "$.nodes[0].input.x", None),
    ]),
    ({**SETTLE, "additionalProperties": True}, {**GIVEN, "x": "value"}, []),
    ({**SETTLE, "additionalProperties": True}, {"x": "value"}, [
        ("missing_input_field", "a", "$.nodes[0].input", None),
        ("missing_input_field", "a", "$.nodes[0].input", None),
    ]),
    ({**SETTLE, "patternProperties": {"^x": {}}}, {**GIVEN, "x": "value"}, []),
    ({"allOf": [SETTLE]}, {"x": "value"}, []),
    ({}, {"x": "value"}, []),
    (True, {"x": "value"}, []),
    (None, {"x": "value"}, []),
    ({"type": "object", "properties": [], "required": 5}, {"x": "value"}, []),
    ({"type": "object"}, {"x": "value"}, [("unknown_input_field", "a", "$.nodes[0].input.x", None)]),
]  # fmt: skip


@pytest.mark.parametrize(("schema", "given_input", "expected"), INPUT_OF_A_TOOL)
def test_the_input_of_a_tool_is_held_against_what_it_takes(
    schema: Any, given_input: dict[str, str] | None, expected: list[Any]
) -> None:
    catalog = catalog_of({"note": {"effect": "read", "input_schema": schema, "output_schema": None}})
    fields = {} if given_input is None else {"input": given_input}
    problems = validate(document(tool("a", tool="note", **fields)), catalog)
    assert told(problems) == expected
    assert {problem.level for problem in problems} <= {"environment"}


def test_each_field_that_a_tool_lacks_is_named() -> None:
    catalog = catalog_of({"note": {"input_schema": SETTLE}})
    problems = validate(document(tool("a", tool="note", input={"note": "value"})), catalog)
    assert [problem.message for problem in problems] == [
        "The tool “note” needs the field “dispute_id”.",
        "The tool “note” needs the field “amount_usd”.",
    ]


LIMITED = [
    (document(tool("a"), tool("b")), Limits(nodes=1), ("too_many_nodes", None, "$.nodes", None)),
    (
        document(team("s", team("t", tool("a")))),
        Limits(levels=2),
        ("too_many_levels", "t", "$.nodes[0].nodes[0]", None),
    ),
    (document(tool("a")), Limits(size_bytes=20), ("document_too_large", None, "$", None)),
]


@pytest.mark.parametrize(("given_document", "expected"), WELL_FORMED)
def test_what_is_not_well_formed(given_document: Document, expected: list[Any]) -> None:
    problems = [problem for problem in validate(given_document) if problem.level == "well_formed"]
    assert told(problems) == expected
    assert not is_well_formed(given_document)


@pytest.mark.parametrize(("given_document", "expected"), RUNNABLE)
def test_what_is_not_runnable(given_document: Document, expected: list[Any]) -> None:
    problems = validate(given_document)
    assert {problem.level for problem in problems} == {"runnable"}
    assert told(problems) == expected
    assert is_well_formed(given_document)


@pytest.mark.parametrize(("given_document", "expected"), ENVIRONMENT)
def test_what_is_not_registered_here(given_document: Document, expected: list[Any]) -> None:
    assert validate(given_document) == []
    problems = validate(given_document, CATALOG)
    assert {problem.level for problem in problems} <= {"environment"}
    assert told(problems) == expected


@pytest.mark.parametrize(("given_document", "limits", "expected"), LIMITED)
def test_what_is_too_large(given_document: Document, limits: Limits, expected: Any) -> None:
    assert told(validate(given_document, limits=limits)) == [expected]
    assert validate(given_document) == []


def test_every_code_of_validation_has_a_row_above() -> None:
    rows = [
        problem for table in (WELL_FORMED, RUNNABLE, ENVIRONMENT) for _, told in table for problem in told
    ]
    rows += [problem for *_, told in INPUT_OF_A_TOOL for problem in told]
    tested = {code for code, *_ in rows} | {expected[0] for _, _, expected in LIMITED}
    of_parsing = {
        *("malformed_json", "duplicate_key", "not_finite", "integer_too_large", "nested_too_deep"),
        *("invalid_text", "not_json", "unsupported_schema_version", "unknown_field", "missing_field"),
        *("unknown_kind", "invalid_id", "invalid_value"),
    }
    assert tested | of_parsing == {code.value for code in ProblemCode}


def test_a_cycle_is_told_with_its_path() -> None:
    problem = validate(document(tool("a", "c"), tool("b", "a"), tool("c", "b")))[0]
    assert problem.message == "A cycle: a → c → b → a (each needs the next)."


@pytest.mark.parametrize("value", [build.REFUND, build.PIPELINE])
def test_the_example_documents_are_clean(value: dict[str, Any]) -> None:
    assert validate(document_from_value(value)) == []


@pytest.mark.parametrize(
    "clean",
    [
        # What a schema leaves open, or says in ways that are not followed, is no disagreement.
        document(tool("a", output_schema=OBJECT), tool("b", "a", input={"x": "value.elsewhere"})),
        document(
            tool("a", output_schema={"$ref": "#/$defs/x", "$defs": {"x": {}}}),
            tool("b", "a", input={"x": "value.y"}),
        ),
        document(tool("a", output_schema=CLOSED), tool("b", "a", input={"x": "has(value.other) ? 1 : 2"})),
        document(
            tool("a", output_schema={"type": "integer"}), tool("b", "a", input_schema={"type": "number"})
        ),
        # The kind of a body is not a matter of validation, and a branch that is a body has no edges.
        document(map_over("m", {"node": "b"}), branch("b", {"x": "true"})),
        document(map_over("m", {"node": "g"}), gate("g")),
        # One node may need two cases of a branch.
        document(branch("b", {"x": "true", "y": "true"}), tool("a", on("b", "x"), on("b", "y"))),
        document(map_over("m", body(team("t", tool("a", input={"n": "index"}))))),
        document(fold("f", body(tool("a")), stop_when="index > 3.0")),
        document(agent("a", verify_predicate={"kind": "natural", "value": "is it (good"})),
        document(
            gate(
                "g",
                approval_schema={"type": "string", "format": "email"},
                deadline_seconds=1,
                on_deadline={"submit": "a@b.org"},
            )
        ),
    ],
)
def test_what_is_sound(clean: Document) -> None:
    assert validate(clean) == []


@given(document_values)
def test_any_document_can_be_validated_and_the_order_is_stable(value: Any) -> None:
    read = document_from_value(value)
    problems = validate(read, CATALOG)
    assert problems == validate(read, CATALOG)
    levels = [problem.level for problem in problems]
    assert levels == sorted(levels, key=["well_formed", "runnable", "environment"].index)


def chain(count: int) -> list[dict[str, Any]]:
    return [tool("n0"), *(tool(f"n{place}", f"n{place - 1}") for place in range(1, count))]


LARGE = {
    "a chain": chain(5_000),
    "a ring": [tool("n0", "n4999"), *chain(5_000)[1:]],
    "a fan": [tool("n0"), *(tool(f"n{place}", "n0") for place in range(1, 5_000))],
    "one that needs all": [
        *(tool(f"n{place}") for place in range(4_999)),
        tool("last", *(f"n{place}" for place in range(4_999))),
    ],
    "unknown names": [tool(f"node-{place}", f"nodes-{place}", tool=f"tool{place}") for place in range(5_000)],
    "one id": [tool("a", "a") for _ in range(5_000)],
    "branches in a row": [
        branch("n0", {"x": "value.a > 1.0"}),
        *(branch(f"n{place}", {"x": "value.a > 1.0"}, on(f"n{place - 1}", "x")) for place in range(1, 5_000)),
    ],
    "one wide branch": [
        branch("b", {f"c{place}": "true" for place in range(2_500)}),
        *(tool(f"n{place}", on("b", f"d{place}")) for place in range(2_500)),
    ],
    "expressions and schemas": [
        tool(
            f"n{place}",
            input={"x": f"value.a{place} * 2.0"},
            output_schema={"type": "object", "title": str(place)},
        )
        for place in range(5_000)
    ],
    "two-node rings": [tool(f"n{place}", f"n{place ^ 1}") for place in range(5_000)],
}


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("a chain", {}),
        ("a ring", {"cycle": 1}),
        ("a fan", {}),
        ("one that needs all", {}),
        ("unknown names", {"unknown_dependency": 5_000, "unknown_tool": 5_000}),
        ("one id", {"self_dependency": 5_000, "duplicate_id": 4_999}),
        ("branches in a row", {"case_without_edge": 1}),
        ("one wide branch", {"case_without_edge": 2_500, "unknown_case": 2_500}),
        ("expressions and schemas", {}),
        ("two-node rings", {"cycle": 2_500}),
    ],
)
def test_every_problem_of_five_thousand_nodes_is_found(name: str, found: dict[str, int]) -> None:
    problems = validate(document(*LARGE[name]), CATALOG)
    assert Counter(problem.code.value for problem in problems) == found
