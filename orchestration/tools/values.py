"""Which Python values can be recorded: exactly those that JSON text gives back unchanged."""

from __future__ import annotations

import json
import math
from typing import Any

MAX_DEPTH = 200


def problem_of(value: Any) -> str | None:
    """Why `value` cannot be recorded, in words, or None when it can.

    Walks with a list instead of recursion, so a value of any depth gets an answer.
    """
    pending: list[tuple[Any, int]] = [(value, 1)]
    while pending:
        item, depth = pending.pop()
        if isinstance(item, dict | list):
            if depth > MAX_DEPTH:
                return f"it is nested over {MAX_DEPTH} levels deep"
            children = item.values() if isinstance(item, dict) else item
            pending.extend((child, depth + 1) for child in children)
            if isinstance(item, dict):
                pending.extend((key, depth + 1) for key in item)
        elif (problem := _scalar_problem(item)) is not None:
            return problem
    return None


def _scalar_problem(item: Any) -> str | None:
    if isinstance(item, float):
        return None if math.isfinite(item) else f"it holds {item}, which JSON cannot carry"
    if isinstance(item, str):
        if "\x00" in item:
            return "a text in it holds a NUL character"
        # Half of a surrogate pair has no UTF-8 form, so no database takes it.
        return None if _encodable(item) else "a text in it is not valid Unicode"
    if isinstance(item, int) and not isinstance(item, bool):
        return None if item.bit_length() <= 8192 else "a number in it has thousands of digits"
    if item is None or isinstance(item, bool):
        return None
    return f"it holds a {type(item).__name__}, which is no JSON value"


def non_finite_in(value: Any) -> str | None:
    """Why a plain Python value has no JSON form: an infinite or undefined number anywhere in it."""
    pending = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, float) and not math.isfinite(item):
            return _scalar_problem(item)
        if isinstance(item, dict):
            pending.extend(item.values())
        elif isinstance(item, list | tuple | set | frozenset):
            pending.extend(item)
    return None


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def as_text(value: Any) -> str:
    """A value inside a sentence: text as it is, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
