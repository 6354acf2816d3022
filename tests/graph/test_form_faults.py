"""A form whose limits nobody can keep is found; one that can be filled in is left alone."""

from __future__ import annotations

from typing import Any

import pytest

from orchestration.graph.form_faults import form_faults
from orchestration.graph.validation import validate
from tests.graph.build import document, tool

FAULTS: list[tuple[Any, str, str]] = [
    ({"minimum": 500, "maximum": 10}, ".minimum", "No number is at least 500 and at most 10."),
    ({"exclusiveMinimum": 5, "maximum": 5}, ".minimum", "No number lies between 5 and 5."),
    (
        {"minimum": 1, "exclusiveMinimum": 7, "maximum": 6.5},
        ".minimum",
        "No number is at least 7 and at most 6.5.",
    ),
    ({"minLength": 4, "maxLength": 3}, ".minLength", "Nothing has at least 4 and at most 3 characters."),
    ({"minItems": 2, "maxItems": 1}, ".minItems", "Nothing has at least 2 and at most 1 items."),
    ({"enum": []}, ".enum", "There is nothing to choose from."),
    ({"type": "array", "items": {"enum": []}}, ".items.enum", "There is nothing to choose from."),
    (
        {"properties": {"a b": {"properties": {"c": {"enum": []}}}}},
        '.properties["a b"].properties.c.enum',
        "“a b.c”: There is nothing to choose from.",
    ),
    (
        {"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"enum": []}}},
        '.properties.a["$ref"]',
        "“a”: There is nothing to choose from.",
    ),
]
FINE: list[Any] = [
    None,
    True,
    {},
    {"minimum": 5, "maximum": 5},
    {"minimum": 5, "exclusiveMaximum": 6},
    {"minLength": 3, "maxLength": 3},
    {"anyOf": [{"enum": []}, {"type": "string"}]},
    {"type": "string", "default": None},
    {"enum": ["a"], "default": "a"},
    {"$defs": {"A": {"enum": []}}},
    {
        "properties": {"a": {"$ref": "#/$defs/A"}},
        "$defs": {"A": {"properties": {"a": {"$ref": "#/$defs/A"}}}},
    },
    {"properties": [], "items": 5, "$ref": 5, "minimum": "x", "maximum": True},
]


@pytest.mark.parametrize(("schema", "where", "message"), FAULTS)
def test_a_form_that_nobody_can_fill_in(schema: Any, where: str, message: str) -> None:
    assert [(at, said) for _, at, said in form_faults(schema)] == [(where, message)]


@pytest.mark.parametrize("schema", FINE)
def test_a_form_that_can_be_filled_in(schema: Any) -> None:
    assert form_faults(schema) == []


def test_a_default_is_held_against_what_it_refers_to() -> None:
    schema = {"properties": {"a": {"$ref": "#/$defs/A", "default": 3}}, "$defs": {"A": {"type": "string"}}}
    [(code, where, message)] = form_faults(schema)
    assert (code, where) == ("default_outside", ".properties.a.default")
    assert message.startswith("“a”: The default does not fit: ")


def test_the_form_that_a_run_is_started_with_is_looked_at_too() -> None:
    schema = {"type": "object", "properties": {"n": {"type": "number", "minimum": 2, "maximum": 1}}}
    problems = validate(document(tool("a")).model_copy(update={"input_schema": schema}))
    assert [(one.code, one.path) for one in problems] == [
        ("impossible_form", "$.input_schema.properties.n.minimum")
    ]
