"""Graphs for lists and pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import F, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce, Greatest

from orchestration.models import Change, Draft, Graph, Revision
from orchestration.models.graphs import GraphQuerySet
from orchestration.selectors.briefs import Brief, brief_of_text, briefs_of
from orchestration.selectors.unpublished import standing_changes


@dataclass(frozen=True)
class GraphLine:
    """A graph with its latest revision, None for one that was never published.

    `brief` is that revision's, else the draft's. `unpublished` counts the changes since it that stand.
    """

    graph: Graph
    revision: Revision | None
    unpublished: int
    brief: Brief


def listed(*, archived: bool = False, text: str = "") -> GraphQuerySet:
    """Graphs, newest first, the archived ones or the others; `text` looks in names and slugs."""
    rows = Graph.objects.archived() if archived else Graph.objects.active()
    if words := text.replace("\0", "").strip():
        rows = rows.filter(Q(name__icontains=words) | Q(slug__icontains=words))
    return rows.order_by("-id")


def by_last_use(rows: GraphQuerySet) -> GraphQuerySet:
    """The same graphs, the one changed or published last first; each with that moment as `used_at`."""
    changed = Change.objects.filter(graph=OuterRef("pk")).order_by("-version").values("at")[:1]
    published = Revision.objects.published().filter(graph=OuterRef("pk")).order_by("-number")
    created = F("created_at")
    used_at = Greatest(
        Coalesce(Subquery(changed), created),
        Coalesce(Subquery(published.values("created_at")[:1]), created),
    )
    return rows.annotate(used_at=used_at).order_by("-used_at", "-id")


def graph_lines(graphs: Sequence[Graph]) -> list[GraphLine]:
    """What lists say of these graphs, in their order; a handful of queries for all of them."""
    latest = latest_revisions(graphs)
    briefs = briefs_of(revision.graph_hash for revision in latest.values())
    changes = standing_changes(graphs)
    never = [graph.pk for graph in graphs if graph.pk not in latest]
    texts = Draft.objects.filter(graph__in=never).values_list("graph_id", "text")
    draft_briefs = {graph_id: brief_of_text(text) for graph_id, text in texts.iterator(chunk_size=8)}
    return [
        GraphLine(
            graph=graph,
            revision=(revision := latest.get(graph.pk)),
            unpublished=len(changes.get(graph.pk, ())),
            brief=draft_briefs.get(graph.pk, Brief(graph.name, "", 0, None))
            if revision is None
            else briefs[revision.graph_hash],
        )
        for graph in graphs
    ]


def graph_line(graph: Graph) -> GraphLine:
    return graph_lines([graph])[0]


def latest_revisions(graphs: Iterable[Graph]) -> dict[int, Revision]:
    """Graph id → its last revision, in one query; graphs that were never published have none."""
    others = Revision.objects.published().filter(graph=OuterRef("graph")).order_by("-number")
    rows = Revision.objects.published().filter(graph__in=list(graphs))
    last = rows.annotate(last=Subquery(others.values("number")[:1])).filter(number=F("last"))
    return {row.graph_id: row for row in last}
