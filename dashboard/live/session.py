"""Who is at the other end of a socket. Called in worker threads; reads the database."""

from __future__ import annotations

from importlib import import_module
from types import SimpleNamespace
from typing import Any, cast

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser, User
from django.http import HttpRequest

from orchestration.models import Graph, Run
from orchestration.services import permissions


def user_of(cookies: dict[str, str]) -> User | AnonymousUser:
    """The session's user, with the same checks as for a page: expiry, password change, activity."""
    store = import_module(settings.SESSION_ENGINE).SessionStore(cookies.get(settings.SESSION_COOKIE_NAME))
    # `get_user` reads nothing of a request but its session.
    request = cast("HttpRequest", SimpleNamespace(session=store))
    return get_user(request)


def why_not_watch(cookies: dict[str, str], run: int) -> str | None:
    """The reason (one of CLOSE_CODES) to turn a watcher of this run away, or None."""
    user = user_of(cookies)
    if not user.is_authenticated:
        return "unauthenticated"
    if not permissions.can_view(user):
        return "forbidden"
    found = Run.objects.filter(pk=run).first()
    if found is None:
        return "not_found"
    return None if permissions.can_view(user, found) else "forbidden"


def graph_to_watch(cookies: dict[str, str], slug: str) -> tuple[User, int] | str:
    """Who wants to watch and the graph's id; else the reason (one of CLOSE_CODES) to turn them away."""
    user = user_of(cookies)
    if not isinstance(user, User):
        return "unauthenticated"
    if not permissions.can_view(user):
        return "forbidden"
    found = Graph.objects.filter(slug=slug).first()
    if found is None:
        return "not_found"
    return (user, found.pk) if permissions.can_view(user, found) else "forbidden"


def cookies_of(scope: Any) -> dict[str, str]:
    """Set by Channels' CookieMiddleware."""
    return cast("dict[str, str]", scope["cookies"])
