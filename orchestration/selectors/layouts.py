"""Where the nodes of a graph stand."""

from __future__ import annotations

from collections.abc import Mapping

from orchestration.models import Graph, Layout
from orchestration.selectors.draft_documents import draft_of, draft_state
from orchestration.selectors.draft_views import LayoutView, Position


def layout_view(graph: Graph, homes: Mapping[str, str | None] | None = None) -> LayoutView:
    """The positions that still mean something: of nodes that stand in what they stood in when placed.

    `homes` has what holds each node of the draft, where that is known.
    """
    found = Layout.objects.filter(pk=graph.pk).first()
    if found is None:
        return LayoutView(version=0, positions={})
    return kept_layout(found, draft_state(draft_of(graph)).layout.home if homes is None else homes)


def kept_layout(found: Layout, homes: Mapping[str, str | None]) -> LayoutView:
    positions = {
        id: Position.model_construct(x=place["x"], y=place["y"], by_hand=place["by_hand"])
        for id, place in found.positions.items()
        if id in homes and homes[id] == place.get("team")
    }
    return LayoutView(version=found.version, positions=positions)
