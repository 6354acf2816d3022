"""A comparison in lines, where no canvas is drawn."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from orchestration.selectors.draft_views import Comparison, FieldChange, OverlayNode

MARKS = {"added": "Added", "removed": "Removed", "changed": "Changed", "rerouted": "Rerouted"}


@dataclass(frozen=True)
class FieldLine:
    """`old` and `new` as people read them: text as it is, all else as JSON. None where there is none."""

    name: str
    old: str | None
    new: str | None


@dataclass(frozen=True)
class OverlayRow:
    """`id` and `kind` are empty for the graph itself."""

    id: str
    title: str
    kind: str
    mark: str
    word: str
    fields: tuple[FieldLine, ...]


def overlay_rows(found: Comparison) -> list[OverlayRow]:
    """What differs, the graph's own fields first, then each node that does not say the same."""
    own = [_graph_row(found.graph)] if found.graph else []
    return own + [_row(node) for node in found.nodes if node.mark != "same"]


def _graph_row(fields: Iterable[FieldChange]) -> OverlayRow:
    return OverlayRow("", "The graph", "", "changed", MARKS["changed"], _lines(fields))


def _row(node: OverlayNode) -> OverlayRow:
    return OverlayRow(node.id, node.title, node.kind, node.mark, MARKS[node.mark], _lines(node.fields))


def _lines(fields: Iterable[FieldChange]) -> tuple[FieldLine, ...]:
    return tuple(
        FieldLine(field.field.replace("_", " "), _readable(field.old), _readable(field.new))
        for field in fields
    )


def _readable(text: str | None) -> str | None:
    if text is None:
        return None
    value = json.loads(text)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)
