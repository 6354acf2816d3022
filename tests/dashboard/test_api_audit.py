"""`/api/audit/`"""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from dashboard.pagination import SIZE
from orchestration.models import AuditEntry, Run
from orchestration.models.about import About
from orchestration.models.audit import Verb
from orchestration.services.audit import audit_record
from orchestration.services.tokens import token_create
from tests.dashboard.conftest import Enter


@pytest.fixture
def client(enter: Enter) -> Client:
    return enter("ada", "Admin")


def results(client: Client, query: str) -> list[dict[str, Any]]:
    answer = client.get(f"/api/audit/?{query}")
    assert answer.status_code == 200, answer.content
    found: list[dict[str, Any]] = answer.json()["results"]
    return found


def verbs(client: Client, query: str) -> list[str]:
    return [entry["verb"] for entry in results(client, query)]


def test_an_entry_says_who_what_and_from_where(client: Client, run: Run) -> None:
    client.post(
        f"/api/runs/{run.pk}/pause/",
        {"reason": "Look first"},
        content_type="application/json",
        REMOTE_ADDR="203.0.113.7",
    )
    entry = results(client, "verb=run.pause")[0]
    del entry["id"], entry["at"], entry["actor_id"]
    run.refresh_from_db()
    assert entry == {
        "actor": "ada",
        "via": "api",
        "token": "",
        "address": "203.0.113.7",
        "verb": "run.pause",
        "outcome": "done",
        "object": {"kind": "run", "id": str(run.pk), "label": f"Refund #{run.pk}"},
        "graph_hash": run.graph_hash,
        "event": run.seq,
        "detail": {"reason": "Look first"},
    }


def test_what_a_program_does_names_its_token(client: Client, run: Run, admin: User) -> None:
    made = token_create(owner=admin, name="nightly", scope="everything", actor=admin)
    headers = {"Authorization": f"Bearer {made.secret}"}
    Client().post(f"/api/runs/{run.pk}/pause/", {}, content_type="application/json", headers=headers)
    entry = results(client, "via=token")[0]
    assert (entry["verb"], entry["actor"], entry["token"]) == ("run.pause", "root", "nightly")
    (made_entry,) = results(client, "verb=token")
    assert made_entry["object"] == {"kind": "token", "id": str(made.token.pk), "label": "nightly"}
    assert made.secret not in str(made_entry)


def test_filters(client: Client, run: Run, enter: Enter) -> None:
    enter("bob", "Viewer").post(f"/runs/{run.pk}/pause/")
    assert verbs(client, "person=root&verb=graph&via=command line") == ["graph.import"]
    assert verbs(client, "person=bob&verb=run") == ["run.pause"]
    assert results(client, "person=bob&verb=run")[0]["outcome"] == "refused"
    assert verbs(client, f"q=refund %23{run.pk}&verb=run") == ["run.pause", "run.start"]
    assert verbs(client, "q=refund&verb=run.start") == ["run.start"]
    assert verbs(client, "via=page&verb=run") == ["run.pause"]
    assert verbs(client, "person=nobody") == verbs(client, "q=nothing-like-it") == []


def test_a_day_counts_whole_and_a_time_does_not(client: Client) -> None:
    at = AuditEntry.objects.latest("id").at
    day, moment = at.date().isoformat(), at.isoformat().replace("+", "%2B")
    assert verbs(client, f"from={day}&to={day}") == verbs(client, f"from={moment}") == ["account.signin"]
    assert verbs(client, f"to={moment}") == []


@pytest.mark.parametrize(
    "query", ["verb=run.jump", "via=owl", "from=yesterday", "to=9999-12-31", "cursor=x", "from=2026-13-01"]
)
def test_what_is_no_filter_is_refused(client: Client, query: str) -> None:
    answer = client.get(f"/api/audit/?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


def test_pages(client: Client) -> None:
    for number in range(SIZE + 5):
        audit_record(verb=Verb.GRAPH_CREATE, actor=None, about=About("graph", f"g-{number}", "G"))
    first = client.get("/api/audit/?verb=graph").json()
    second = client.get(first["next"]).json()
    ids = [entry["object"]["id"] for page in (first, second) for entry in page["results"]]
    assert ids == [f"g-{number}" for number in reversed(range(SIZE + 5))]
    assert second["next"] is None


@pytest.mark.parametrize("role", ["Viewer", "Editor", "Operator", "Approver"])
def test_it_is_for_administrators(enter: Enter, role: str) -> None:
    answer = enter("eve", role).get("/api/audit/")
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_nobody_writes_here(client: Client, method: str) -> None:
    assert getattr(client, method)("/api/audit/").status_code == 405
