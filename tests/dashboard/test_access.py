"""Every address, for every role and for strangers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from orchestration.models import Approval
from tests.dashboard.conftest import Enter

ROLES = ("Viewer", "Editor", "Operator", "Approver", "Admin")
# Metrics have a door of their own: see test_metrics.py.
OPEN = {"healthz", "readyz", "metrics", "signin", "signin-link", "theme", "signout"}
# Who gets in. Reading is 200; an allowed verb is 302 on a page, and 200, 409 or 422 in the API.
READ = {
    "/": set(ROLES) | {"nobody"},
    "/account/password/": set(ROLES) | {"nobody"},
    "/runs/": {"Viewer", "Editor", "Operator", "Approver", "Admin"},
    "/runs/{run}/": {"Viewer", "Editor", "Operator", "Approver", "Admin"},
    "/graphs/": {"Viewer", "Editor", "Operator", "Approver", "Admin"},
    "/graphs/refund/": {"Viewer", "Editor", "Operator", "Approver", "Admin"},
    "/graphs/refund/history/": {"Viewer", "Editor", "Operator", "Approver", "Admin"},
    "/graphs/refund/compare/": {"Viewer", "Editor", "Operator", "Approver", "Admin"},
    "/graphs/refund/compare/1/draft/": {"Viewer", "Editor", "Operator", "Approver", "Admin"},
    "/approvals/": set(ROLES) | {"nobody"},
    "/approvals/{approval}/": {"Viewer", "Editor", "Operator", "Approver", "Admin"},
    "/api/runs/": {"Viewer", "Editor", "Operator", "Approver", "Admin"},
    "/api/runs/{run}/": {"Viewer", "Editor", "Operator", "Approver", "Admin"},
    "/api/runs/{run}/view/": {"Viewer", "Editor", "Operator", "Approver", "Admin"},
    "/api/runs/{run}/graph/": {"Viewer", "Editor", "Operator", "Approver", "Admin"},
    "/api/runs/{run}/nodes/approve/": {"Viewer", "Editor", "Operator", "Approver", "Admin"},
    "/api/runs/{run}/events/": {"Viewer", "Editor", "Operator", "Approver", "Admin"},
    "/api/graphs/": {"Viewer", "Editor", "Operator", "Approver", "Admin"},
    "/api/graphs/refund/": {"Viewer", "Editor", "Operator", "Approver", "Admin"},
    "/api/graphs/refund/export/": {"Viewer", "Editor", "Operator", "Approver", "Admin"},
    "/api/graphs/refund/revisions/": {"Viewer", "Editor", "Operator", "Approver", "Admin"},
    "/api/graphs/refund/revisions/1/": {"Viewer", "Editor", "Operator", "Approver", "Admin"},
    "/api/graphs/refund/compare/1/draft/": {"Viewer", "Editor", "Operator", "Approver", "Admin"},
    "/api/graphs/refund/draft/": {"Viewer", "Editor", "Operator", "Approver", "Admin"},
    "/api/graphs/refund/draft/changes/": {"Viewer", "Editor", "Operator", "Approver", "Admin"},
    "/api/graphs/refund/layout/": {"Viewer", "Editor", "Operator", "Approver", "Admin"},
    "/api/graphs/refund/draft/connections/?node=approve": {
        "Viewer",
        "Editor",
        "Operator",
        "Approver",
        "Admin",
    },
    "/api/graphs/refund/draft/nodes/approve/scope/": {"Viewer", "Editor", "Operator", "Approver", "Admin"},
    "/api/catalog/": {"Viewer", "Editor", "Operator", "Approver", "Admin"},
    "/api/approvals/": set(ROLES) | {"nobody"},
    "/api/approvals/{approval}/": {"Viewer", "Editor", "Operator", "Approver", "Admin"},
    "/api/schema/": set(ROLES) | {"nobody"},
}
WRITE = {
    "/runs/{run}/pause/": {"Operator", "Admin"},
    "/runs/{run}/continue/": {"Operator", "Admin"},
    "/runs/{run}/retry/": {"Operator", "Admin"},
    "/runs/{run}/cancel/": {"Operator", "Admin"},
    "/graphs/refund/start/": {"Operator", "Admin"},
    "/new/": {"Editor", "Admin"},
    "/import/": {"Editor", "Admin"},
    "/graphs/refund/duplicate/": {"Editor", "Admin"},
    "/graphs/refund/archive/": {"Editor", "Admin"},
    "/graphs/refund/unarchive/": {"Editor", "Admin"},
    "/graphs/refund/restore/1/": {"Editor", "Admin"},
    "/api/graphs/refund/duplicate/": {"Editor", "Admin"},
    "/api/graphs/refund/archive/": {"Editor", "Admin"},
    "/api/graphs/refund/unarchive/": {"Editor", "Admin"},
    "/api/graphs/refund/revisions/1/restore/": {"Editor", "Admin"},
    "/api/graphs/refund/draft/changes/": {"Editor", "Admin"},
    "/api/graphs/refund/draft/undo/": {"Editor", "Admin"},
    "/api/graphs/refund/draft/redo/": {"Editor", "Admin"},
    "/api/graphs/refund/draft/discard/": {"Editor", "Admin"},
    "/api/graphs/refund/draft/document/": {"Editor", "Admin"},
    "/api/graphs/refund/draft/publish/": {"Editor", "Admin"},
    "/api/graphs/refund/draft/paste/": {"Editor", "Admin"},
    "/api/graphs/refund/layout/": {"Editor", "Admin"},
    "/api/graphs/refund/draft/expression/": {"Editor", "Admin"},
    "/api/validate/": {"Viewer", "Editor", "Operator", "Approver", "Admin"},
    "/api/validate/value/": {"Viewer", "Editor", "Operator", "Approver", "Admin"},
    "/api/import/": {"Editor", "Admin"},
    "/api/runs/{run}/pause/": {"Operator", "Admin"},
    "/api/runs/{run}/continue/": {"Operator", "Admin"},
    "/api/runs/{run}/retry/": {"Operator", "Admin"},
    "/api/runs/{run}/cancel/": {"Operator", "Admin"},
    "/api/runs/": {"Operator", "Admin"},
    "/api/approvals/{approval}/validate/": {"Approver", "Admin"},
    "/api/approvals/{approval}/decision/": {"Approver", "Admin"},
}
# All others are posted to.
METHODS = {"/api/graphs/refund/draft/document/": "PUT", "/api/graphs/refund/layout/": "PATCH"}
LEADING_ON = {"/graphs/refund/compare/"}
BODIES = {
    "/api/runs/": {"graph": "refund", "input": {"amount": 1}},
    "/api/approvals/{approval}/decision/": {"outcome": "approve", "input": {}},
    "/api/graphs/refund/draft/changes/": {
        "base_version": 0,
        "diffs": [{"op": "update_node", "id": "approve", "set": {"title": "x"}}],
    },
    "/api/graphs/refund/draft/discard/": {"base_version": 0},
    "/api/graphs/refund/draft/document/": {"base_version": 0, "document": {"name": "x"}},
    "/api/graphs/refund/draft/publish/": {"version": 0},
    "/api/graphs/refund/layout/": {"positions": {}},
    "/api/graphs/refund/duplicate/": {"name": "Copy"},
    "/api/graphs/refund/revisions/1/restore/": {"base_version": 0},
    "/api/graphs/refund/draft/paste/": {"base_version": 0, "nodes": [{"id": "a", "kind": "agent"}]},
    "/api/graphs/refund/draft/expression/": {"text": "value"},
    "/api/validate/": {"document": {}},
    "/api/validate/value/": {"schema": True, "value": 1},
    "/api/import/": {"text": "{}"},
}
FORMS = {"/graphs/refund/start/": {"input": '{"amount": 1}'}}


ADMIN = "/admin/"
# Its own way in, its way out and its words for scripts: nothing of ours is on them.
ADMIN_OPEN = ("/admin/login/", "/admin/logout/", "/admin/jsi18n/")
PARAMETER = re.compile(r"<[^>]+>|\(\?P<[^)]*\)\$?")


def routes(resolver: URLResolver | None = None, prefix: str = "/") -> Iterator[tuple[str, str]]:
    for entry in (resolver or get_resolver()).url_patterns:
        address = prefix + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from routes(entry, address)
        elif isinstance(entry, URLPattern):
            yield entry.name or "", address


def test_the_table_names_every_route() -> None:
    known = {
        address.replace("{run}", "<int:id>").replace("{approval}", "<int:id>")
        for address in {**READ, **WRITE}
    }
    known = {
        address.partition("?")[0]
        .replace("refund", "<slug:slug>")
        .replace("nodes/approve/scope", "nodes/<str:node>/scope")
        .replace("nodes/approve", "nodes/<path:node>")
        .replace("/1/draft/", "/<str:old>/<str:new>/")
        .replace("/1/", "/<int:number>/")
        for address in known
    }
    found = {address for name, address in routes() if name not in OPEN}
    assert {address for address in found if not address.startswith(ADMIN)} == known


@pytest.mark.parametrize("role", [*ROLES, "nobody", "stranger"])
def test_the_admin_is_for_staff(enter: Enter, approval: Approval, role: str) -> None:
    """Whatever group somebody is in: the flag is what counts there, and no route forgets it."""
    groups = [role] if role in ROLES else []
    client = Client() if role == "stranger" else enter("ada", *groups)
    for address in sorted({address for _, address in routes() if address.startswith(ADMIN)}):
        if not address.startswith(ADMIN_OPEN):
            target = PARAMETER.sub("1", address)
            assert client.get(target).status_code in (302, 403, 404), target


@pytest.mark.parametrize("role", [*ROLES, "nobody"])
def test_who_reads_what(enter: Enter, approval: Approval, role: str) -> None:
    client = enter("ada", *([role] if role != "nobody" else []))
    for address, roles in READ.items():
        page = client.get(address.format(run=approval.run_id, approval=approval.pk))
        seen = 302 if address in LEADING_ON else 200
        assert page.status_code == (seen if role in roles else 403), address


@pytest.mark.parametrize("role", [*ROLES, "nobody"])
def test_who_does_what(enter: Enter, approval: Approval, role: str) -> None:
    client = enter("ada", *([role] if role != "nobody" else []))
    for address, roles in WRITE.items():
        target = address.format(run=approval.run_id, approval=approval.pk)
        if target.startswith("/api/"):
            verb, body = METHODS.get(address, "POST"), json.dumps(BODIES.get(address, {}))
            page = client.generic(verb, target, body, content_type="application/json")
        else:
            page = client.post(target, FORMS.get(address, {}))
        assert (page.status_code != 403) is (role in roles), (address, page.status_code)
        assert page.status_code < 500


def test_strangers_get_nothing(approval: Approval) -> None:
    client = Client()
    for address in {**READ, **WRITE}:
        target = address.format(run=approval.run_id, approval=approval.pk)
        for page in (client.get(target), client.post(target, {}, content_type="application/json")):
            if target.startswith("/api/"):
                assert page.status_code == 401, target
                assert page.headers["Content-Type"] == "application/problem+json"
            else:
                assert page.status_code == 302 and page.headers["Location"].startswith("/signin/?next="), (
                    target
                )


def test_health_needs_no_sign_in(db: None) -> None:
    assert Client().get("/healthz").json() == {"ok": True}
    ready = Client().get("/readyz")
    assert ready.status_code == 503
    assert ready.json() == {"ready": False, "database": True, "channel_layer": True, "engine": False}


def test_a_post_without_a_token_is_refused_and_says_so(enter: Enter, approval: Approval) -> None:
    client = enter("ada", "Admin")
    client.handler.enforce_csrf_checks = True
    page = client.post(f"/runs/{approval.run_id}/pause/")
    assert page.status_code == 403 and b"older session" in page.content
    answer = client.post(f"/api/runs/{approval.run_id}/pause/", {}, content_type="application/json")
    assert answer.status_code == 403
