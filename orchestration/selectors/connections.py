"""Where an edge may not be dropped in a draft."""

from __future__ import annotations

from orchestration.graph.connecting import End, forbidden_ends
from orchestration.models import Graph
from orchestration.selectors.draft_documents import draft_of
from orchestration.selectors.draft_nodes import document_with
from orchestration.selectors.draft_views import Connections, ForbiddenEnd


def connections_view(graph: Graph, node: str, end: End) -> Connections:
    """As seen from `node`, which is that `end` of the edge. Raises NoSuchNode."""
    draft = draft_of(graph)
    found = forbidden_ends(document_with(draft, node), node, end)
    return Connections(
        version=draft.version,
        forbidden=[ForbiddenEnd.model_construct(node=one.node, message=one.message) for one in found],
    )
