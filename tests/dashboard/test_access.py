"""Ways in besides the permission table: the admin's pages, health, and forms from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from orchestration.models import Approval
from tests.dashboard.conftest import Enter
from tests.dashboard.permission_table import GROUPS, NOBODY, STRANGER

# The admin's own way in, its way out and its words for scripts: nothing of ours is on them.
ADMIN_OPEN = ("/admin/login/", "/admin/logout/", "/admin/jsi18n/")
PARAMETER = re.compile(r"<[^>]+>|\(\?P<[^)]*\)\$?")


def admin_routes() -> list[str]:
    def walk(resolver: URLResolver, prefix: str) -> Iterator[str]:
        for entry in resolver.url_patterns:
            address = prefix + str(entry.pattern)
            if isinstance(entry, URLResolver):
                yield from walk(entry, address)
            elif isinstance(entry, URLPattern):
                yield address

    found = {address for address in walk(get_resolver(), "/") if address.startswith("/admin/")}
    return sorted(address for address in found if not address.startswith(ADMIN_OPEN))


@pytest.mark.parametrize("role", [STRANGER, NOBODY, *GROUPS])
def test_the_admin_is_for_staff(enter: Enter, approval: Approval, role: str) -> None:
    """Whatever group somebody is in: the flag is what counts there, and no route forgets it."""
    client = Client() if role == STRANGER else enter("ada", role)
    assert len(admin_routes()) > 20
    for address in admin_routes():
        target = PARAMETER.sub("1", address)
        assert client.get(target).status_code in (302, 403, 404), target


def test_health_needs_no_sign_in(db: None) -> None:
    assert Client().get("/healthz").json() == {"ok": True}
    ready = Client().get("/readyz")
    assert ready.status_code == 503
    assert ready.json() == {"ready": False, "database": True, "channel_layer": True, "engine": False}


def test_refusals_of_the_api_are_problems(approval: Approval) -> None:
    answer = Client().post(f"/api/runs/{approval.run_id}/pause/", {}, content_type="application/json")
    assert answer.status_code == 401
    assert answer.headers["Content-Type"] == "application/problem+json"


def test_a_post_without_a_token_is_refused_and_says_so(enter: Enter, approval: Approval) -> None:
    client = enter("ada", "Admin")
    client.handler.enforce_csrf_checks = True
    page = client.post(f"/runs/{approval.run_id}/pause/")
    assert page.status_code == 403 and b"older session" in page.content
    answer = client.post(f"/api/runs/{approval.run_id}/pause/", {}, content_type="application/json")
    assert answer.status_code == 403
