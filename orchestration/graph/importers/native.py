"""Trackside's own documents."""

from __future__ import annotations

from typing import Any

from orchestration.graph.document import document_from_value
from orchestration.graph.importers.notes import Imported
from orchestration.graph.outline import Outline
from orchestration.graph.problems import DocumentInvalid
from orchestration.graph.wellformed import Limits, well_formed_problems


def read(value: Any, limits: Limits) -> Imported:
    """The document that `value` is; there is nothing to note. Raises DocumentInvalid."""
    document = document_from_value(value)
    if problems := well_formed_problems(Outline(document), limits):
        raise DocumentInvalid(problems)
    return Imported(document, ())
