"""Graphs over HTTP."""

from __future__ import annotations

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from dashboard.api.base import CURSOR, View, answers
from dashboard.api.bodies import GraphDetail, GraphList, GraphSummary
from dashboard.api.structure import structure_of
from dashboard.pagination import page_of
from orchestration.eventlog import document_of, topology_of
from orchestration.models import Graph, Revision
from orchestration.selectors import graphs


def summary_fields(graph: Graph, revision: Revision) -> dict[str, object]:
    document = document_of(revision.graph_hash)
    return {
        "slug": graph.slug,
        "name": graph.name,
        "goal": document.goal or "",
        "revision": revision.number,
        "graph_hash": revision.graph_hash,
        "published_at": revision.created_at,
        "node_count": len(topology_of(revision.graph_hash).nodes),
    }


class GraphListView(View):
    """Graphs that nobody archived, newest first."""

    @extend_schema(operation_id="graphs_list", parameters=[CURSOR], responses=answers(GraphList, 400, 403))
    def get(self, request: Request) -> Response:
        page = page_of(graphs.published(), request.GET.get("cursor"))
        latest = graphs.latest_revisions(page.rows)
        found = [GraphSummary.model_validate(summary_fields(row, latest[row.pk])) for row in page.rows]
        return Response(GraphList(results=found, next=self.next_page(page.next)))


class GraphDetailView(View):
    """A graph's latest revision."""

    @extend_schema(operation_id="graphs_read", responses=answers(GraphDetail, 403, 404))
    def get(self, request: Request, slug: str) -> Response:
        found = graphs.latest_revision(slug)
        if found is None:
            raise Http404
        document, structure = document_of(found.graph_hash), structure_of(found.graph_hash)
        return Response(
            GraphDetail.model_validate(
                {
                    **summary_fields(found.graph, found),
                    "input_schema": document.input_schema,
                    "document": document.to_value(),
                    "nodes": structure.nodes,
                    "edges": structure.edges,
                }
            )
        )
