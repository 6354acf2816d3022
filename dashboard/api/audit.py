"""The audit over HTTP."""

from __future__ import annotations

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from pydantic import BaseModel, ConfigDict
from rest_framework.exceptions import ParseError
from rest_framework.request import Request
from rest_framework.response import Response

from dashboard.api.base import CURSOR, View, answers
from dashboard.audit_filters import filters_of
from dashboard.pagination import page_of
from orchestration.models.audit import Via
from orchestration.selectors.audit import AuditView, audit_view
from orchestration.services import permissions
from orchestration.services.permissions import Forbidden

DAY = "A day in UTC like 2026-01-31, or a time in ISO 8601."
FILTERS = [
    OpenApiParameter("person", OpenApiTypes.STR, description="A user name, exactly."),
    OpenApiParameter(
        "verb", OpenApiTypes.STR, description="A verb like run.start, or a group of them like run."
    ),
    OpenApiParameter("q", OpenApiTypes.STR, description="In the object's name, or its id."),
    OpenApiParameter("from", OpenApiTypes.STR, description=DAY),
    OpenApiParameter("to", OpenApiTypes.STR, description=f"{DAY} A day counts whole, a time does not."),
    OpenApiParameter("via", OpenApiTypes.STR, enum=list(Via.values)),
]


class AuditPage(BaseModel):
    """Entries, newest first; `next` is the address of the page after this one."""

    model_config = ConfigDict(frozen=True)

    results: list[AuditView]
    next: str | None


class AuditListView(View):
    """Who did what, when and from where, newest first; for administrators."""

    needs_view = False

    @extend_schema(
        operation_id="audit_list", parameters=[*FILTERS, CURSOR], responses=answers(AuditPage, 400, 403)
    )
    def get(self, request: Request) -> Response:
        if not permissions.can_view_audit(self.user):
            raise Forbidden("Your account may not look at the audit.")
        filters = filters_of(request.GET)
        if filters.wrong:
            raise ParseError(" ".join(filters.wrong.values()))
        page = page_of(filters.rows(), request.GET.get("cursor"))
        views = [audit_view(entry) for entry in page.rows]
        return Response(AuditPage(results=views, next=self.next_page(page.next)))
