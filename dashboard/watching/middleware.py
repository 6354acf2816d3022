"""Around every request: how long it took and what it was."""

from __future__ import annotations

import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from dashboard.watching import metrics


class WatchMiddleware:
    """Outside of everything else but health, so that it sees what is really answered."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._pages = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = self._pages(request)
        metrics.request_counted(request, response.status_code, time.perf_counter() - began)
        return response
