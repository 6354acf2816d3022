"""Positions follow nodes that get another id."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from orchestration.models import Layout

# (the id before, the id after), in the order in which they were given.
Renames: TypeAlias = Sequence[tuple[str, str]]


def renames_in(diffs: Sequence[dict[str, Any]]) -> Renames:
    """Those of diffs as they are kept."""
    return [(diff["id"], diff["new_id"]) for diff in diffs if diff["op"] == "rename_node"]


def backwards(renames: Renames) -> Renames:
    return [(new, old) for old, new in reversed(renames)]


def layout_follow(graph: int, renames: Renames) -> None:
    """Inside a transaction that holds the graph."""
    layout = Layout.objects.filter(pk=graph).first() if renames else None
    if layout is None:
        return
    for old, new in renames:
        if old in layout.positions:
            layout.positions[new] = layout.positions.pop(old)
        for place in layout.positions.values():
            if place.get("team") == old:
                place["team"] = new
    layout.version += 1
    layout.save()
