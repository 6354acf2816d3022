"""A graph's draft over HTTP: read, changed by diffs, undone, published."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.http import HttpResponseBase
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from dashboard.api import examples
from dashboard.api.base import View, answers, graph_of
from dashboard.api.bodies import body_of
from dashboard.api.draft_bodies import (
    DraftBase,
    DraftChanges,
    DraftDocument,
    DraftPaste,
    DraftPublish,
    DraftUndo,
    LayoutChange,
)
from dashboard.api.idempotency import HEADER, once
from dashboard.api.parameters import after_of
from orchestration.graph.document import document_from_value, parse_document
from orchestration.models import Graph
from orchestration.selectors import drafts, layouts
from orchestration.selectors.draft_views import (
    ChangePage,
    ChangeResult,
    DraftView,
    LayoutView,
    MayDo,
    Position,
    RevisionView,
)
from orchestration.selectors.revisions import revision_views
from orchestration.services import permissions
from orchestration.services.draft_publishing import draft_publish
from orchestration.services.draft_replacing import draft_discard, draft_replace
from orchestration.services.draft_undo import draft_redo, draft_undo
from orchestration.services.draft_writing import DraftResult
from orchestration.services.drafts import draft_change
from orchestration.services.layouts import layout_change
from orchestration.services.pasting import draft_paste

AFTER = OpenApiParameter("after", OpenApiTypes.INT, description="The last version that is known.")


def may_do(user: User, graph: Graph) -> MayDo:
    return MayDo(
        edit=permissions.can_edit_graph(user, graph),
        publish=permissions.can_publish_graph(user, graph),
        start=permissions.can_start_run(user, graph),
    )


def answer(result: DraftResult, user: User) -> Response:
    """What a request that changes a draft is answered."""
    view = drafts.change_result(
        result.graph,
        user,
        version=result.version,
        document=result.document,
        since=result.since,
        made=result.change,
    )
    return Response(view)


class DraftDetailView(View):
    """The draft with everything that an editor starts from."""

    @extend_schema(operation_id="draft_read", responses=answers(DraftView, 403, 404))
    def get(self, request: Request, slug: str) -> Response:
        graph = graph_of(slug)
        return Response(drafts.draft_view(graph, self.user, may_do(self.user, graph)))


class DraftChangesView(View):
    """The changes of a draft; new ones count once per Idempotency-Key."""

    @extend_schema(
        operation_id="draft_changes", parameters=[AFTER], responses=answers(ChangePage, 400, 403, 404)
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(drafts.change_page(graph_of(slug), max(after_of(request), 0)))

    @extend_schema(
        operation_id="draft_change",
        parameters=[HEADER],
        request=DraftChanges,
        examples=examples.DRAFT_CHANGE,
        responses=answers(ChangeResult, 400, 403, 404, 409, 422),
    )
    def post(self, request: Request, slug: str) -> HttpResponseBase:
        return once(request, self.user, lambda: self._change(request, graph_of(slug)))

    def _change(self, request: Request, graph: Graph) -> Response:
        body = body_of(request, DraftChanges)
        result = draft_change(
            graph=graph,
            base_version=body.base_version,
            diffs=body.diffs,
            gesture=body.gesture,
            guarded=body.guarded,
            actor=self.user,
        )
        return answer(result, self.user)


class DraftUndoView(View):
    """Undo the asking user's last change that still stands."""

    @extend_schema(
        operation_id="draft_undo",
        parameters=[HEADER],
        request=DraftUndo,
        responses=answers(ChangeResult, 400, 403, 404, 409),
    )
    def post(self, request: Request, slug: str) -> HttpResponseBase:
        return once(request, self.user, lambda: self._undo(request, graph_of(slug)))

    def _undo(self, request: Request, graph: Graph) -> Response:
        body = body_of(request, DraftUndo)
        return answer(draft_undo(graph=graph, pass_over=body.pass_over, actor=self.user), self.user)


