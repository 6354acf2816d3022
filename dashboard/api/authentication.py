"""Who is asking: a browser's session, or a program with a token."""

from __future__ import annotations

from django.contrib.auth.models import User
from rest_framework import authentication, exceptions
from rest_framework.request import Request

from orchestration.models import ApiToken
from orchestration.selectors.access import acting_by
from orchestration.selectors.tokens import token_of
from orchestration.services.tokens import token_used

CHALLENGE = 'Bearer realm="Trackside", Session realm="Trackside"'
REFUSAL = 'Bearer realm="Trackside", error="invalid_token"'


class TokenRefused(exceptions.AuthenticationFailed):
    """One message for all reasons: whoever found a token learns nothing about it."""

    default_code = "token_refused"
    default_detail = "This token is unknown, expired or revoked, or its owner may not sign in any more."


class TokenAuthentication(authentication.BaseAuthentication):
    """``Authorization: Bearer ts_…``, and nowhere else: addresses end up in logs and histories.

    It comes first, so a request with a token is judged by the token alone, whatever cookies it has. No
    browser adds this header by itself, so there is no CSRF check.
    """

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """None when there is no such header. Raises TokenRefused."""
        secret = _bearer(request)
        if secret is None:
            return None
        token = token_of(secret)
        if token is None:
            raise TokenRefused()
        token_used(token=token)
        return acting_by(token), token

    def authenticate_header(self, request: Request) -> str:
        """The framework asks the first class for the challenge of every 401."""
        return CHALLENGE if _bearer(request) is None else REFUSAL


class SessionAuthentication(authentication.SessionAuthentication):
    """The browser's session, with CSRF checked."""


def _bearer(request: Request) -> str | None:
    scheme, _, secret = request.headers.get("Authorization", "").strip().partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else None
