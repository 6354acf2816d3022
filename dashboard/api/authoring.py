"""What helps while a draft is edited: where an edge may go, what an expression gives, what exists here."""

from __future__ import annotations

from typing import cast, get_args

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ParseError
from rest_framework.request import Request
from rest_framework.response import Response

from dashboard.api.base import View, answers, graph_of
from dashboard.api.bodies import ValidationResult, body_of
from dashboard.api.draft_bodies import DocumentToCheck, ExpressionToTry, ValueToCheck
from dashboard.api.parameters import choice_of
from dashboard.api.problems import FieldError
from orchestration.graph.connecting import End
from orchestration.graph.expressions import Scope
from orchestration.graph.schemas import schema_fault, violations
from orchestration.selectors.catalog_view import catalog_view
from orchestration.selectors.connections import connections_view
from orchestration.selectors.draft_nodes import NoSuchNode
from orchestration.selectors.draft_problems import value_problems
from orchestration.selectors.draft_views import (
    Catalog,
    Connections,
    DraftProblems,
    ExpressionVerdict,
    ScopeView,
)
from orchestration.selectors.expressions import expression_verdict
from orchestration.selectors.scope import scope_view
from orchestration.services.catalog import tools_known
from orchestration.services.errors import NotFound, Refused
from orchestration.services.permissions import Forbidden, can_edit_graph

NODE = OpenApiParameter("node", OpenApiTypes.STR, required=True, description="The end that stays.")
END = OpenApiParameter(
    "end",
    OpenApiTypes.STR,
    enum=["source", "target"],
    description="`source` (unless told): others would need `node`; `target`: it would need them.",
)

FIELD = OpenApiParameter(
    "field",
    OpenApiTypes.STR,
    description="The place of the expression: some read an output, not what flows in.",
)


class CatalogView(View):
    """What can be put into a graph here."""

    @extend_schema(operation_id="catalog", responses=answers(Catalog, 403))
    def get(self, request: Request) -> Response:
        return Response(catalog_view(tools_known()))


class DocumentCheckView(View):
    """All that is wrong with a document; nothing is kept."""

    @extend_schema(
        operation_id="validate_document",
        request=DocumentToCheck,
        responses=answers(DraftProblems, 400, 403, 422),
    )
    def post(self, request: Request) -> Response:
        return Response(value_problems(body_of(request, DocumentToCheck).document))


class ValueCheckView(View):
    """A value against a JSON Schema; nothing is kept."""

    @extend_schema(
        operation_id="validate_value",
        request=ValueToCheck,
        responses=answers(ValidationResult, 400, 403, 422),
    )
    def post(self, request: Request) -> Response:
        body = body_of(request, ValueToCheck)
        fault = "It is an object, true or false."
        if isinstance(body.schema_, dict | bool):
            fault = schema_fault(body.schema_) or ""
        if fault:
            raise Refused("invalid_schema", f"The schema cannot be used. {fault}")
        found = violations(body.schema_, body.value)
        return Response(ValidationResult(errors=[FieldError(path=v.path, message=v.message) for v in found]))


class ConnectionsView(View):
    """Where an edge that starts or ends at a node may not go, and why."""

    @extend_schema(
        operation_id="draft_connections",
        parameters=[NODE, END],
        responses=answers(Connections, 400, 403, 404),
    )
    def get(self, request: Request, slug: str) -> Response:
        end = choice_of(request, "end", get_args(End), default="source")
        node = request.GET.get("node")
        if not node:
            raise ParseError("“node” is the id of a node.")
        try:
            found = connections_view(graph_of(slug), node, cast("End", end))
        except NoSuchNode as missing:
            raise NotFound(str(missing)) from None
        return Response(found)


class ExpressionView(View):
    """Whether an expression compiles at its place, and what it gives on a sample."""

    @extend_schema(
        operation_id="draft_expression",
        request=ExpressionToTry,
        responses=answers(ExpressionVerdict, 400, 403, 404, 422),
    )
    def post(self, request: Request, slug: str) -> Response:
        body, graph = body_of(request, ExpressionToTry), graph_of(slug)
        if not can_edit_graph(self.user, graph):
            raise Forbidden("You may not change graphs.")
        sample = Scope(body.value, body.input, body.labels, body.index) if body.try_on else None
        try:
            verdict = expression_verdict(
                graph, text=body.text, node=body.node, field=body.field, sample=sample
            )
        except NoSuchNode as missing:
            raise NotFound(str(missing)) from None
        return Response(verdict)


class ScopeOfNodeView(View):
    """What an expression of this node can read, with values of recent runs."""

    @extend_schema(operation_id="draft_scope", parameters=[FIELD], responses=answers(ScopeView, 403, 404))
    def get(self, request: Request, slug: str, node: str) -> Response:
        outputs = {name: binding["output_schema"] for name, binding in tools_known().items()}
        try:
            return Response(scope_view(graph_of(slug), node, outputs, request.GET.get("field", "")))
        except NoSuchNode as missing:
            raise NotFound(str(missing)) from None
