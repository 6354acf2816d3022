"""Graphs in a few words, for lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count

from orchestration.models import Graph, Run
from orchestration.selectors import graphs
from orchestration.selectors.graphs import GraphLine, graph_lines


@dataclass(frozen=True)
class GraphCard:
    """A graph with its latest revision, which is None for one that was never published: then the rest is
    its draft's. `unpublished` counts the changes of the draft since that revision.
    """

    slug: str
    name: str
    goal: str
    revision: int | None
    graph_hash: str | None
    published_at: datetime | None
    unpublished: int
    archived_at: datetime | None
    nodes: int
    runs: int
    input_schema: Any


def graph_cards(rows: Sequence[Graph]) -> list[GraphCard]:
    """In the order of the rows."""
    counted = Run.objects.filter(graph__in=rows).values("graph_id").annotate(count=Count("pk")).order_by()
    runs = {row["graph_id"]: row["count"] for row in counted}
    return [_card(line, runs.get(line.graph.pk, 0)) for line in graph_lines(rows)]


def graph_card(graph: Graph) -> GraphCard:
    return graph_cards([graph])[0]


def recent_cards(count: int) -> list[GraphCard]:
    """The graphs that were changed or published last."""
    return graph_cards(list(graphs.by_last_use(graphs.listed())[:count]))


def _card(line: GraphLine, runs: int) -> GraphCard:
    graph, revision = line.graph, line.revision
    return GraphCard(
        slug=graph.slug,
        name=graph.name,
        goal=line.brief.goal,
        revision=None if revision is None else revision.number,
        graph_hash=None if revision is None else revision.graph_hash,
        published_at=None if revision is None else revision.created_at,
        unpublished=line.unpublished,
        archived_at=graph.archived_at,
        nodes=line.brief.node_count,
        runs=runs,
        input_schema=line.brief.input_schema,
    )
