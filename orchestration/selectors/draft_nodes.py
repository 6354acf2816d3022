"""A draft that is asked about one of its nodes."""

from __future__ import annotations

from orchestration.graph.document import Document
from orchestration.models import Draft
from orchestration.selectors.draft_documents import draft_state


class NoSuchNode(Exception):
    """Perhaps somebody has just removed it."""


def document_with(draft: Draft, node: str) -> Document:
    """The draft's document. Raises NoSuchNode."""
    state = draft_state(draft)
    if node not in state.layout.nodes:
        raise NoSuchNode(f"The draft has no node “{node[:80]}”.")
    return state.document
