"""Where the nodes of a graph stand."""

from __future__ import annotations

from orchestration.models import Graph, Layout
from orchestration.selectors.draft_views import LayoutView, Position


def layout_view(graph: Graph) -> LayoutView:
    found = Layout.objects.filter(pk=graph.pk).first()
    return LayoutView(version=0, positions={}) if found is None else kept_layout(found)


def kept_layout(found: Layout) -> LayoutView:
    positions = {id: Position.model_construct(**stored) for id, stored in found.positions.items()}
    return LayoutView(version=found.version, positions=positions)
