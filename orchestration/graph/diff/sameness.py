"""Whether two parts of documents say the same; to Python 1, 1.0 and True are equal, in JSON they differ."""

from __future__ import annotations

from typing import Any

from orchestration.graph.parts import Part


def identical(one: Any, other: Any) -> bool:
    """Like ``==``, but a boolean is no number. The order of an object's keys does not count."""
    if one is other:
        return True
    if one != other:
        return False
    if isinstance(one, Part):
        return type(one) is type(other) and all(
            identical(getattr(one, name), getattr(other, name)) for name in type(one).model_fields
        )
    if isinstance(one, dict):
        return all(identical(value, other[name]) for name, value in one.items())
    if isinstance(one, list | tuple):
        return all(identical(mine, theirs) for mine, theirs in zip(one, other, strict=True))
    return isinstance(one, bool) == isinstance(other, bool)
