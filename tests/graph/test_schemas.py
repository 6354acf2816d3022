"""The one check of answers: closed when in doubt, and in words."""

from __future__ import annotations

import socket
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchestration.graph.schemas import SchemaInvalid, compile_schema, violations

REFUND = {
    "type": "object",
    "required": ["amount", "why"],
    "properties": {
        "amount": {"type": "number", "minimum": 0, "maximum": 300},
        "why": {"type": "string", "minLength": 1, "maxLength": 5},
        "mail": {"format": "email"},
        "way": {"enum": ["card", "bank", None]},
        "lines": {"type": "array", "items": {"type": "object", "required": ["id"]}, "minItems": 1},
    },
    "additionalProperties": False,
}
EITHER = {
    "oneOf": [
        {"properties": {"way": {"const": "card"}, "card": {"type": "integer"}}, "required": ["way", "card"]},
        {"properties": {"way": {"const": "bank"}, "iban": {"type": "string"}}, "required": ["way", "iban"]},
    ]
}


def found(schema: Any, value: Any) -> list[tuple[str, str]]:
    return [(violation.path, violation.message) for violation in violations(schema, value)]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"amount": 300, "why": "late"}, []),
        ({"amount": 450, "why": "late"}, [("$.amount", "450 is more than the maximum of 300.")]),
        ({"amount": -1, "why": "late"}, [("$.amount", "-1 is less than the minimum of 0.")]),
        ({"amount": "3", "why": "late"}, [("$.amount", "This must be a number.")]),
        ({"amount": True, "why": "late"}, [("$.amount", "This must be a number.")]),
        # The path of what is missing is its own, and the order is by path.
        ({}, [("$.amount", "This field is required."), ("$.why", "This field is required.")]),
        ({"amount": 1, "why": ""}, [("$.why", "This field may not be empty.")]),
        ({"amount": 1, "why": "too late"}, [("$.why", "This may have at most 5 characters; it has 8.")]),
        ({"amount": 1, "why": "x", "mail": "ada"}, [("$.mail", "“ada” is not an e-mail address.")]),
        ({"amount": 1, "why": "x", "way": "cash"}, [("$.way", "This must be “card”, “bank” or null.")]),
        ({"amount": 1, "why": "x", "lines": []}, [("$.lines", "This needs at least 1 entry.")]),
        (
            {"amount": 1, "why": "x", "lines": [{"id": 1}, {}]},
            [("$.lines[1].id", "This field is required.")],
        ),
        ({"amount": 1, "why": "x", "a-b": 1}, [('$["a-b"]', "There is no such field.")]),
        ("no", [("$", "This must be a group of fields.")]),
    ],
)
def test_violations_are_said_in_words_at_their_field(value: Any, expected: list[tuple[str, str]]) -> None:
    assert found(REFUND, value) == expected


@pytest.mark.parametrize(
    ("schema", "value", "expected"),
    [
        # The alternative that was meant is the one whose fixed field fits.
        (EITHER, {"way": "bank", "iban": 5}, [("$.iban", "This must be text.")]),
        (EITHER, {"way": "card"}, [("$.card", "This field is required.")]),
        (EITHER, {}, [("$", "This must fit exactly one of the forms that are allowed here.")]),
        (
            {"anyOf": [{"type": "number"}, {"type": "null"}]},
            "x",
            [("$", "This must be a number or empty.")],
        ),
        (
            {"anyOf": [{"const": 1}, {"const": 2}]},
            3,
            [("$", "This fits none of the forms that are allowed here.")],
        ),
    ],
)
def test_alternatives(schema: Any, value: Any, expected: list[tuple[str, str]]) -> None:
    assert found(schema, value) == expected


# ── closed when in doubt ──


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "bogus"},
        {"pattern": "("},
        {"$ref": "#/$defs/nowhere"},
        {"$schema": "https://example.org/our-own"},
        {"properties": {"a": {"$ref": "other.json"}}},
        5,
        {"maximum": float("nan")},
    ],
)
def test_a_schema_that_does_not_compile_accepts_nothing(schema: Any) -> None:
    with pytest.raises(SchemaInvalid):
        compile_schema(schema)
    assert len(violations(schema, {})) == 1


@pytest.mark.parametrize("place", ["http://127.0.0.1:{port}/s.json", "file://{file}"])
@pytest.mark.parametrize("keyword", ["$ref", "$dynamicRef"])
def test_nothing_is_ever_fetched(place: str, keyword: str, tmp_path: Any) -> None:
    file = tmp_path / "s.json"
    file.write_text("true")
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        reference = place.format(port=server.getsockname()[1], file=file)
        assert violations({keyword: reference}, 1)
        with pytest.raises(BlockingIOError):
            server.accept()


@pytest.mark.parametrize(
    ("schema", "value", "path"),
    [
        ({"required": ["amount"]}, 5, "$"),
        ({"properties": {"amount": {}}}, None, "$"),
        ({"$ref": "#/$defs/a", "$defs": {"a": {"allOf": [{"required": ["x"]}]}}}, "text", "$"),
        ({"properties": {"refund": {"required": ["amount"]}}}, {"refund": 5}, "$.refund"),
        ({"items": {"required": ["amount"]}}, [{"amount": 1}, 5], "$[1]"),
        ({"additionalProperties": {"required": ["amount"]}}, {"x": 5}, "$.x"),
    ],
)
def test_keywords_about_fields_ask_for_an_object(schema: Any, value: Any, path: str) -> None:
    assert path in {violation.path for violation in violations(schema, value)}


def test_a_condition_is_no_claim_about_the_value() -> None:
    schema = {"if": {"required": ["a"]}, "then": {"required": ["b"]}}
    assert violations(schema, 5) == []
    assert found(schema, {"a": 1}) == [("$.b", "This field is required.")]


# ── what cannot be kept exactly ──


@pytest.mark.parametrize(
    "value",
    [2**53 + 1, -(2**53) - 1, float("nan"), float("inf"), "a\0b", "\ud800", {"\ud800": 1}, {1: 2}, {1, 2}],
)
def test_a_value_that_cannot_be_kept_exactly_is_a_violation(value: Any) -> None:
    assert violations(None, {"deep": [value]})
    assert violations({}, value)


def test_the_largest_exact_integers_are_kept() -> None:
    assert violations({"type": "integer"}, 2**53) == []
    assert violations({"type": "integer"}, 3.0) == []
    assert violations({"const": 1}, 1.0) == []


def test_deep_values_are_refused_however_deep() -> None:
    def nested(levels: int) -> Any:
        value: Any = 1
        for _ in range(levels):
            value = [value]
        return value

    assert violations({}, nested(200)) == []
    assert violations({}, nested(201))
    assert violations({}, nested(100_000))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=12,
)
schemas = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(["object", "array", "string", "number", ["string", "null"]]),
        "required": st.lists(st.text(max_size=3), max_size=2, unique=True),
        "properties": st.dictionaries(st.text(max_size=3), st.just({"type": "integer"}), max_size=2),
        "enum": st.lists(json_values, min_size=1, max_size=2),
        "not": st.just({"type": "object"}),
        "oneOf": st.just([{"type": "string"}, {"type": "object", "required": ["a"]}]),
        "pattern": st.sampled_from(["^a", "(", "a{1,3}$"]),
        "format": st.sampled_from(["date", "email", "unheard-of"]),
    },
)


@given(schema=schemas | json_values, value=json_values)
def test_whatever_comes_the_answer_is_a_sorted_list_without_doubles(schema: Any, value: Any) -> None:
    answer = found(schema, value)
    assert answer == sorted(set(answer))
