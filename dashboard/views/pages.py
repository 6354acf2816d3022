"""What the pages of runs, graphs and approvals share."""

from __future__ import annotations

from typing import cast

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from orchestration.services import permissions


def user_of(request: HttpRequest) -> User:
    """The user; the middleware has turned everyone else away."""
    return cast("User", request.user)


def require_view(request: HttpRequest) -> User:
    """Raises PermissionDenied unless the user may look at runs and graphs."""
    user = user_of(request)
    if not permissions.can_view(user):
        raise PermissionDenied(
            "Your account may not look at runs and graphs. Ask an administrator for the group Viewer."
        )
    return user


def page_query(request: HttpRequest) -> str:
    """The filters of this page as a query, without its cursor."""
    query = request.GET.copy()
    query.pop("cursor", None)
    return query.urlencode()
