"""Paths into a JSON value: ``customer.orders[0]["a-b"]``."""

from __future__ import annotations

import re
from typing import Any

STEP = re.compile(r"""\.?([A-Za-z_][A-Za-z0-9_]*)|\[(\d+)\]|\["([^"\]]*)"\]""")


class PathInvalid(ValueError):
    """The text is no path."""


class PathMissing(LookupError):
    """The value has nothing at this path."""


def parse_path(text: str) -> tuple[str | int, ...]:
    """Keys (text) and positions (numbers) in order; the empty path names the value itself."""
    steps: list[str | int] = []
    position = 0
    while position < len(text):
        match = STEP.match(text, position)
        # A key after something else needs its dot, the first one has none.
        dotted = text[position] == "."
        if match is None or (match[1] is not None and dotted != (position > 0)):
            raise PathInvalid(f"“{text}” is no path; one looks like customer.orders[0].total")
        key, index, quoted = match.groups()
        steps.append(int(index) if index is not None else key if key is not None else quoted)
        position = match.end()
    return tuple(steps)


def resolve_path(value: Any, text: str) -> Any:
    """What stands at the path. Raises PathInvalid or PathMissing."""
    found = value
    for step in parse_path(text):
        try:
            found = _at(found, step)
        except (LookupError, TypeError):
            raise PathMissing(f"there is nothing at “{text}”") from None
    return found


def _at(value: Any, step: str | int) -> Any:
    if isinstance(step, int) and isinstance(value, list):
        return value[step]
    if isinstance(step, str) and isinstance(value, dict):
        return value[step]
    raise TypeError(step)
