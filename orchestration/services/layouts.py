"""Keeping where the nodes of a graph stand."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib.auth.models import User
from django.db import transaction

from orchestration.models import Graph, Layout
from orchestration.selectors.draft_documents import draft_of, draft_state
from orchestration.selectors.draft_views import LayoutView, Position
from orchestration.selectors.layouts import kept_layout
from orchestration.services.draft_writing import announce, graph_locked, require_editor

# Positions of removed nodes are kept, so that whoever undoes the removal finds them where they were.
MOST_KEPT = 10_000


def layout_change(
    *, graph: Graph, positions: Mapping[str, Position | None], replace: bool = False, actor: User
) -> LayoutView:
    """Keep these positions; None forgets one, `replace` all others. It is no change of the draft.

    Nodes that somebody has removed meanwhile are passed over. Raises Forbidden, Conflict.
    """
    require_editor(graph, actor)
    with transaction.atomic():
        graph = graph_locked(graph)
        homes = draft_state(draft_of(graph)).layout.home
        layout, _ = Layout.objects.get_or_create(graph=graph)
        kept = {} if replace else dict(layout.positions)
        for id, position in positions.items():
            if position is None:
                kept.pop(id, None)
            elif id in homes:
                kept[id] = {**position.model_dump(), "team": homes[id]}
        if len(kept) > MOST_KEPT:
            kept = {id: place for id, place in kept.items() if id in homes}
        layout.positions = kept
        layout.version += 1
        layout.save()
        announce(graph.pk)
    return kept_layout(layout, homes)
