"""Values that the log could not keep exactly, whatever their schema says."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from orchestration.graph.schemas.words import Path

EXACT = 2**53
DEPTH = 200


@dataclass(frozen=True)
class Unrecordable:
    """What is wrong at `path`. `fatal`: the value cannot even be shown to a validator."""

    path: Path
    message: str
    fatal: bool = True


def unrecordable(value: Any) -> Iterator[Unrecordable]:
    """Integers beyond 2^53, non-finite numbers, NUL characters, broken text, nesting over 200 levels."""
    pending: list[tuple[Path, Any]] = [((), value)]
    while pending:
        path, item = pending.pop()
        problem = _problem(item)
        if problem is not None:
            yield Unrecordable(path, *problem)
        if not isinstance(item, dict | list):
            continue
        if len(path) >= DEPTH:
            yield Unrecordable((), f"This is nested over {DEPTH} levels deep.")
            return
        pairs: Any = item.items() if isinstance(item, dict) else enumerate(item)
        for key, inner in pairs:
            broken = _broken_name(key) if isinstance(item, dict) else None
            if broken is not None:
                yield Unrecordable(path, broken)
                continue
            pending.append(((*path, key), inner))


def _problem(item: Any) -> tuple[str, bool] | None:
    if item is None or isinstance(item, bool | dict | list):
        return None
    if isinstance(item, int):
        return None if abs(item) <= EXACT else ("Whole numbers beyond 2^53 cannot be kept exactly.", False)
    if isinstance(item, float):
        return None if math.isfinite(item) else ("This is not a finite number.", True)
    if isinstance(item, str):
        broken = _broken_text(item)
        return (broken, True) if broken else None
    return ("This is not a JSON value.", True)


def _broken_name(name: Any) -> str | None:
    return _broken_text(name) if isinstance(name, str) else "The name of a field must be text."


def _broken_text(text: str) -> str | None:
    if "\0" in text:
        return "Text may not hold the NUL character."
    try:
        text.encode()
    except UnicodeEncodeError:
        return "This text is not valid Unicode."
    return None
