"""`/api/tokens/`, and requests that carry a token."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.utils import timezone

from orchestration.models import ApiToken, Approval, Graph, Run
from orchestration.services.tokens import token_create
from tests.conftest import Person
from tests.dashboard.conftest import Enter


def bearer(secret: str) -> Client:
    """A program's client: no session, and nothing of a browser's that would pass a CSRF check."""
    return Client(enforce_csrf_checks=True, headers={"Authorization": f"Bearer {secret}"})


def token(owner: User, scope: str = "everything", **more: Any) -> str:
    name = more.pop("name", f"for {scope}")
    return token_create(owner=owner, name=name, scope=scope, actor=None, **more).secret


@pytest.fixture
def ada(person: Person) -> User:
    return person("ada", "Admin")


# ── getting in ──────────────────────────────────────────────────────────────────────────────


def test_a_token_stands_for_its_owner(ada: User, graph: Graph) -> None:
    client = bearer(token(ada))
    assert client.get("/api/runs/").status_code == 200
    body = {"graph": graph.slug, "input": {"amount": 1}}
    answer = client.post("/api/runs/", body, content_type="application/json")
    assert (answer.status_code, answer.json()["started_by"]) == (201, "ada")


def test_every_refusal_is_the_same(ada: User) -> None:
    past = timezone.now() - timedelta(seconds=1)
    expired, revoked, orphan = (token(ada, name=name) for name in ("expired", "revoked", "orphan"))
    ApiToken.objects.filter(name="expired").update(expires_at=past)
    ApiToken.objects.filter(name="revoked").update(revoked_at=past)
    gone = User.objects.create_user("gone", is_active=False)
    ApiToken.objects.filter(name="orphan").update(owner=gone)
    answers = [
        bearer(secret).get("/api/runs/")
        for secret in (expired, revoked, orphan, "ts_unknown", "", "one two", "ts_\x7f")
    ]
    assert {answer.status_code for answer in answers} == {401}
    assert len({answer.content for answer in answers}) == 1
    assert answers[0].json()["code"] == "token_refused"
    assert answers[0].headers["Content-Type"] == "application/problem+json"
    challenge = 'Bearer realm="Trackside", error="invalid_token"'
    assert {answer.headers["WWW-Authenticate"] for answer in answers} == {challenge}


def test_without_a_token_both_ways_in_are_named(db: None) -> None:
    assert Client().get("/api/runs/").headers["WWW-Authenticate"].startswith('Bearer realm="Trackside",')


def test_a_refused_token_is_not_made_good_by_a_session(enter: Enter) -> None:
    answer = enter("eve", "Viewer").get("/api/runs/", headers={"Authorization": "Bearer ts_unknown"})
    assert answer.status_code == 401


def test_a_token_in_the_address_opens_nothing(ada: User) -> None:
    secret = token(ada)
    for name in ("token", "access_token", "api_key", "authorization"):
        assert Client().get("/api/runs/", {name: secret}).status_code == 401
    assert Client(headers={"Cookie": f"trackside_session={secret}"}).get("/api/runs/").status_code == 401


def test_a_token_opens_no_pages(ada: User, run: Run) -> None:
    client = bearer(token(ada))
    for address in ("/", "/runs/", f"/runs/{run.pk}/", "/settings/", "/account/password/", "/admin/"):
        assert client.get(address).status_code in (302, 404), address


def test_only_the_digest_is_kept(ada: User) -> None:
    secret = token(ada)
    row = ApiToken.objects.get()
    assert secret.startswith("ts_") and len(secret) == 46
    assert secret.startswith(row.prefix) and len(row.prefix) < 12
    assert secret not in str([getattr(row, field.attname) for field in row._meta.fields])


def test_last_use_is_noted_once_a_minute(ada: User, django_assert_num_queries: Any) -> None:
    client = bearer(token(ada))
    client.get("/api/schema/")
    first = ApiToken.objects.get().last_used_at
    assert first is not None
    client.get("/api/schema/")
    assert ApiToken.objects.get().last_used_at == first
    ApiToken.objects.update(last_used_at=first - timedelta(minutes=2))
    client.get("/api/schema/")
    again = ApiToken.objects.get().last_used_at
    assert again is not None and again > first


# ── scopes ──────────────────────────────────────────────────────────────────────────────────


def test_a_scope_limits_its_owner(ada: User, graph: Graph, approval: Approval) -> None:
    reader, starter = bearer(token(ada, "read")), bearer(token(ada, "start_run view"))
    start = {"graph": graph.slug, "input": {"amount": 1}}
    decision = {"outcome": "approve", "input": {"refund": 1}}
    decide = f"/api/approvals/{approval.pk}/decision/"
    for client, address, body, status in (
        (reader, "/api/runs/", start, 403),
        (reader, decide, decision, 403),
        (reader, f"/api/runs/{approval.run_id}/pause/", {}, 403),
        (starter, "/api/runs/", start, 201),
        (starter, decide, decision, 403),
        (starter, f"/api/runs/{approval.run_id}/pause/", {}, 403),
        (bearer(token(ada, "decide_approval")), decide, decision, 200),
    ):
        assert client.post(address, body, content_type="application/json").status_code == status, address
    assert reader.get(f"/api/approvals/{approval.pk}/").status_code == 200
    assert bearer(token(ada, "start_run")).get("/api/runs/").status_code == 403


def test_a_token_gives_its_owner_nothing_new(person: Person, graph: Graph) -> None:
    client = bearer(token(person("vera", "Viewer"), "everything"))
    body = {"graph": graph.slug, "input": {"amount": 1}}
    assert client.get("/api/runs/").status_code == 200
    assert client.post("/api/runs/", body, content_type="application/json").status_code == 403


def test_a_superusers_token_has_its_scope_too(person: Person, graph: Graph) -> None:
    root = person("boss")
    root.is_superuser = True
    root.save()
    body = {"graph": graph.slug, "input": {"amount": 1}}
    assert bearer(token(root, "read")).post("/api/runs/", body, "application/json").status_code == 403
    assert bearer(token(root)).post("/api/runs/", body, "application/json").status_code == 201


def test_people_who_are_named_decide_only_with_that_scope(person: Person, approval: Approval) -> None:
    bob = person("bob")
    Approval.objects.filter(pk=approval.pk).update(assignees=["bob"])
    decide, decision = (
        f"/api/approvals/{approval.pk}/decision/",
        {"outcome": "approve", "input": {"refund": 1}},
    )
    reader, other = bearer(token(bob, "read")), bearer(token(bob, "start_run"))
    assert len(reader.get("/api/approvals/").json()["results"]) == 1
    assert reader.post(decide, decision, "application/json").status_code == 403
    assert other.get("/api/approvals/").json()["results"] == []
    assert other.get(f"/api/approvals/{approval.pk}/").status_code == 403
    assert bearer(token(bob, "decide_approval")).post(decide, decision, "application/json").status_code == 200


def test_a_permission_that_was_taken_away_is_gone_from_tokens_too(ada: User) -> None:
    client = bearer(token(ada))
    ada.groups.clear()
    assert client.get("/api/runs/").status_code == 403


# ── making, listing, revoking ───────────────────────────────────────────────────────────────


def test_make(enter: Enter) -> None:
    client = enter("ada", "Admin")
    answer = client.post("/api/tokens/", {"name": " CI  of ours "}, "application/json")
    made = answer.json()
    assert (answer.status_code, answer.headers["Cache-Control"]) == (201, "no-store")
    assert (made["token"]["name"], made["token"]["scope"]) == ("CI of ours", "read")
    expires = ApiToken.objects.get().expires_at
    assert expires is not None and 89 <= (expires - timezone.now()).days <= 90
    assert bearer(made["secret"]).get("/api/runs/").status_code == 200
    (listed,) = client.get("/api/tokens/").json()["results"]
    assert "secret" not in listed and listed["last_used_at"] is not None
    assert (listed["state"], listed["owner"]["name"]) == ("active", "ada")


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"name": ""}, "$.name"),
        ({"name": "  "}, "$.name"),
        ({"name": "a\u202eb"}, "$.name"),
        ({"name": "x" * 81}, "$.name"),
        ({"name": "x", "scope": "nonsense"}, "$.scope"),
        ({"name": "x", "scope": ""}, "$.scope"),
        ({"name": "x", "scope": "read view"}, "$.scope"),
        ({"name": "x", "scope": ["view"]}, "$.scope"),
        ({"name": "x", "expires_days": 0}, "$.expires_days"),
        ({"name": "x", "expires_days": 10**9}, "$.expires_days"),
        ({"name": "x", "expires_days": "soon"}, "$.expires_days"),
    ],
)
def test_what_is_no_token(enter: Enter, body: Any, path: str) -> None:
    answer = enter("ada", "Admin").post("/api/tokens/", body, "application/json")
    assert answer.status_code == 422
    assert [error["path"] for error in answer.json()["errors"]] == [path]
    assert not ApiToken.objects.exists()


def test_a_name_is_used_once_until_it_is_revoked(enter: Enter) -> None:
    client = enter("ada", "Admin")
    first = client.post("/api/tokens/", {"name": "CI", "expires_days": None}, "application/json").json()
    assert first["token"]["expires_at"] is None
    again = client.post("/api/tokens/", {"name": "CI"}, "application/json")
    assert (again.status_code, again.json()["code"]) == (409, "token_exists")
    client.delete(f"/api/tokens/{first['token']['id']}/")
    assert client.post("/api/tokens/", {"name": "CI"}, "application/json").status_code == 201


def test_a_token_makes_no_tokens(ada: User) -> None:
    for scope in ("everything", "manage_tokens"):
        answer = bearer(token(ada, scope)).post("/api/tokens/", {"name": "more"}, "application/json")
        assert answer.status_code == 403
    assert ApiToken.objects.count() == 2


def test_a_token_lists_and_revokes_within_its_scope(ada: User) -> None:
    secret = token(ada, "manage_tokens")
    assert bearer(token(ada, "read")).get("/api/tokens/").status_code == 403
    assert len(bearer(secret).get("/api/tokens/").json()["results"]) == 2
    assert bearer(secret).delete(f"/api/tokens/{ApiToken.objects.get(scope='read').pk}/").status_code == 200
    assert bearer(secret).delete(f"/api/tokens/{ApiToken.objects.get(name__endswith='s').pk}/").json()[
        "state"
    ] == ("revoked")
    assert bearer(secret).get("/api/tokens/").status_code == 401


def test_the_permission_alone_is_about_ones_own(person: Person, enter: Enter) -> None:
    maker = person("max", "Viewer")
    maker.user_permissions.add(Permission.objects.get(codename="manage_tokens"))
    client = Client()
    client.force_login(maker)
    token(person("ada", "Admin"), name="hers")
    hers = ApiToken.objects.get()
    assert client.get("/api/tokens/").json()["results"] == []
    assert client.get("/api/tokens/?of=everybody").status_code == 403
    assert client.delete(f"/api/tokens/{hers.pk}/").status_code == 404
    assert client.post("/api/tokens/", {"name": "mine"}, "application/json").status_code == 201
    admin = enter("root", "Admin")
    assert len(admin.get("/api/tokens/?of=everybody").json()["results"]) == 2
    assert admin.get("/api/tokens/").json()["results"] == []
    assert admin.delete(f"/api/tokens/{hers.pk}/").json()["state"] == "revoked"
    hers.refresh_from_db()
    assert hers.revoked_at is not None


def test_revoking_twice_keeps_the_first_time(enter: Enter) -> None:
    client = enter("ada", "Admin")
    made = client.post("/api/tokens/", {"name": "CI"}, "application/json").json()
    first = client.delete(f"/api/tokens/{made['token']['id']}/").json()
    assert client.delete(f"/api/tokens/{made['token']['id']}/").json() == first
    assert client.get("/api/tokens/").json()["results"] == []


def test_others_may_not(enter: Enter) -> None:
    client = enter("op", "Operator")
    assert client.get("/api/tokens/").status_code == 403
    assert client.post("/api/tokens/", {"name": "x"}, "application/json").status_code == 403
    assert client.delete("/api/tokens/1/").status_code == 403
