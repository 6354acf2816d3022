"""Graphs in a few words, for lists."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from orchestration.eventlog import document_of
from orchestration.models import Graph, Revision
from orchestration.selectors import graphs


@dataclass(frozen=True)
class GraphCard:
    """A graph with its latest revision."""

    slug: str
    name: str
    goal: str
    revision: int | None
    graph_hash: str
    published_at: datetime
    nodes: int
    input_schema: Any


def graph_card(graph: Graph, revision: Revision) -> GraphCard:
    document = document_of(revision.graph_hash)
    return GraphCard(
        slug=graph.slug,
        name=graph.name,
        goal=document.goal or "",
        revision=revision.number,
        graph_hash=revision.graph_hash,
        published_at=revision.created_at,
        nodes=len(document.nodes),
        input_schema=document.input_schema,
    )


def graph_cards() -> list[GraphCard]:
    """All graphs that can be started, the latest published first."""
    rows = list(graphs.published())
    latest = graphs.latest_revisions(rows)
    found = [graph_card(row, latest[row.pk]) for row in rows]
    return sorted(found, key=lambda card: card.published_at, reverse=True)
