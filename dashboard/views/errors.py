"""Pages for what went wrong: what happened, what was kept, what to do."""

from __future__ import annotations

import logging

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import requires_csrf_token

from dashboard.api.problems import problem, problem_response

logger = logging.getLogger(__name__)
Exceptional = Exception | None

MESSAGES: dict[int, tuple[str, str, str]] = {
    400: (
        "That request could not be read",
        "The server did not understand what the browser sent. Nothing was changed.",
        "Go back, reload the page and try again.",
    ),
    403: (
        "You may not do this",
        "Your account does not have the permission that this needs. Nothing was changed.",
        "Ask an administrator for a group that has it: Viewer, Editor, Operator, Approver or Admin.",
    ),
    404: (
        "There is nothing here",
        "The address is mistyped, or what it named was never here.",
        "Look for it in the lists of runs, graphs and approvals.",
    ),
    500: (
        "Something broke on the server",
        "The error is in the server's log. What was accepted before is kept; runs go on by themselves.",
        "Try again. If it stays, tell whoever runs this server what you did.",
    ),
}


# After these the session and the database can be expected to work.
FRAMED = (403, 404)
CODES = {400: "malformed", 403: "forbidden", 404: "not_found", 500: "server_error"}


def error_page(request: HttpRequest, status: int, detail: str = "") -> HttpResponse:
    """In the frame for whoever is signed in, else one self-contained page; as problem+json for the API."""
    title, happened, todo = MESSAGES[status]
    if request.path.startswith("/api/"):
        return problem_response(problem(status, CODES[status], detail or f"{happened} {todo}"))
    context = {"status": status, "title": title, "happened": detail or happened, "todo": todo}
    if status in FRAMED and (page := _framed(request, context)):
        return page
    return render(request, "error.html", context, status=status)


def _framed(request: HttpRequest, context: dict[str, object]) -> HttpResponse | None:
    """The same with the places around it. None where that cannot be had: what failed may be what it needs."""
    try:
        if not request.user.is_authenticated:
            return None
        return render(request, "refused.html", context, status=int(str(context["status"])))
    except Exception:
        logger.warning("An error page could not be drawn in its frame", exc_info=True)
        return None


@requires_csrf_token
def bad_request(request: HttpRequest, exception: Exceptional = None) -> HttpResponse:
    return error_page(request, 400)


@requires_csrf_token
def permission_denied(request: HttpRequest, exception: Exceptional = None) -> HttpResponse:
    return error_page(request, 403, str(exception or ""))


@requires_csrf_token
def not_found(request: HttpRequest, exception: Exceptional = None) -> HttpResponse:
    # Http404's own text names models and patterns; ours is for people.
    return error_page(request, 404)


@requires_csrf_token
def server_error(request: HttpRequest) -> HttpResponse:
    return error_page(request, 500)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The form was older than the session, or came from elsewhere."""
    return error_page(
        request,
        403,
        "This form belongs to an older session, or did not come from this site. Nothing was changed. "
        "Go back, reload the page and send it again.",
    )
