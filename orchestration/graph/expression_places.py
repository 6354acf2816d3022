"""One expression at its place: the verdict that the whole document would get, without the document.

It is made of the same checks as `validate`, so an expression field cannot accept what publishing refuses.
"""

from __future__ import annotations

import re
from typing import Any, Literal

from orchestration.graph.agreement import path_problem
from orchestration.graph.barepaths import json_kind
from orchestration.graph.document import Document
from orchestration.graph.nodes import DelayNode
from orchestration.graph.outline import Entry, Outline
from orchestration.graph.problems import Problem
from orchestration.graph.runnable import expression_problem, knows_index

Wanted = Literal["condition", "list", "order", "value"]

_WANTED: tuple[tuple[re.Pattern[str], Wanted], ...] = (
    (re.compile(r"\.cases\[\d+\]\.when(\.value)?"), "condition"),
    (re.compile(r"\.stop_when|\.verify_predicate(\.value)?"), "condition"),
    (re.compile(r"\.over"), "list"),
    (re.compile(r"\.join(\.best_by)?"), "order"),
)


class Place:
    """The place `field` (like ``over`` or ``cases[0].when.value``) of the node `id`.

    Raises KeyError if the document, which has to be well-formed, has no such node. Without a node it is
    outside of everything.
    """

    def __init__(self, document: Document, id: str | None, field: str) -> None:
        self._outline = Outline(document)
        self._known = id is not None
        self._entry = _nowhere(self._outline) if id is None else self._outline.by_id[id]
        self._where = f".{field}" if field and field[0] not in ".[" else field

    @property
    def knows_index(self) -> bool:
        return knows_index(self._entry, self._where)

    def problem(self, text: str) -> Problem | None:
        """What keeps `text` from standing here."""
        found = expression_problem(self._entry, self._where, text)
        if found is not None or not self._known:
            return found
        return path_problem(self._outline, self._entry, self._where, text)

    def misfit(self, value: Any) -> str | None:
        """Why a value that an expression gave is of no use here."""
        kind = json_kind(value)
        match self._wanted():
            case "condition" if not isinstance(value, bool):
                return f"The condition gave {kind}, not true or false. It counts as false."
            case "list" if not isinstance(value, list):
                return f"This gave {kind}, not a list. The run would fail here."
            case "order" if isinstance(value, bool) or not isinstance(value, int | float | str):
                return f"This gave {kind}; only numbers and texts can be compared."
            case _:
                return None

    def _wanted(self) -> Wanted:
        return next((wanted for pattern, wanted in _WANTED if pattern.fullmatch(self._where)), "value")


def _nowhere(outline: Outline) -> Entry:
    return Entry(DelayNode(id="nowhere", kind="delay", seconds=1), "$", outline.levels[0], "nowhere")
