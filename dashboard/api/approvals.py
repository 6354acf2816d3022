"""Approvals over HTTP: the inbox, one question, a check of an answer, and the decision."""

from __future__ import annotations

from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from dashboard.api import examples
from dashboard.api.base import CURSOR, View, answers
from dashboard.api.bodies import (
    ApprovalInput,
    ApprovalPage,
    ApprovalSummary,
    Decision,
    ValidationResult,
    body_of,
)
from dashboard.api.idempotency import HEADER, once
from dashboard.api.parameters import choice_of
from dashboard.api.problems import FieldError
from dashboard.inbox import TABS, tab_rows
from dashboard.pagination import page_of
from orchestration.models import Approval
from orchestration.selectors import approvals
from orchestration.selectors.views import ApprovalView
from orchestration.services import approvals as services
from orchestration.services import permissions
from orchestration.services.permissions import Forbidden

TAB = OpenApiParameter("tab", OpenApiTypes.STR, enum=list(TABS), description="mine: open, and for this user")


class ApprovalListView(View):
    """People who are asked see what they are asked, even without `view`."""

    needs_view = False

    @extend_schema(
        operation_id="approvals_list", parameters=[TAB, CURSOR], responses=answers(ApprovalPage, 400, 403)
    )
    def get(self, request: Request) -> Response:
        tab = choice_of(request, "tab", TABS, default="mine")
        page = page_of(tab_rows(self.user, tab), request.GET.get("cursor"))
        views = [summary_of(row) for row in page.rows]
        return Response(ApprovalPage(results=views, next=self.next_page(page.next)))


def summary_of(row: Approval) -> ApprovalSummary:
    return ApprovalSummary(
        id=row.pk,
        run=row.run_id,
        graph_name=row.run.graph.name,
        node=row.node,
        cause=Approval.Cause(row.cause).value,
        status=Approval.Status(row.status).value,
        prompt=row.prompt,
        version=row.version,
        created_at=row.created_at,
        due=row.due,
        decided_at=row.decided_at,
        decided_by=row.decided_by,
    )


class OneApproval(View):
    needs_view = False

    def approval(self, id: int) -> Approval:
        """Raises Http404, Forbidden."""
        found = get_object_or_404(Approval.objects.with_context(), pk=id)
        if not permissions.can_see_evidence(self.user, found):
            raise Forbidden("This approval is for other people.")
        return found


class ApprovalDetailView(OneApproval):
    """The question with its evidence and, once decided, its receipt."""

    @extend_schema(operation_id="approvals_read", responses=answers(ApprovalView, 403, 404))
    def get(self, request: Request, id: int) -> Response:
        return Response(approvals.approval_view(self.approval(id)))


class ApprovalValidateView(OneApproval):
    """What a decision would say to this answer; nothing is recorded."""

    @extend_schema(
        operation_id="approvals_validate",
        request=ApprovalInput,
        responses=answers(ValidationResult, 400, 403, 404, 422),
    )
    def post(self, request: Request, id: int) -> Response:
        body = body_of(request, ApprovalInput)
        found = services.approval_validate(approval=self.approval(id), actor=self.user, input=body.input)
        return Response(ValidationResult(errors=[FieldError(path=v.path, message=v.message) for v in found]))


class ApprovalDecisionView(OneApproval):
    """Counts exactly once: a second decision is a conflict and changes nothing."""

    @extend_schema(
        operation_id="approvals_decide",
        parameters=[HEADER],
        request=Decision,
        examples=examples.DECISION,
        responses=answers(ApprovalView, 400, 403, 404, 409, 422),
    )
    def post(self, request: Request, id: int) -> HttpResponseBase:
        return once(request, self.user, lambda: self._decide(request, id))

    def _decide(self, request: Request, id: int) -> Response:
        body = body_of(request, Decision)
        decided = services.approval_decide(
            approval=self.approval(id),
            actor=self.user,
            outcome=body.outcome,
            input=body.input,
            reason=body.reason,
            version=body.version,
        )
        return Response(approvals.approval_view(decided))
