"""Errors on screen name the field's title."""

from __future__ import annotations

from typing import Any

import pytest

from dashboard.schema_titles import field_notes, skeleton, title_of

SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["amount", "currency", "kind", "lines"],
    "properties": {
        "amount": {"type": "number", "title": "Refund", "minimum": 0, "maximum": 300},
        "currency": {"const": "USD"},
        "kind": {"enum": ["full", "partial"], "default": "full"},
        "note": {"type": ["string", "null"], "description": "For the customer"},
        "lines": {"type": "array", "items": {"$ref": "#/$defs/line"}},
        "odd name": {"type": "string"},
    },
    "$defs": {"line": {"properties": {"sku_code": {"title": "Article"}, "self": {"$ref": "#/$defs/line"}}}},
    "oneOf": [{"properties": {"card": {"title": "Card"}}}, {"properties": {"iban": {"title": "IBAN"}}}],
}


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("$", "Answer"),
        ("$.amount", "Refund"),
        ("$.currency", "Currency"),  # no title: the name, readable
        ("$.lines[0].sku_code", "Article"),  # through items and a reference
        ("$.lines[3].self.self.sku_code", "Article"),
        ("$.lines[1]", "Lines 2"),  # people count from one
        ("$.iban", "IBAN"),  # in a branch
        ('$["odd name"]', "Odd name"),
        ("$.unknown.deeper", "Deeper"),
    ],
)
def test_title(path: str, title: str) -> None:
    assert title_of(SCHEMA, path) == title


def test_first_answer_fills_what_is_known_and_leaves_the_rest_to_be_filled() -> None:
    assert skeleton(SCHEMA) == {"amount": None, "currency": "USD", "kind": "full", "lines": None}


def test_notes_say_what_a_field_takes() -> None:
    notes = {note.name: note for note in field_notes(SCHEMA)}
    assert notes["amount"].words == "number, at least 0, at most 300"
    assert notes["currency"].words == 'always "USD"'
    assert notes["kind"].words == 'one of "full", "partial"'
    assert notes["note"].words == "text or null"
    assert notes["amount"].required and not notes["note"].required


@pytest.mark.parametrize(
    "schema",
    [None, True, {}, {"$ref": "#"}, {"$ref": "https://example.org/x"}, {"properties": []}, {"allOf": 3}, []],
)
def test_any_schema_is_survived(schema: Any) -> None:
    assert title_of(schema, "$.a[0]") == "A 1"
    assert field_notes(schema) == []
    assert skeleton(schema) is None
