"""A graph's revisions over HTTP: listed, read, compared, brought back."""

from __future__ import annotations

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from dashboard.api.base import CURSOR, View, answers, graph_of
from dashboard.api.bodies import body_of
from dashboard.api.draft_bodies import DraftBase
from dashboard.api.drafts import answer
from dashboard.api.idempotency import HEADER, once
from dashboard.pagination import page_of
from orchestration.models import Graph
from orchestration.selectors.comparison import comparison
from orchestration.selectors.draft_views import ChangeResult, Comparison, RevisionDetail, RevisionPage
from orchestration.selectors.revisions import (
    published_of,
    revision_detail,
    revision_of,
    revision_views,
    state_document,
)
from orchestration.services.errors import NotFound
from orchestration.services.restoring import draft_restore


class RevisionListView(View):
    """What was published, newest first."""

    @extend_schema(
        operation_id="revisions_list", parameters=[CURSOR], responses=answers(RevisionPage, 400, 403, 404)
    )
    def get(self, request: Request, slug: str) -> Response:
        page = page_of(published_of(graph_of(slug)), request.GET.get("cursor"))
        return Response(RevisionPage(results=revision_views(page.rows), next=self.next_page(page.next)))


class RevisionDetailView(View):
    """One revision with its document."""

    @extend_schema(operation_id="revisions_read", responses=answers(RevisionDetail, 403, 404))
    def get(self, request: Request, slug: str, number: int) -> Response:
        graph = graph_of(slug)
        row = revision_of(graph, number)
        if row is None:
            raise missing(graph, str(number))
        return Response(revision_detail(row))


class RevisionCompareView(View):
    """Two states of a graph, each a revision's number or `draft`."""

    @extend_schema(operation_id="revisions_compare", responses=answers(Comparison, 403, 404))
    def get(self, request: Request, slug: str, old: str, new: str) -> Response:
        graph = graph_of(slug)
        before, after = state_document(graph, old), state_document(graph, new)
        if before is None or after is None:
            raise missing(graph, old if before is None else new)
        return Response(comparison(before, after, names=(old, new)))


class RevisionRestoreView(View):
    """Make an old revision the draft. It is a change, so it can be undone."""

    @extend_schema(
        operation_id="revisions_restore",
        parameters=[HEADER],
        request=DraftBase,
        responses=answers(ChangeResult, 400, 403, 404, 409),
    )
    def post(self, request: Request, slug: str, number: int) -> HttpResponseBase:
        return once(request, self.user, lambda: self._restore(request, graph_of(slug), number))

    def _restore(self, request: Request, graph: Graph, number: int) -> Response:
        body = body_of(request, DraftBase)
        result = draft_restore(graph=graph, number=number, base_version=body.base_version, actor=self.user)
        return answer(result, self.user)


def missing(graph: Graph, state: str) -> NotFound:
    return NotFound(f"“{graph.name}” has no revision “{state[:20]}”.")
