"""Paths that an expression can read: each one is an expression, and says what is there."""

from __future__ import annotations

import time
from itertools import islice
from typing import Any

import pytest
from hypothesis import given

from orchestration.graph.expressions import Scope, compile_expression
from orchestration.graph.in_scope import InScope
from orchestration.graph.shapes import filled, merged, object_of, shape_of_schema, shape_of_value
from tests.graph.build import agent, branch, document, fold, gate, map_over, on, team, tool
from tests.graph.diff.profile import laws
from tests.graph.strategies import json_values, schemas


def paths(shape: Any) -> dict[str, str]:
    return dict(islice(shape.paths("value"), 300))


@laws
@given(json_values)
def test_every_path_of_a_value_reads_it(value: Any) -> None:
    for path in paths(shape_of_value(value)):
        compile_expression(path).evaluate(Scope(value, None, {}))


@laws
@given(schemas, json_values)
def test_any_schema_and_any_value_has_a_shape(schema: Any, value: Any) -> None:
    shape = filled(shape_of_schema(schema), shape_of_value(value))
    for path in paths(merged(shape, shape)):
        compile_expression(path)


def test_names_that_are_no_identifiers_or_reserved() -> None:
    value = {"a": {"a-b": 1, "in": True, 'q"\\': None}, "list": [{"é": 1.5}], "": "x"}
    assert paths(shape_of_value(value)) == {
        "value": "object",
        "value.a": "object",
        "value.list": "list",
        'value[""]': "text",
        'value.a["a-b"]': "number",
        'value.a["in"]': "true or false",
        'value.a["q\\"\\\\"]': "null",
        "value.list[0]": "object",
        'value.list[0]["é"]': "number",
    }


def test_a_schema_with_references_and_alternatives() -> None:
    schema = {
        "$defs": {"Line": {"type": "object", "properties": {"amount": {"type": "integer"}}}},
        "type": "object",
        "properties": {
            "lines": {"type": "array", "items": {"$ref": "#/$defs/Line"}},
            "note": {"anyOf": [{"type": "string"}, {"type": "null"}]},
            "state": {"enum": ["a", "b"]},
            "any": True,
        },
    }
    assert paths(shape_of_schema(schema)) == {
        "value": "object",
        "value.lines": "list",
        "value.note": "null or text",
        "value.state": "text",
        "value.any": "anything",
        "value.lines[0]": "object",
        "value.lines[0].amount": "whole number",
    }


WIDE = {"properties": {str(number): {"$ref": "#"} for number in range(2000)}}
DEEP = {word: [{"$ref": "#"} for _ in range(100)] for word in ("allOf", "anyOf", "oneOf")}


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "#"},
        {"$ref": "#/nowhere"},
        {"$ref": "http://x/y"},
        {"$ref": 5},
        {"properties": 5, "items": 5, "allOf": 5, "type": {"a": 1}, "enum": 5},
        {"type": ["string", 5]},
        WIDE,
        DEEP,
        {**WIDE, **DEEP, "items": {"$ref": "#"}},
        {
            "anyOf": [
                {"properties": {str(n): {"$ref": f"#/anyOf/{1 - side}"} for n in range(60)}}
                for side in (0, 1)
            ]
        },
    ],
)
def test_no_schema_is_too_nasty(schema: Any) -> None:
    began = time.perf_counter()
    paths(shape_of_schema(schema))
    assert time.perf_counter() - began < 2


def known(id: str, *nodes: dict[str, Any], **fields: Any) -> dict[str, str]:
    tools = {"note": {"type": "object", "properties": {"said": {"type": "string"}}}}
    scope = InScope(document(*nodes, **fields), tools)
    return paths(scope.received(scope.entry(id)))


NUMBER = {"type": "number"}
RUN = {"type": "object", "properties": {"items": {"type": "array", "items": {"properties": {"n": NUMBER}}}}}


def test_where_a_value_comes_from() -> None:
    said = {"value": "object", "value.said": "text"}
    cases = {"yes": "true"}
    assert known("a", tool("a"), input_schema=RUN)["value.items[0].n"] == "number"
    assert known("b", tool("a"), tool("b", "a")) == said
    assert known("b", tool("a", output_schema=NUMBER), tool("b", "a")) == {"value": "number"}
    assert known("b", gate("a", approval_schema=NUMBER), tool("b", "a")) == {"value": "number"}
    assert known("b", agent("a"), tool("b", "a")) == {"value": "anything"}
    assert known("c", tool("a"), branch("b", cases, "a"), tool("c", on("b", "yes"))) == said
    assert known("c", tool("a"), tool("b"), tool("c", "a", "b")) == {
        "value": "object",
        "value.a": "object",
        "value.b": "object",
        "value.a.said": "text",
        "value.b.said": "text",
    }


def test_values_of_what_holds_nodes() -> None:
    inner = team("t", tool("x"), input_schema=None)
    assert known("x", inner, input_schema=RUN)["value.items[0].n"] == "number"
    mapped = team("t", tool("x"), input={"who": "value"})
    assert known("x", mapped, input_schema=RUN) == {"value": "object", "value.who": "anything"}
    assert known("after", inner, tool("after", "t")) == {"value": "object", "value.said": "text"}
    many = map_over("m", {"graph": {"nodes": [tool("x")]}}) | {"over": "value.items"}
    assert known("x", many, input_schema=RUN) == {"value": "anything", "value.n": "number"}
    assert known("after", many, tool("after", "m"), input_schema=RUN)["value[0].said"] == "text"
    beside = map_over("m", {"node": "x"}) | {"over": "value.items"}
    assert known("x", beside, tool("x"), input_schema=RUN)["value.n"] == "number"
    again = fold("f", {"graph": {"nodes": [tool("x")]}})
    assert known("x", again, input_schema=RUN)["value.items"] == "list"
    assert known("after", again, tool("after", "f")) == {"value": "object", "value.said": "text"}


def test_thousands_of_nodes_that_pass_on_what_they_got() -> None:
    cases = {"yes": "true"}
    chain = [branch("b0", cases), *(branch(f"b{n}", cases, f"b{n - 1}") for n in range(1, 3000))]
    assert known("b2999", *chain) == {"value": "anything"}
    joins = [tool("j0"), tool("k0")]
    for n in range(1, 200):
        joins += [branch(f"{side}{n}", cases, f"j{n - 1}", f"k{n - 1}") for side in "jk"]
    scope = InScope(document(*joins), {})
    assert len(list(islice(scope.received(scope.entry("j199")).paths("value"), 200))) == 200
    assert object_of({}).words() == "object"
