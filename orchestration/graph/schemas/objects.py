"""Closes a gap of JSON Schema: `{"required": ["amount"]}` alone accepts the number 5.

Keywords about fields say nothing of values that have no fields, so a gate whose author left out
`"type": "object"` would open for any of them. Where a schema describes a value for certain (not inside
`if`, `not`, `anyOf` or `oneOf`) and names such keywords without a type, only objects pass.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

from orchestration.graph.schemas.violation import Violation
from orchestration.graph.schemas.words import Path, json_path

OBJECT_KEYWORDS = frozenset(
    {
        "additionalProperties",
        "dependentRequired",
        "dependentSchemas",
        "maxProperties",
        "minProperties",
        "patternProperties",
        "properties",
        "propertyNames",
        "required",
        "unevaluatedProperties",
    }
)


def non_objects(schema: Any, value: Any) -> Iterator[Violation]:
    """A violation for each value that has to be an object by the rule above and is none."""
    yield from _walk(schema, value, (), schema, frozenset())


def _walk(schema: Any, value: Any, path: Path, root: Any, seen: frozenset[int]) -> Iterator[Violation]:
    if not isinstance(schema, dict) or id(schema) in seen:
        return
    if not isinstance(value, dict) and "type" not in schema and OBJECT_KEYWORDS & schema.keys():
        yield Violation(json_path(path), "This must be a group of fields.")
    seen = seen | {id(schema)}
    target = _local(root, schema.get("$ref"))
    same_value = [target, *_list(schema.get("allOf"))]
    for inner in same_value:
        yield from _walk(inner, value, path, root, seen)
    for inner, item, key in _children(schema, value):
        yield from _walk(inner, item, (*path, key), root, frozenset())


def _children(schema: dict[str, Any], value: Any) -> Iterator[tuple[Any, Any, str | int]]:
    if isinstance(value, dict):
        properties = schema.get("properties")
        named = properties if isinstance(properties, dict) else {}
        for key, item in value.items():
            yield named.get(key, schema.get("additionalProperties")), item, key
    elif isinstance(value, list):
        first = _list(schema.get("prefixItems"))
        for index, item in enumerate(value):
            yield first[index] if index < len(first) else schema.get("items"), item, index


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _local(root: Any, reference: Any) -> Any:
    """What a ``#/…`` reference points to, or None."""
    if not isinstance(reference, str) or not reference.startswith("#"):
        return None
    target = root
    for part in unquote(reference).split("/")[1:]:
        name = part.replace("~1", "/").replace("~0", "~")
        if isinstance(target, dict) and name in target:
            target = target[name]
        elif isinstance(target, list) and name.isdigit() and int(name) < len(target):
            target = target[int(name)]
        else:
            return None
    return target
