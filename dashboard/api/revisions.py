"""A graph's revisions over HTTP: listed, read, compared, brought back."""

from __future__ import annotations

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from dashboard.api.base import CURSOR, View, answers
from dashboard.api.draft_bodies import DraftBase
from dashboard.api.idempotency import HEADER
from orchestration.selectors.draft_views import ChangeResult, Comparison, RevisionDetail, RevisionPage


class RevisionListView(View):
    """What was published, newest first."""

    @extend_schema(
        operation_id="revisions_list", parameters=[CURSOR], responses=answers(RevisionPage, 400, 403, 404)
    )
    def get(self, request: Request, slug: str) -> Response:
        raise NotImplementedError


class RevisionDetailView(View):
    """One revision with its document."""

    @extend_schema(operation_id="revisions_read", responses=answers(RevisionDetail, 403, 404))
    def get(self, request: Request, slug: str, number: int) -> Response:
        raise NotImplementedError


class RevisionCompareView(View):
    """Two states of a graph, each a revision's number or `draft`."""

    @extend_schema(operation_id="revisions_compare", responses=answers(Comparison, 403, 404))
    def get(self, request: Request, slug: str, old: str, new: str) -> Response:
        raise NotImplementedError


class RevisionRestoreView(View):
    """Make an old revision the draft. It is a change, so it can be undone."""

    @extend_schema(
        operation_id="revisions_restore",
        parameters=[HEADER],
        request=DraftBase,
        responses=answers(ChangeResult, 400, 403, 404, 409),
    )
    def post(self, request: Request, slug: str, number: int) -> HttpResponseBase:
        raise NotImplementedError
