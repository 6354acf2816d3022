"""The audit: who did what, when and from where."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from dashboard.audit_filters import filters_of
from dashboard.audit_rows import audit_rows
from dashboard.pagination import each, page_of
from dashboard.streaming import Format, file_response
from dashboard.views.pages import page_query, user_of
from orchestration.models.audit import Verb, Via
from orchestration.selectors.audit import GROUPS, AuditView, audit_view
from orchestration.services import permissions

NO_AUDIT = "Your account may not look at the audit. Ask an administrator for the group Admin."
# To choose from while typing; any other name may be typed too.
PEOPLE_OFFERED = 200


@require_safe
def audit(request: HttpRequest) -> HttpResponse:
    reader = _require_reader(request)
    filters = filters_of(request.GET)
    page = page_of(filters.rows(), request.GET.get("cursor"))
    context = {
        "rows": audit_rows(page.rows, reader),
        "filters": filters.given,
        "filtered": filters.any,
        "manages_tokens": permissions.can_manage_tokens(reader),
        "wrong": list(filters.wrong.values()),
        "verbs": _verbs(),
        "ways": Via.choices,
        "people": User.objects.order_by("username").values_list("username", flat=True)[:PEOPLE_OFFERED],
        "next_cursor": page.next,
        "paged": "cursor" in request.GET,
        "page_query": page_query(request),
    }
    return render(request, "settings/audit.html", context)


@require_safe
def export(request: HttpRequest, format: Format) -> StreamingHttpResponse:
    """Everything that the filters let through, not only what the page shows."""
    _require_reader(request)
    filters = filters_of(request.GET)
    if filters.wrong:
        raise BadRequest(" ".join(filters.wrong.values()))
    lines = (audit_view(entry) for entry in each(filters.rows()))
    return file_response(request, "audit", format, lines, AuditView)


def _verbs() -> list[tuple[str, str, list[tuple[str, str]]]]:
    """(group, its title, its verbs), to choose from."""
    return [
        (
            group,
            title,
            [(verb.value, _capital(str(verb.label))) for verb in Verb if verb.group == group],
        )
        for group, title in GROUPS.items()
    ]


def _capital(words: str) -> str:
    return (words[0].upper() + words[1:]).removesuffix(":")


def _require_reader(request: HttpRequest) -> User:
    """Raises PermissionDenied."""
    user = user_of(request)
    if not permissions.can_view_audit(user):
        raise PermissionDenied(NO_AUDIT)
    return user
