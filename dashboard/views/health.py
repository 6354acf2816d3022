"""Health, for load balancers and supervisors: the only pages that need no sign-in and say nothing private.

Metrics are for those who hold the token, or for this machine alone when there is none.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from datetime import timedelta

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.request import split_domain_port
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from dashboard.watching.metrics import CONTENT_TYPE, page
from orchestration.models import EngineHeartbeat

FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-Ip", "Via")
HEARTBEAT_AGE = timedelta(seconds=30)


@login_not_required
@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """The process answers."""
    return JsonResponse({"ok": True})


@login_not_required
@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Database, channel layer and engine are there; 503 with what is missing otherwise."""
    parts = {"database": _database(), "channel_layer": _channel_layer()}
    parts["engine"] = parts["database"] and _engine()
    ready = all(parts.values())
    return JsonResponse({"ready": ready, **parts}, status=200 if ready else 503)


@login_not_required
@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Numbers for Prometheus; see `watching.metrics`."""
    token: str | None = settings.TRACKSIDE_METRICS_TOKEN
    if token is None and not _from_here(request):
        return HttpResponse(
            "Metrics are for this machine alone until TRACKSIDE_METRICS_TOKEN is set.\n",
            status=403,
            content_type="text/plain; charset=utf-8",
        )
    if token is not None and not _holds(request, token):
        return HttpResponse(
            "Metrics need their token: Authorization: Bearer …\n",
            status=401,
            content_type="text/plain; charset=utf-8",
            headers={"WWW-Authenticate": 'Bearer realm="metrics"'},
        )
    return HttpResponse(page(), content_type=CONTENT_TYPE)


def _holds(request: HttpRequest, token: str) -> bool:
    scheme, _, sent = request.headers.get("Authorization", "").partition(" ")
    return scheme.lower() == "bearer" and constant_time_compare(sent.strip(), token)


def _from_here(request: HttpRequest) -> bool:
    """Whether somebody on this machine asks: no proxy for others, no page that calls us by another name."""
    if settings.BEHIND_PROXY or any(name in request.headers for name in FORWARDED):
        return False
    host, _ = split_domain_port(request.headers.get("Host", ""))
    try:
        here = ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False
    return here and host in settings.LOCAL_HOSTS


def _database() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def _engine() -> bool:
    return EngineHeartbeat.objects.filter(at__gt=timezone.now() - HEARTBEAT_AGE).exists()


def _channel_layer() -> bool:
    layer = get_channel_layer()
    if layer is None:
        return False
    try:
        async_to_sync(layer.group_send)("readyz", {"type": "readyz"})
    except OSError:
        return False
    return True


class HealthMiddleware:
    """Answers by path alone: who asks knows neither the public host nor HTTPS."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._pages = get_response
        self._answers = {"/healthz": healthz, "/readyz": readyz, "/metrics": metrics}

    def __call__(self, request: HttpRequest) -> HttpResponse:
        view = self._answers.get(request.path_info)
        return view(request) if view else self._pages(request)
