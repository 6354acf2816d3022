"""A graph's draft over HTTP: read, changed by diffs, undone, published."""

from __future__ import annotations

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from dashboard.api.base import View, answers
from dashboard.api.draft_bodies import (
    DraftBase,
    DraftChanges,
    DraftDocument,
    DraftPaste,
    DraftPublish,
    DraftUndo,
    LayoutChange,
)
from dashboard.api.idempotency import HEADER
from orchestration.selectors.draft_views import (
    ChangePage,
    ChangeResult,
    DraftView,
    LayoutView,
    RevisionView,
)

AFTER = OpenApiParameter("after", OpenApiTypes.INT, description="The last version that is known.")


class DraftDetailView(View):
    """The draft with everything that an editor starts from."""

    @extend_schema(operation_id="draft_read", responses=answers(DraftView, 403, 404))
    def get(self, request: Request, slug: str) -> Response:
        raise NotImplementedError


class DraftChangesView(View):
    """The changes of a draft; new ones count once per Idempotency-Key."""

    @extend_schema(
        operation_id="draft_changes", parameters=[AFTER], responses=answers(ChangePage, 400, 403, 404)
    )
    def get(self, request: Request, slug: str) -> Response:
        raise NotImplementedError

    @extend_schema(
        operation_id="draft_change",
        parameters=[HEADER],
        request=DraftChanges,
        responses=answers(ChangeResult, 400, 403, 404, 409, 422),
    )
    def post(self, request: Request, slug: str) -> HttpResponseBase:
        raise NotImplementedError


class DraftUndoView(View):
    """Undo the asking user's last change that still stands."""

    @extend_schema(
        operation_id="draft_undo",
        parameters=[HEADER],
        request=DraftUndo,
        responses=answers(ChangeResult, 400, 403, 404, 409),
    )
    def post(self, request: Request, slug: str) -> HttpResponseBase:
        raise NotImplementedError


class DraftRedoView(View):
    """Do again what the asking user undid last, unless they changed something since."""

    @extend_schema(
        operation_id="draft_redo",
        parameters=[HEADER],
        request=DraftUndo,
        responses=answers(ChangeResult, 400, 403, 404, 409),
    )
    def post(self, request: Request, slug: str) -> HttpResponseBase:
        raise NotImplementedError


class DraftDiscardView(View):
    """Back to the revision that the draft came from. It is a change, so it can be undone."""

    @extend_schema(
        operation_id="draft_discard",
        parameters=[HEADER],
        request=DraftBase,
        responses=answers(ChangeResult, 400, 403, 404, 409),
    )
    def post(self, request: Request, slug: str) -> HttpResponseBase:
        raise NotImplementedError


class DraftDocumentView(View):
    """A whole document in place of the draft."""

    @extend_schema(
        operation_id="draft_document",
        parameters=[HEADER],
        request=DraftDocument,
        responses=answers(ChangeResult, 400, 403, 404, 409, 422),
    )
    def put(self, request: Request, slug: str) -> HttpResponseBase:
        raise NotImplementedError


class DraftPasteView(View):
    """Nodes of this or another graph, added as copies."""

    @extend_schema(
        operation_id="draft_paste",
        parameters=[HEADER],
        request=DraftPaste,
        responses=answers(ChangeResult, 400, 403, 404, 409, 422),
    )
    def post(self, request: Request, slug: str) -> HttpResponseBase:
        raise NotImplementedError


class DraftPublishView(View):
    """Make the draft the graph's next revision."""

    @extend_schema(
        operation_id="draft_publish",
        parameters=[HEADER],
        request=DraftPublish,
        responses=answers(RevisionView, 400, 403, 404, 409, 422, status=201),
    )
    def post(self, request: Request, slug: str) -> HttpResponseBase:
        raise NotImplementedError


class LayoutDetailView(View):
    """Where the nodes stand on the canvas."""

    @extend_schema(operation_id="layout_read", responses=answers(LayoutView, 403, 404))
    def get(self, request: Request, slug: str) -> Response:
        raise NotImplementedError

    @extend_schema(
        operation_id="layout_change", request=LayoutChange, responses=answers(LayoutView, 400, 403, 404, 422)
    )
    def patch(self, request: Request, slug: str) -> Response:
        raise NotImplementedError
