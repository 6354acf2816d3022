"""Graphs over HTTP."""

from __future__ import annotations

from django.http import Http404, HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from dashboard.api.base import CURSOR, View, answers
from dashboard.api.bodies import GraphDetail, GraphList, GraphSummary
from dashboard.api.draft_bodies import GraphCreate, GraphDuplicate, GraphImport
from dashboard.api.idempotency import HEADER
from dashboard.api.structure import structure_of
from dashboard.pagination import page_of
from orchestration.eventlog import document_of, topology_of
from orchestration.models import Graph, Revision
from orchestration.selectors import graphs
from orchestration.selectors.draft_views import ImportedGraph


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
        "unpublished": 0,
        "archived": graph.archived_at is not None,
    }


ARCHIVED = OpenApiParameter("archived", OpenApiTypes.STR, enum=["on"], description="Archived graphs alone.")
REVISION = OpenApiParameter(
    "revision", OpenApiTypes.STR, description="A number, or `draft`; without it the latest revision."
)


class GraphListView(View):
    """Graphs, newest first; creating one counts once per Idempotency-Key."""

    @extend_schema(
        operation_id="graphs_list", parameters=[ARCHIVED, CURSOR], responses=answers(GraphList, 400, 403)
    )
    def get(self, request: Request) -> Response:
        page = page_of(graphs.published(), request.GET.get("cursor"))
        latest = graphs.latest_revisions(page.rows)
        found = [GraphSummary.model_validate(summary_fields(row, latest[row.pk])) for row in page.rows]
        return Response(GraphList(results=found, next=self.next_page(page.next)))

    @extend_schema(
        operation_id="graphs_create",
        parameters=[HEADER],
        request=GraphCreate,
        responses=answers(GraphSummary, 400, 403, 404, 409, 422, status=201),
    )
    def post(self, request: Request) -> HttpResponseBase:
        raise NotImplementedError


class GraphImportView(View):
    """A graph file as the draft of a new graph."""

    @extend_schema(
        operation_id="graphs_import",
        parameters=[HEADER],
        request=GraphImport,
        responses=answers(ImportedGraph, 400, 403, 409, 422, status=201),
    )
    def post(self, request: Request) -> HttpResponseBase:
        raise NotImplementedError


class GraphDuplicateView(View):
    """A new graph whose draft is a copy of this one's."""

    @extend_schema(
        operation_id="graphs_duplicate",
        parameters=[HEADER],
        request=GraphDuplicate,
        responses=answers(GraphSummary, 400, 403, 404, 409, 422, status=201),
    )
    def post(self, request: Request, slug: str) -> HttpResponseBase:
        raise NotImplementedError


class GraphArchiveView(View):
    """Out of the lists; nothing is lost, and no new run starts."""

    @extend_schema(
        operation_id="graphs_archive", request=None, responses=answers(GraphSummary, 403, 404, 409)
    )
    def post(self, request: Request, slug: str) -> Response:
        raise NotImplementedError


class GraphUnarchiveView(View):
    """Back into the lists."""

    @extend_schema(
        operation_id="graphs_unarchive", request=None, responses=answers(GraphSummary, 403, 404, 409)
    )
    def post(self, request: Request, slug: str) -> Response:
        raise NotImplementedError


class GraphExportView(View):
    """The native JSON, as a file."""

    @extend_schema(
        operation_id="graphs_export",
        parameters=[REVISION],
        responses=answers(OpenApiTypes.OBJECT, 400, 403, 404),
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        raise NotImplementedError


class GraphDetailView(View):
    """A graph: its latest revision, else its draft."""

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
