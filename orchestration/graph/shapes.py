"""What a JSON value looks like as far as a schema or samples tell, and the paths that lead into it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

DEEPEST = 5
# So many fields of an object, and so many alternatives, are looked at.
_FIELDS = 50
_CHOICES = 10

_WORDS = {
    "array": "list",
    "boolean": "true or false",
    "integer": "whole number",
    "null": "null",
    "number": "number",
    "object": "object",
    "string": "text",
}
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
# The expression language keeps these words to itself, also after a dot.
_RESERVED = re.compile(
    "as|break|const|continue|else|false|for|function|if|import|in|let|loop|namespace|null|package|return"
    "|true|var|void|while"
)


@dataclass(frozen=True, slots=True)
class Shape:
    """`kinds` are JSON types, none where nothing is known."""

    kinds: frozenset[str] = frozenset()
    fields: Mapping[str, Shape] = field(default_factory=dict)
    item: Shape | None = None

    def words(self) -> str:
        known = [word for kind, word in _WORDS.items() if kind in self.kinds]
        return " or ".join(sorted(known)) or "anything"

    def paths(self, root: str) -> Iterator[tuple[str, str]]:
        """Each path that can be written from `root` on, with what is there in words; shallow ones first."""
        level = [(root, self)]
        while level:
            below: list[tuple[str, Shape]] = []
            for path, shape in level:
                yield path, shape.words()
                below += [(path + _step(name), inner) for name, inner in shape.fields.items()]
                if shape.item is not None:
                    below.append((f"{path}[0]", shape.item))
            level = below


UNKNOWN = Shape()


def object_of(fields: Mapping[str, Shape]) -> Shape:
    return Shape(frozenset({"object"}), dict(fields))


def list_of(item: Shape) -> Shape:
    return Shape(frozenset({"array"}), item=item)


def shape_of_schema(schema: Any) -> Shape:
    """References within the schema are followed; whatever one of its alternatives has is there."""
    return _Reader(schema).shape(schema, 0)


def shape_of_value(value: Any, depth: int = 0) -> Shape:
    kinds = frozenset({_kind(value)})
    if depth >= DEEPEST:
        return Shape(kinds)
    if isinstance(value, dict):
        inner = {name: shape_of_value(item, depth + 1) for name, item in list(value.items())[:_FIELDS]}
        return Shape(kinds, inner)
    if isinstance(value, list) and value:
        return Shape(kinds, item=shape_of_value(value[0], depth + 1))
    return Shape(kinds)


def merged(one: Shape, other: Shape) -> Shape:
    """What either of two says of a value."""
    if one is other or other is UNKNOWN:
        return one
    fields = dict(one.fields)
    for name, shape in other.fields.items():
        fields[name] = merged(fields[name], shape) if name in fields else shape
    item = (
        one.item if other.item is None else other.item if one.item is None else merged(one.item, other.item)
    )
    return Shape(one.kinds | other.kinds, fields, item)


def filled(declared: Shape, seen: Shape) -> Shape:
    """What is declared, and below what was only seen."""
    fields = dict(declared.fields)
    for name, shape in seen.fields.items():
        fields[name] = filled(fields[name], shape) if name in fields else shape
    item = declared.item
    if seen.item is not None:
        item = seen.item if item is None else filled(item, seen.item)
    return Shape(declared.kinds or seen.kinds, fields, item)


class _Reader:
    """Reads one schema; what refers to itself is read once for each depth."""

    def __init__(self, root: Any) -> None:
        self._root = root
        self._known: dict[tuple[int, int], Shape] = {}

    def shape(self, schema: Any, depth: int) -> Shape:
        if not isinstance(schema, dict) or depth >= DEEPEST:
            return UNKNOWN
        key = (id(schema), depth)
        if key not in self._known:
            self._known[key] = UNKNOWN
            self._known[key] = self._read(schema, depth + 1)
        return self._known[key]

    def _read(self, schema: dict[str, Any], below: int) -> Shape:
        properties = schema.get("properties")
        listed = list(properties.items())[:_FIELDS] if isinstance(properties, dict) else []
        item = schema.get("items")
        found = Shape(
            _kinds(schema),
            {name: self.shape(inner, below) for name, inner in listed},
            self.shape(item, below) if isinstance(item, dict) else None,
        )
        others = [_resolved(schema.get("$ref"), self._root)]
        for word in ("allOf", "anyOf", "oneOf"):
            choices = schema.get(word)
            others += choices[:_CHOICES] if isinstance(choices, list) else []
        for other in others:
            found = merged(found, self.shape(other, below))
        return found


def _kinds(schema: dict[str, Any]) -> frozenset[str]:
    declared = schema.get("type")
    names = declared if isinstance(declared, list) else [declared]
    kinds = frozenset(name for name in names if isinstance(name, str) and name in _WORDS)
    if kinds:
        return kinds
    values = schema.get("enum")
    values = values if isinstance(values, list) else []
    return frozenset(_kind(value) for value in ([schema["const"]] if "const" in schema else values))


def _resolved(reference: Any, root: Any) -> Any:
    """What ``#/…`` points to in the schema itself; None for any other reference."""
    if not isinstance(reference, str) or not reference.startswith("#/"):
        return None
    target = root
    for step in reference[2:].split("/"):
        target = target.get(step.replace("~1", "/").replace("~0", "~")) if isinstance(target, dict) else None
    return target


def _kind(value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int() | float():
            return "number"
        case str():
            return "string"
        case list():
            return "array"
        case _:
            return "object"


def _step(name: str) -> str:
    if _NAME.fullmatch(name) and not _RESERVED.fullmatch(name):
        return f".{name}"
    return f"[{json.dumps(name, ensure_ascii=False)}]"
