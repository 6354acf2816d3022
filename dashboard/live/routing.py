"""The addresses of the sockets, and the checks in front of all of them."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from channels.routing import URLRouter
from channels.security.websocket import AllowedHostsOriginValidator, WebsocketDenier
from channels.sessions import CookieMiddleware
from django.conf import settings
from django.urls import path, re_path

from dashboard.live.consumers import MeSocket, RunSocket
from dashboard.live.graph_socket import GraphSocket


class SameOrigin:
    """Turns away pages of the same host but another port: browsers send them our cookies too."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        headers = {name: value.decode("latin-1") for name, value in scope.get("headers", [])}
        origin = headers.get(b"origin", "")
        ours = urlsplit(origin).netloc == headers.get(b"host") or origin in settings.CSRF_TRUSTED_ORIGINS
        application: Any = self.application if ours else WebsocketDenier()
        return await application(scope, receive, send)


# Channels types its routes apart from Django's; these are Django's `path` with ASGI applications.
addresses: Any = [
    path("ws/runs/<int:run>/", RunSocket.as_asgi()),  # type: ignore[arg-type]
    path("ws/graphs/<slug:slug>/", GraphSocket.as_asgi()),  # type: ignore[arg-type]
    path("ws/me/", MeSocket.as_asgi()),  # type: ignore[arg-type]
    # Channels takes an unknown address for a fault of ours and logs a traceback; it is the client's.
    re_path("", WebsocketDenier.as_asgi()),  # type: ignore[arg-type]
]


sockets = AllowedHostsOriginValidator(SameOrigin(CookieMiddleware(URLRouter(addresses))))
