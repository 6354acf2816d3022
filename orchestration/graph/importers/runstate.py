"""What a run wrote into a foreign graph: never part of a document, but told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from orchestration.graph.importers.draft import Draft, shown
from orchestration.graph.importers.fields import Fields
from orchestration.graph.importers.notes import NoteCode


class RunState:
    """`initial` maps each field of a run to its value before one: only other values are told one by one."""

    def __init__(self, draft: Draft, initial: Mapping[str, Any]) -> None:
        self._draft = draft
        self._initial = initial
        self._unused: dict[str, None] = {}

    def look_at(self, fields: Fields, node: str | None) -> None:
        told = []
        for key, initial in self._initial.items():
            if key not in fields:
                continue
            value = fields.raw(key)
            if value == initial or value is None:
                self._unused[key] = None
            else:
                told.append(f"{key} = {shown(value)}")
        if told:
            message = f"State of a run, which no document holds, is left out: {'; '.join(told)}"
            self._draft.note(NoteCode.RUN_STATE, node, message)

    def sum_up(self) -> None:
        """One note for the fields that held what they hold before a run."""
        if self._unused:
            message = f"Fields of a run that say nothing yet are left out: {', '.join(self._unused)}."
            self._draft.note(NoteCode.RUN_STATE, None, message)
