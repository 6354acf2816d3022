"""Around every request: its id, how long it took, what it was, and one line in the log."""

from __future__ import annotations

import logging
import re
import time
import uuid
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from dashboard.watching import metrics
from dashboard.watching.logs import current_request

logger = logging.getLogger("dashboard.access")

HEADER = "X-Request-ID"
REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")


class WatchMiddleware:
    """Outside of everything else but health, so that it sees what is really answered."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._pages = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        number = request_id(request)
        token = current_request.set((number, request))
        began = time.perf_counter()
        try:
            response = self._pages(request)
            seconds = time.perf_counter() - began
            metrics.request_counted(request, response.status_code, seconds)
            if request.resolver_match is not None or response.status_code >= 400:
                _log(request, response.status_code, seconds)
        finally:
            current_request.reset(token)
        response[HEADER] = number
        return response


def request_id(request: HttpRequest) -> str:
    """The proxy's id for this request when it is one, else one of ours."""
    sent = request.headers.get(HEADER, "")
    return sent if REQUEST_ID.fullmatch(sent) else uuid.uuid4().hex


def _log(request: HttpRequest, status: int, seconds: float) -> None:
    """Without the query, which may hold what somebody searched for. Static files are not worth a line."""
    logger.info(
        "request",
        extra={
            "method": request.method,
            "path": request.path,
            "view": metrics.route_of(request),
            "status": status,
            "ms": round(seconds * 1000, 1),
            "address": request.META.get("REMOTE_ADDR", ""),
        },
    )
