"""One way in which a value misses its schema."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Violation:
    """`path` is like ``$.lines[0].amount``; `message` is for the person who typed the value."""

    path: str
    message: str
