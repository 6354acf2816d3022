"""Trackside's own documents."""

from __future__ import annotations

from typing import Any

from orchestration.graph.document import document_from_value
from orchestration.graph.importers.notes import Imported, Note, NoteCode
from orchestration.graph.outline import Outline
from orchestration.graph.problems import DocumentInvalid
from orchestration.graph.wellformed import Limits, well_formed_problems


def read(value: Any, limits: Limits, unnamed: str = "") -> Imported:
    """The document that `value` is; nothing of it changes but a missing name. Raises DocumentInvalid."""
    notes: tuple[Note, ...] = ()
    if unnamed and isinstance(value, dict) and value.get("name") is None:
        value = {**value, "name": unnamed}
        notes = (Note(NoteCode.NAME_MADE, None, f"The file names no graph; it is called “{unnamed}”."),)
    document = document_from_value(value)
    if problems := well_formed_problems(Outline(document), limits):
        raise DocumentInvalid(problems)
    return Imported(document, notes)
