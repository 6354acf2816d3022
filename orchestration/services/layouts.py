"""Keeping where the nodes of a graph stand."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib.auth.models import User
from django.db import transaction

from orchestration.graph.diff.contents import walk
from orchestration.models import Graph, Layout
from orchestration.selectors.draft_documents import draft_document, draft_of
from orchestration.selectors.draft_views import Position
from orchestration.services.draft_writing import announce, graph_locked, require_editor


def layout_change(
    *, graph: Graph, positions: Mapping[str, Position | None], replace: bool = False, actor: User
) -> Layout:
    """Keep these positions; None forgets one, `replace` all others. It is no change of the draft.

    Nodes that somebody has removed meanwhile are passed over. Raises Forbidden, Conflict.
    """
    require_editor(graph, actor)
    known = {node.id for node, _, _ in walk(draft_document(draft_of(graph)).nodes)}
    with transaction.atomic():
        graph_locked(graph)
        layout, _ = Layout.objects.get_or_create(graph=graph)
        kept = {} if replace else dict(layout.positions)
        for id, position in positions.items():
            if position is None:
                kept.pop(id, None)
            elif id in known:
                kept[id] = position.model_dump()
        layout.positions = kept
        layout.version += 1
        layout.save()
        announce(graph.pk)
    return layout
