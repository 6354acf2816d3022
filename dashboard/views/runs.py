"""Runs: the list, one run, and its verbs as plain forms."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from dashboard.pagination import page_of
from dashboard.views.pages import page_query, require_view, user_of
from orchestration.engine.errors import EngineError
from orchestration.models import Run
from orchestration.selectors import runs as selectors
from orchestration.services import permissions
from orchestration.services import runs as services
from orchestration.services.errors import Conflict
from orchestration.services.permissions import Forbidden


@require_safe
def runs(request: HttpRequest) -> HttpResponse:
    user = require_view(request)
    filters = {name: request.GET.get(name, "")[:200] for name in ("q", "status", "graph")}
    if filters["status"] not in Run.Status.values:
        filters["status"] = ""  # as the select on the page then shows it
    rows = selectors.filtered(status=filters["status"], graph=filters["graph"], text=filters["q"])
    page = page_of(rows, request.GET.get("cursor"))
    context = {
        "runs": [selectors.run_view(row) for row in page.rows],
        "filters": filters,
        "filtered": any(filters.values()),
        "statuses": Run.Status.values,
        "graphs": selectors.graphs_with_runs(filters["graph"]),
        "can_start": permissions.can_start_run(user),
        "next_cursor": page.next,
        "paged": "cursor" in request.GET,
        "page_query": page_query(request),
    }
    return render(request, "runs/list.html", context)


@require_safe
def run(request: HttpRequest, id: int) -> HttpResponse:
    user = require_view(request)
    row = get_object_or_404(Run.objects.with_context(), pk=id)
    snapshot = selectors.snapshot(row)
    context = {
        "run": snapshot.run,
        "nodes": snapshot.nodes,
        "can_control": permissions.can_control_run(user, row),
    }
    return render(request, "runs/run.html", context)


def _verb(service: Callable[..., Run], done: str) -> Callable[[HttpRequest, int], HttpResponse]:
    """A page that carries a verb out and shows the run again."""

    @require_POST
    def view(request: HttpRequest, id: int) -> HttpResponse:
        row = get_object_or_404(Run.objects.with_context(), pk=id)
        try:
            service(run=row, actor=user_of(request))
        except Forbidden as error:
            raise PermissionDenied(str(error)) from error
        except Conflict as error:
            messages.error(request, f"Nothing was changed: {error.detail}")
        except EngineError as error:
            messages.error(request, f"Nothing was changed: {error.message}")
        else:
            messages.success(request, done.format(id))
        return redirect("run", id=id)

    return view


pause = _verb(services.run_pause, "Run #{} is paused: what is under way ends, nothing new starts.")
unpause = _verb(services.run_continue, "Run #{} goes on.")
cancel = _verb(services.run_cancel, "Run #{} is being canceled.")
retry = _verb(services.run_retry, "Run #{} is driven on.")
