"""The start page: what needs somebody, what is under way, what could be started."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from dashboard.cards import recent_cards
from dashboard.views.pages import user_of
from orchestration.models import Run
from orchestration.selectors import approvals, runs
from orchestration.services import permissions

SHOWN = 8


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    user = user_of(request)
    sees_runs = permissions.can_view(user)
    waiting = approvals.open_for(user).order_by("-id")[:SHOWN]
    context = {
        "approvals": waiting,
        "sees_runs": sees_runs,
        "can_control": permissions.can_control_run(user),
        "can_start": permissions.can_start_run(user),
        "can_edit": sees_runs and permissions.can_edit_graph(user),
    }
    if sees_runs:
        rows = Run.objects.with_context().order_by("-id")
        live = rows.unfinished().exclude(status=Run.Status.STALLED)[:SHOWN]
        troubled = rows.filter(status=Run.Status.STALLED)[:SHOWN]
        context |= {
            "troubled": [runs.run_view(row) for row in troubled],
            "live": [runs.run_view(row) for row in live],
            "had_runs": rows.exists(),
            "graphs": recent_cards(SHOWN),
        }
    return render(request, "home.html", context)
