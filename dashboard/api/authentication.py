"""Who is asking."""

from __future__ import annotations

from rest_framework import authentication
from rest_framework.request import Request


class SessionAuthentication(authentication.SessionAuthentication):
    """The browser's session, with CSRF checked. Someone unknown gets 401, not 403."""

    def authenticate_header(self, request: Request) -> str:
        return 'Session realm="Trackside"'
