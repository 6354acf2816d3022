"""Graphs over HTTP."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponseBase
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from dashboard.api import examples
from dashboard.api.base import CURSOR, View, answers, graph_of
from dashboard.api.bodies import GraphDetail, GraphList, GraphSummary, Nothing, body_of
from dashboard.api.draft_bodies import GraphCreate, GraphDuplicate, GraphImport
from dashboard.api.idempotency import HEADER, once
from dashboard.api.parameters import choice_of
from dashboard.api.parsers import DocumentParser
from dashboard.api.structure import structure_of_document
from dashboard.exports import export_response
from dashboard.pagination import page_of
from orchestration.models import Graph
from orchestration.selectors import graphs
from orchestration.selectors.draft_problems import draft_problems
from orchestration.selectors.draft_views import ImportedGraph
from orchestration.selectors.graphs import GraphLine, graph_line, graph_lines
from orchestration.selectors.revisions import current_document
from orchestration.services.archiving import graph_archive, graph_unarchive
from orchestration.services.errors import NotFound
from orchestration.services.new_graphs import graph_create, graph_duplicate, graph_import_draft


def summary_fields(line: GraphLine) -> dict[str, Any]:
    graph, revision = line.graph, line.revision
    return {
        "slug": graph.slug,
        "name": graph.name,
        "goal": line.brief.goal,
        "revision": revision and revision.number,
        "graph_hash": revision and revision.graph_hash,
        "published_at": revision and revision.created_at,
        "node_count": line.brief.node_count,
        "unpublished": line.unpublished,
        "archived": graph.archived_at is not None,
    }


def summary(graph: Graph) -> GraphSummary:
    return GraphSummary.model_validate(summary_fields(graph_line(graph)))


def created(graph: Graph, body: GraphSummary | ImportedGraph) -> Response:
    return Response(body, status=201, headers={"Location": reverse("api-graph", args=[graph.slug])})


ARCHIVED = OpenApiParameter("archived", OpenApiTypes.STR, enum=["on"], description="Archived graphs alone.")
TEXT = OpenApiParameter("q", OpenApiTypes.STR, description="In the name or the slug.")
REVISION = OpenApiParameter(
    "revision", OpenApiTypes.STR, description="A number, or `draft`; without it the latest revision."
)


class GraphListView(View):
    """Graphs, newest first; creating one counts once per Idempotency-Key."""

    @extend_schema(
        operation_id="graphs_list",
        parameters=[ARCHIVED, TEXT, CURSOR],
        responses=answers(GraphList, 400, 403),
    )
    def get(self, request: Request) -> Response:
        archived = choice_of(request, "archived", ["on"], default="") == "on"
        rows = graphs.listed(archived=archived, text=request.GET.get("q", ""))
        page = page_of(rows, request.GET.get("cursor"))
        found = [GraphSummary.model_validate(summary_fields(line)) for line in graph_lines(page.rows)]
        return Response(GraphList(results=found, next=self.next_page(page.next)))

    @extend_schema(
        operation_id="graphs_create",
        parameters=[HEADER],
        request=GraphCreate,
        examples=examples.GRAPH_CREATE,
        responses=answers(GraphSummary, 400, 403, 404, 409, 422, status=201),
    )
    def post(self, request: Request) -> HttpResponseBase:
        return once(request, self.user, lambda: self._create(request))

    def _create(self, request: Request) -> Response:
        body = body_of(request, GraphCreate)
        template = None if body.template is None else graph_of(body.template)
        graph = graph_create(name=body.name, template=template, actor=self.user)
        return created(graph, summary(graph))


class GraphImportView(View):
    """A graph file as the draft of a new graph."""

    parser_classes = (DocumentParser,)

    @extend_schema(
        operation_id="graphs_import",
        parameters=[HEADER],
        request=GraphImport,
        responses=answers(ImportedGraph, 400, 403, 409, 422, status=201),
    )
    def post(self, request: Request) -> HttpResponseBase:
        return once(request, self.user, lambda: self._import(request))

    def _import(self, request: Request) -> Response:
        body = body_of(request, GraphImport)
        found = graph_import_draft(
            text=body.text, format=body.format, unnamed=body.name or "", actor=self.user
        )
        graph = found.graph
        imported = ImportedGraph(
            slug=graph.slug,
            name=graph.name,
            notes=list(found.notes),
            problems=draft_problems(found.document),
        )
        return created(graph, imported)


class GraphDuplicateView(View):
    """A new graph whose draft is a copy of this one's."""

    @extend_schema(
        operation_id="graphs_duplicate",
        parameters=[HEADER],
        request=GraphDuplicate,
        responses=answers(GraphSummary, 400, 403, 404, 409, 422, status=201),
    )
    def post(self, request: Request, slug: str) -> HttpResponseBase:
        return once(request, self.user, lambda: self._duplicate(request, graph_of(slug)))

    def _duplicate(self, request: Request, graph: Graph) -> Response:
        copy = graph_duplicate(graph=graph, name=body_of(request, GraphDuplicate).name, actor=self.user)
        return created(copy, summary(copy))


class GraphArchiveView(View):
    """Out of the lists; nothing is lost, and no new run starts."""

    @extend_schema(
        operation_id="graphs_archive", request=Nothing, responses=answers(GraphSummary, 403, 404, 409)
    )
    def post(self, request: Request, slug: str) -> Response:
        body_of(request, Nothing)
        return Response(summary(graph_archive(graph=graph_of(slug), actor=self.user)))


class GraphUnarchiveView(View):
    """Back into the lists."""

    @extend_schema(
        operation_id="graphs_unarchive", request=Nothing, responses=answers(GraphSummary, 403, 404, 409)
    )
    def post(self, request: Request, slug: str) -> Response:
        body_of(request, Nothing)
        return Response(summary(graph_unarchive(graph=graph_of(slug), actor=self.user)))


class GraphExportView(View):
    """The native JSON, as a file."""

    @extend_schema(
        operation_id="graphs_export",
        parameters=[REVISION],
        responses=answers(OpenApiTypes.OBJECT, 400, 403, 404),
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        graph, state = graph_of(slug), request.GET.get("revision", "")
        found = export_response(graph, state)
        if found is None:
            raise NotFound(f"“{graph.name}” has no revision “{state[:20]}”.")
        return found


class GraphDetailView(View):
    """A graph: its latest revision, else its draft."""

    @extend_schema(operation_id="graphs_read", responses=answers(GraphDetail, 403, 404))
    def get(self, request: Request, slug: str) -> Response:
        line = graph_line(graph_of(slug))
        document = current_document(line)
        structure = structure_of_document(document)
        return Response(
            GraphDetail.model_validate(
                {
                    **summary_fields(line),
                    "input_schema": document.input_schema,
                    "document": document.to_value(),
                    "nodes": structure.nodes,
                    "edges": structure.edges,
                }
            )
        )
