"""What the frame of every page shows: places, theme, the number of approvals that wait."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject

from orchestration.selectors import approvals
from orchestration.services import permissions

THEMES = ("light", "dark", "system")
# Which place a page belongs to, by the first word of its URL name.
PLACES = {"runs": "Runs", "graphs": "Graphs", "approvals": "Approvals", "settings": "Settings"}
OPEN_TO_ALL = {"approvals", "settings"}  # an approver sees what waits for them without the view permission


def theme_of(request: HttpRequest) -> str:
    chosen = request.COOKIES.get("theme", "")
    return chosen if chosen in THEMES else "system"


def frame(request: HttpRequest) -> dict[str, Any]:
    """Context for `base.html`. Pages that do not draw the frame pay for none of it."""
    return {
        "theme": theme_of(request),
        "themes": THEMES,
        "places": SimpleLazyObject(lambda: _places(request)),
        "approvals_open": SimpleLazyObject(lambda: approvals.open_for(request.user).count()),
    }


def _places(request: HttpRequest) -> list[dict[str, Any]]:
    match = request.resolver_match
    word = (match.url_name or "").split("-")[0] if match else ""
    sees_all = permissions.can_view(request.user)
    return [
        {
            "name": name,
            "title": title,
            "icon": name,
            "url": reverse(name),
            "current": word in {name, name.removesuffix("s")},
        }
        for name, title in PLACES.items()
        if sees_all or name in OPEN_TO_ALL
    ]
