"""Health, for load balancers and supervisors: the only pages that need no sign-in and say nothing private."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from orchestration.models import EngineHeartbeat

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
        self._answers = {"/healthz": healthz, "/readyz": readyz}

    def __call__(self, request: HttpRequest) -> HttpResponse:
        view = self._answers.get(request.path_info)
        return view(request) if view else self._pages(request)
