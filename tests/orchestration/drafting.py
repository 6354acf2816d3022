"""People who edit a draft, by way of the services."""

from __future__ import annotations

import json
from itertools import count
from typing import Any

from django.contrib.auth.models import User

from orchestration.graph.document import Document, document_text
from orchestration.models import Change, Draft, Graph
from orchestration.selectors.draft_documents import draft_document, draft_of
from orchestration.services.draft_writing import DraftResult
from orchestration.services.drafts import draft_change

_numbers = count(1)


def drafted(document: Document) -> Graph:
    """A new graph with this draft, never published."""
    number = next(_numbers)
    graph = Graph.objects.create(slug=f"graph-{number}", name=document.name)
    Draft.objects.create(graph=graph, text=document_text(document))
    return graph


def edit(graph: Graph, actor: User, *diffs: Any, base: int | None = None, gesture: str = "") -> DraftResult:
    """Made on the draft as it is, unless on `base`."""
    version = draft_of(graph).version if base is None else base
    return draft_change(graph=graph, base_version=version, diffs=list(diffs), actor=actor, gesture=gesture)


def now(graph: Graph) -> Document:
    return draft_document(draft_of(graph))


def patches(graph: Graph) -> list[dict[str, Any]]:
    rows = Change.objects.filter(graph=graph).order_by("version")
    return [json.loads(text) for text in rows.values_list("patch", flat=True)]


def ids(graph: Graph) -> list[str]:
    return [node.id for node in now(graph).nodes]


def tool(id: str, *needs: str, **fields: Any) -> dict[str, Any]:
    return {"id": id, "kind": "tool", "tool": "time.sleep", "depends_on": list(needs), **fields}


def add(id: str, *needs: str, **fields: Any) -> dict[str, Any]:
    return {"op": "add_node", "node": tool(id, *needs, **fields)}


def title(id: str, text: str) -> dict[str, Any]:
    return {"op": "update_node", "id": id, "set": {"title": text}}
