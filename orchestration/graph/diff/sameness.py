"""Whether two parts of documents say the same; to Python 1, 1.0 and True are equal, in JSON they differ."""

from __future__ import annotations

from typing import Any

from orchestration.graph.parts import Part


def identical(one: Any, other: Any, *, ordered: bool = False) -> bool:
    """Like ``==``, but a boolean is no number. The order of an object's keys counts only if `ordered`."""
    if one is other:
        return True
    if one != other:
        return False
    if isinstance(one, Part):
        return type(one) is type(other) and all(
            identical(getattr(one, name), getattr(other, name), ordered=ordered)
            for name in type(one).model_fields
        )
    if isinstance(one, dict):
        if ordered and list(one) != list(other):
            return False
        return all(identical(value, other[name], ordered=ordered) for name, value in one.items())
    if isinstance(one, list | tuple):
        return all(identical(mine, theirs, ordered=ordered) for mine, theirs in zip(one, other, strict=True))
    return isinstance(one, bool) == isinstance(other, bool)
