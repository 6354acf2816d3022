"""A graph's history: what was published, what lies between two states, and the way back."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from dashboard.cards import graph_card
from dashboard.overlays import overlay_rows
from dashboard.pagination import page_of
from dashboard.views.pages import page_query, require_view
from orchestration.models import Graph
from orchestration.selectors.comparison import comparison
from orchestration.selectors.draft_documents import draft_of
from orchestration.selectors.revisions import (
    DRAFT,
    published_of,
    revision_views,
    state_document,
    states_of,
)
from orchestration.selectors.unpublished import colleagues_work, standing_changes
from orchestration.services import permissions
from orchestration.services.errors import Conflict, NotFound
from orchestration.services.permissions import Forbidden
from orchestration.services.restoring import draft_restore

LARGEST = 2**31 - 1


@require_safe
def history(request: HttpRequest, slug: str) -> HttpResponse:
    user = require_view(request)
    graph = get_object_or_404(Graph, slug=slug)
    page = page_of(published_of(graph), request.GET.get("cursor"))
    context = {
        "graph": graph_card(graph),
        "revisions": revision_views(page.rows),
        "draft_version": draft_of(graph).version,
        "can_edit": permissions.can_edit_graph(user, graph) and graph.archived_at is None,
        "next_cursor": page.next,
        "paged": "cursor" in request.GET,
        "page_query": page_query(request),
    }
    return render(request, "graphs/history.html", context)


@require_safe
def compare(request: HttpRequest, slug: str, old: str, new: str) -> HttpResponse:
    require_view(request)
    graph = get_object_or_404(Graph, slug=slug)
    before, after = state_document(graph, old), state_document(graph, new)
    if before is None or after is None:
        raise Http404
    found = comparison(before, after, names=(old, new))
    context = {
        "graph": graph_card(graph),
        "comparison": found,
        "overlay": found.model_dump(mode="json", exclude={"diffs": True}),
        "rows": overlay_rows(found),
        "states": states_of(graph),
        "old": old,
        "new": new,
    }
    return render(request, "graphs/compare.html", context)


@require_safe
def pick(request: HttpRequest, slug: str) -> HttpResponse:
    """On to the comparison of the two states that a form named: `old` and `new`, or two of `state`."""
    require_view(request)
    graph = get_object_or_404(Graph, slug=slug)
    old, new = request.GET.get("old", ""), request.GET.get("new", "")
    if not old and not new:
        chosen = sorted(set(request.GET.getlist("state")), key=_age)
        if len(chosen) != 2:
            messages.error(request, "Select two states to compare: two revisions, or one and the draft.")
            return redirect("graph-history", slug=slug)
        old, new = chosen
    if state_document(graph, old) is None or state_document(graph, new) is None:
        raise Http404
    return redirect("graph-compare", slug=slug, old=old, new=new)


@require_POST
def restore(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    user = require_view(request)
    graph = get_object_or_404(Graph, slug=slug)
    if "sure" not in request.POST and (asked := _ask(request, graph, number, user)) is not None:
        return asked
    try:
        result = draft_restore(graph=graph, number=number, base_version=_version(request), actor=user)
    except Forbidden as error:
        raise PermissionDenied(str(error)) from error
    except NotFound as error:
        raise Http404 from error
    except Conflict as error:
        messages.error(request, f"Revision {number} was not restored. {error.detail}")
        return redirect("graph-history", slug=slug)
    if result.change is None:
        messages.info(request, f"The draft says the same as revision {number} already.")
    else:
        messages.success(request, f"The draft is as revision {number} was. Undo takes it back.")
    return redirect("graph", slug=slug)


def _ask(request: HttpRequest, graph: Graph, number: int, user: User) -> HttpResponse | None:
    """The question before unpublished changes go; None when none would, or when it is refused anyway."""
    version = _version(request)
    gone = standing_changes([graph]).get(graph.pk)
    if not gone or version != draft_of(graph).version or not permissions.can_edit_graph(user, graph):
        return None
    if not published_of(graph).filter(number=number).exists():
        return None
    context = {
        "graph": graph_card(graph),
        "number": number,
        "base_version": version,
        "others": colleagues_work(gone, user),
    }
    return render(request, "graphs/restore.html", context)


def _version(request: HttpRequest) -> int:
    """The draft that the form was drawn for; one that there cannot be when the form does not say."""
    text = request.POST.get("base_version", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else LARGEST


def _age(state: str) -> tuple[int, str]:
    """The draft is the newest state."""
    if state == DRAFT:
        return LARGEST, state
    return (int(state) if state.isascii() and state.isdigit() and len(state) < 10 else 0), state