class DraftRedoView(View):
    """Do again what the asking user undid last, unless they changed something since."""

    @extend_schema(
        operation_id="draft_redo",
        parameters=[HEADER],
        request=DraftUndo,
        responses=answers(ChangeResult, 400, 403, 404, 409),
    )
    def post(self, request: Request, slug: str) -> HttpResponseBase:
        return once(request, self.user, lambda: self._redo(request, graph_of(slug)))

    def _redo(self, request: Request, graph: Graph) -> Response:
        body = body_of(request, DraftUndo)
        return answer(draft_redo(graph=graph, pass_over=body.pass_over, actor=self.user), self.user)


class DraftDiscardView(View):
    """Back to the revision that the draft came from. It is a change, so it can be undone."""

    @extend_schema(
        operation_id="draft_discard",
        parameters=[HEADER],
        request=DraftBase,
        responses=answers(ChangeResult, 400, 403, 404, 409),
    )
    def post(self, request: Request, slug: str) -> HttpResponseBase:
        return once(request, self.user, lambda: self._discard(request, graph_of(slug)))

    def _discard(self, request: Request, graph: Graph) -> Response:
        body = body_of(request, DraftBase)
        result = draft_discard(graph=graph, base_version=body.base_version, actor=self.user)
        return answer(result, self.user)


class DraftDocumentView(View):
    """A whole document in place of the draft."""

    @extend_schema(
        operation_id="draft_document",
        parameters=[HEADER],
        request=DraftDocument,
        responses=answers(ChangeResult, 400, 403, 404, 409, 422),
    )
    def put(self, request: Request, slug: str) -> HttpResponseBase:
        return once(request, self.user, lambda: self._replace(request, graph_of(slug)))

    def _replace(self, request: Request, graph: Graph) -> Response:
        body = body_of(request, DraftDocument)
        document = document_from_value(body.document) if body.text is None else parse_document(body.text)
        result = draft_replace(
            graph=graph, base_version=body.base_version, document=document, actor=self.user
        )
        return answer(result, self.user)


class DraftPasteView(View):
    """Nodes of this or another graph, added as copies."""

    @extend_schema(
        operation_id="draft_paste",
        parameters=[HEADER],
        request=DraftPaste,
        responses=answers(ChangeResult, 400, 403, 404, 409, 422),
    )
    def post(self, request: Request, slug: str) -> HttpResponseBase:
        return once(request, self.user, lambda: self._paste(request, graph_of(slug)))

    def _paste(self, request: Request, graph: Graph) -> Response:
        body = body_of(request, DraftPaste)
        result = draft_paste(
            graph=graph,
            base_version=body.base_version,
            nodes=body.nodes,
            team=body.team,
            keep_needs=body.keep_needs,
            gesture=body.gesture,
            actor=self.user,
        )
        return answer(result, self.user)


class DraftPublishView(View):
    """Make the draft the graph's next revision."""

    @extend_schema(
        operation_id="draft_publish",
        parameters=[HEADER],
        request=DraftPublish,
        responses=answers(RevisionView, 400, 403, 404, 409, 422, status=201),
    )
    def post(self, request: Request, slug: str) -> HttpResponseBase:
        return once(request, self.user, lambda: self._publish(request, graph_of(slug)))

    def _publish(self, request: Request, graph: Graph) -> Response:
        body = body_of(request, DraftPublish)
        revision = draft_publish(graph=graph, version=body.version, message=body.message, actor=self.user)
        where = {"Location": reverse("api-revision", args=[graph.slug, revision.number])}
        return Response(revision_views([revision])[0], status=201, headers=where)


class LayoutDetailView(View):
    """Where the nodes stand on the canvas."""

    @extend_schema(operation_id="layout_read", responses=answers(LayoutView, 403, 404))
    def get(self, request: Request, slug: str) -> Response:
        return Response(layouts.layout_view(graph_of(slug)))

    @extend_schema(
        operation_id="layout_change", request=LayoutChange, responses=answers(LayoutView, 400, 403, 404, 422)
    )
    def patch(self, request: Request, slug: str) -> Response:
        body = body_of(request, LayoutChange)
        positions = {
            id: None if place is None else Position(x=place.x, y=place.y, by_hand=place.by_hand)
            for id, place in body.positions.items()
        }
        view = layout_change(graph=graph_of(slug), positions=positions, replace=body.replace, actor=self.user)
        return Response(view)
