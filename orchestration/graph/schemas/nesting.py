"""Putting one schema inside another without breaking the references inside it."""

from __future__ import annotations

from typing import Any

# What stands under these is a value, however much it looks like a schema.
_VALUES = frozenset({"const", "default", "enum", "examples"})


def nested(schema: Any, pointer: str) -> Any:
    """`schema` as it must read at `pointer` (like ``#/$defs/output``) of a larger schema.

    Its references count from its own root, so each ``#…`` becomes ``<pointer>…``.
    """
    if isinstance(schema, list):
        return [nested(item, pointer) for item in schema]
    if not isinstance(schema, dict):
        return schema
    moved: dict[str, Any] = {}
    for key, value in schema.items():
        if key in ("$ref", "$dynamicRef") and isinstance(value, str) and value.startswith("#"):
            moved[key] = pointer + value[1:]
        elif key in _VALUES:
            moved[key] = value
        else:
            moved[key] = nested(value, pointer)
    return moved
