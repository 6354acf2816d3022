"""Bare paths such as ``value.lines[0]["unit price"]``: resolved on the JSON itself, so the type is kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

Step = str | int

_ROOT = re.compile(r"\s*(?:(value|index)|run\s*\.\s*(input|labels))(?![A-Za-z0-9_])")
_STEP = re.compile(
    r"""\s*(?:
        \.\s*(?P<field>[A-Za-z_][A-Za-z0-9_]*)
      | \.\s*`(?P<quoted>[^`]+)`
      | \[\s*(?P<index>[0-9]{1,15})\s*\]
      | \[\s*(?P<key>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')\s*\]
    )""",
    re.VERBOSE,
)


class NoSuchPath(Exception):
    """The value has nothing at the path; the message says where it ends."""


def parse_path(text: str, literal: Callable[[str], str]) -> tuple[Step, ...] | None:
    """The root and the steps of a bare path; None for any other expression. `literal` reads a quoted key."""
    root = _ROOT.match(text)
    if root is None:
        return None
    steps: list[Step] = [root[1] or f"run.{root[2]}"]
    position = root.end()
    while (found := _STEP.match(text, position)) is not None:
        position = found.end()
        if (key := found["key"]) is not None:
            steps.append(literal(key))
        elif found["index"] is not None:
            steps.append(int(found["index"]))
        else:
            steps.append(found["field"] or found["quoted"])
    return tuple(steps) if not text[position:].strip() else None


def resolve(path: tuple[Step, ...], roots: Mapping[str, Any]) -> Any:
    """The very value at `path`. Raises NoSuchPath."""
    value = roots[str(path[0])]
    for count, step in enumerate(path[1:], start=1):
        if isinstance(value, dict) and step in value:
            value = value[str(step)]
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            value = value[step]
        else:
            raise NoSuchPath(_reason(value, step, path[:count]))
    return value


def write_path(path: tuple[Step, ...]) -> str:
    text = str(path[0])
    for step in path[1:]:
        if isinstance(step, int):
            text += f"[{step}]"
        else:
            text += f".{step}" if step.isidentifier() else f'["{step}"]'
    return text


def _reason(value: Any, step: Step, so_far: tuple[Step, ...]) -> str:
    where = write_path(so_far)
    if isinstance(value, dict):
        return f"{where} has no key “{step}”."
    if isinstance(value, list):
        if isinstance(step, int):
            return f"{where} has no item {step}: it has {len(value)}."
        return f"{where} is a list, so it has no key “{step}”."
    return f"{where} is {json_kind(value)}, so it has no “{step}”."


def json_kind(value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "a boolean"
        case int() | float():
            return "a number"
        case str():
            return "text"
        case list():
            return "a list"
        case dict():
            return "an object"
        case _:
            return f"a {type(value).__name__}"
