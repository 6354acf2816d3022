"""What a recorded workflow holds beside tasks, parents and run times: told once for each field."""

from __future__ import annotations

from orchestration.graph.importers.draft import Draft, shown
from orchestration.graph.importers.fields import Fields
from orchestration.graph.importers.notes import NoteCode


class Leftovers:
    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._told: list[str] = []
        self._counts: dict[tuple[str, str], int] = {}

    def look_at(self, fields: Fields, each: str | None = None) -> None:
        """Everything in `fields` that was not read. `each` names the thing that there are many of."""
        for key, value in fields.unread().items():
            if each is None:
                self._told.append(f"The field {fields.at(key)} is left out; it held: {shown(value)}")
            else:
                self._counts[each, key] = self._counts.get((each, key), 0) + 1

    def sum_up(self) -> None:
        for message in self._told:
            self._draft.note(NoteCode.NOT_KEPT, None, message)
        for (each, key), count in self._counts.items():
            message = f"The field “{key}” of {count:,} {each}s is left out."
            self._draft.note(NoteCode.NOT_KEPT, None, message)
