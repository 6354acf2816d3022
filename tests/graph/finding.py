"""A node of a document by its id, wherever it stands."""

from __future__ import annotations

from orchestration.graph.diff.contents import walk
from orchestration.graph.document import Document
from orchestration.graph.nodes import Node


def find_node(document: Document, id: str) -> Node | None:
    return next((node for node, _, _ in walk(document.nodes) if node.id == id), None)
