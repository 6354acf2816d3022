"""Approvals: the inbox, one question with its evidence, and the decision as a plain form."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from dashboard.inbox import TABS, tab_rows
from dashboard.pagination import each, page_of
from dashboard.receipts import receipt_lines
from dashboard.schema_forms import DecisionForm
from dashboard.streaming import Format, file_response
from dashboard.views.pages import page_query, user_of
from orchestration.engine.errors import ApprovalSchemaViolation, EngineError, Violation
from orchestration.graph.schemas import violations
from orchestration.models import Approval
from orchestration.selectors import approvals as selectors
from orchestration.selectors.decisions import DecisionLine, decision_line
from orchestration.selectors.views import ApprovalView
from orchestration.services import permissions
from orchestration.services.approvals import approval_decide
from orchestration.services.errors import Conflict
from orchestration.services.permissions import Forbidden


@require_safe
def approvals(request: HttpRequest) -> HttpResponse:
    user = user_of(request)
    tab = request.GET.get("tab", "mine")
    tab = tab if tab in TABS else "mine"
    page = page_of(tab_rows(user, tab), request.GET.get("cursor"))
    context = {
        "tab": tab,
        "tabs": TABS.items(),
        "approvals": page.rows,
        "sees_runs": permissions.can_view(user),
        "next_cursor": page.next,
        "paged": "cursor" in request.GET,
        "page_query": page_query(request),
    }
    return render(request, "approvals/list.html", context)


@require_safe
def export(request: HttpRequest, format: Format) -> StreamingHttpResponse:
    """The list as a file: the same tabs show the same people the same approvals."""
    tab = request.GET.get("tab", "decided")
    rows = tab_rows(user_of(request), tab if tab in TABS else "decided")
    return file_response(request, "approvals", format, map(decision_line, each(rows)), DecisionLine)


@require_http_methods(["GET", "HEAD", "POST"])
def approval(request: HttpRequest, id: int) -> HttpResponse:
    """GET only shows; a link in a message never decides."""
    row = get_object_or_404(Approval.objects.with_context(), pk=id)
    if not permissions.can_see_evidence(user_of(request), row):
        raise PermissionDenied("This approval is for other people.")
    view = selectors.approval_view(row)
    if request.method != "POST":
        return _page(request, row, view, _form(row, view))
    form = _form(row, view, request.POST)
    try:
        if form.is_valid() and _decide(request, row, view, form):
            return redirect("approval", id=id)
    except Conflict as error:
        row = Approval.objects.with_context().get(pk=id)
        view = selectors.approval_view(row)
        return _page(request, row, view, _form(row, view), status=409, late=_late(form, error))
    return _page(request, row, view, form, status=422)


def _decide(request: HttpRequest, row: Approval, view: ApprovalView, form: DecisionForm) -> bool:
    """Whether there is nothing left to correct in the form. Raises Conflict: it came too late."""
    given = form.cleaned_data
    try:
        decided = approval_decide(
            approval=row,
            actor=user_of(request),
            outcome=given["outcome"],
            input=view.fixed_input if view.has_fixed_input else given.get("input"),
            reason=given["reason"],
            version=given["version"],
        )
    except Forbidden as error:
        raise PermissionDenied(str(error)) from error
    except ApprovalSchemaViolation as error:
        form.complain(error.violations)
        return False
    except EngineError as error:
        form.add_error(None, error.message)
        return False
    if decided.is_open and given["outcome"] == "withdraw":
        messages.success(request, "Your approval is withdrawn.")
    elif decided.is_open:
        messages.success(request, "Your approval is recorded. Others have to confirm it.")
    else:
        messages.success(request, f"Recorded: {decided.get_status_display().lower()}.")
    return True


def _form(row: Approval, view: ApprovalView, data: object = None) -> DecisionForm:
    def check(value: object) -> list[Violation]:
        return [] if view.has_fixed_input else violations(row.schema, value)

    return DecisionForm(data, schema=row.schema, check=check, initial={"version": row.version})


def _late(form: DecisionForm, error: Conflict) -> dict[str, Any]:
    """What a person wrote in vain, for them to keep; the page itself is made from what is true now."""
    return {
        "why": error.detail,
        "answer": form.data.get("input", ""),
        "reason": form.data.get("reason", ""),
    }


def _page(
    request: HttpRequest,
    row: Approval,
    view: ApprovalView,
    form: DecisionForm,
    status: int = 200,
    late: dict[str, Any] | None = None,
) -> HttpResponse:
    user = user_of(request)
    why_not = permissions.why_not_decide(user, row)
    voiced = user.pk in row.voices
    context = {
        "approval": view,
        "form": form,
        "late": late,
        "may_decide": row.is_open and why_not is None and not voiced,
        "voiced": row.is_open and voiced,
        "can_reject": row.cause != Approval.Cause.RECONCILE,
        "why_not": why_not,
        "receipt": receipt_lines(view.receipt),
        "sees_runs": permissions.can_view(user),
    }
    return render(request, "approvals/approval.html", context, status=status)
