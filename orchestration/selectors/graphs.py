"""Graphs for lists and pages."""

from __future__ import annotations

from collections.abc import Iterable

from orchestration.models import Graph, Revision
from orchestration.models.graphs import GraphQuerySet


def published() -> GraphQuerySet:
    """Graphs that have a revision and that nobody archived, newest first."""
    return Graph.objects.active().filter(revisions__number=1).order_by("-id")


def latest_revision(slug: str) -> Revision | None:
    """The last revision of the graph, its graph joined; None without such a graph or revision."""
    rows = Revision.objects.published().select_related("graph").filter(graph__slug=slug)
    return rows.order_by("-number").first()


def latest_revisions(graphs: Iterable[Graph]) -> dict[int, Revision]:
    """Graph id → its last revision, in one query."""
    rows = Revision.objects.published().filter(graph__in=list(graphs)).order_by("graph_id", "number")
    return {row.graph_id: row for row in rows}
