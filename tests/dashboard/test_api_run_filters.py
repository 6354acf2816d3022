"""`/api/runs/?label=…&since=…&until=…` and `/api/runs/<id>/nodes/`."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from orchestration.models import Graph, Run
from orchestration.services.runs import run_start
from tests.dashboard.conftest import Enter


@pytest.fixture
def client(enter: Enter) -> Client:
    return enter("vera", "Viewer")


def found(client: Client, **query: Any) -> set[int]:
    answer = client.get("/api/runs/", query)
    assert answer.status_code == 200, answer.content
    return {view["id"] for view in answer.json()["results"]}


# ── labels ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("team", "north"),
        ("7", "seven"),
        ("a.b[0]", "x"),
        ('quote"d', 'it\'s "so"'),
        ("back\\slash", "50%"),
        ("straße", "日本"),
        ("with: colon", "a=b"),
        ("empty", ""),
        ("team__icontains", "n"),
    ],
)
def test_a_label_is_found_by_its_name_and_by_what_it_says(
    client: Client, graph: Graph, admin: User, name: str, value: str
) -> None:
    run = run_start(graph=graph, input={"amount": 1}, labels={name: value}, actor=admin)
    run_start(graph=graph, input={"amount": 1}, labels={"other": value}, actor=admin)
    assert found(client, label=f"{name}={value}") == {run.pk}
    assert found(client, label=f"{name}={value}!") == set()
    assert found(client, label=name) == {run.pk}


def test_a_run_has_all_the_labels_that_are_asked_for(client: Client, graph: Graph, admin: User) -> None:
    both = run_start(graph=graph, input={"amount": 1}, labels={"a": "1", "b": "2"}, actor=admin)
    one = run_start(graph=graph, input={"amount": 1}, labels={"a": "1"}, actor=admin)
    assert found(client, label=["a=1"]) == {both.pk, one.pk}
    assert found(client, label=["a=1", "b=2"]) == {both.pk}
    assert found(client, label=["a=1", "b=3"]) == set()


def test_labels_that_nothing_can_have(client: Client, run: Run) -> None:
    assert found(client, label="team=no\0rth") == set()
    assert found(client, graph="re\0fund") == set()
    assert client.get("/api/runs/", {"label": [str(number) for number in range(11)]}).status_code == 400


# ── times ───────────────────────────────────────────────────────────────────────────────────


def test_since_counts_and_until_does_not(client: Client, run: Run) -> None:
    Run.objects.update(created_at=datetime(2026, 3, 1, 12, tzinfo=UTC))
    for query, hit in (
        ({"since": "2026-03-01"}, True),
        ({"since": "2026-03-01T12:00:00Z"}, True),
        ({"since": "2026-03-01T13:00:00+01:00"}, True),
        ({"since": "2026-03-01T12:00:01"}, False),
        ({"until": "2026-03-01T12:00:00Z"}, False),
        ({"until": "2026-03-02"}, True),
        ({"since": "2026-03-01", "until": "2026-03-02", "status": "waiting"}, True),
        ({"since": "", "until": ""}, True),
    ):
        assert found(client, **query) == ({run.pk} if hit else set()), query


@pytest.mark.parametrize("text", ["yesterday", "0001-01-01T00:00:00+14:00", "2026-13-01", "1"])
def test_what_is_no_time(client: Client, text: str) -> None:
    answer = client.get("/api/runs/", {"since": text})
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert "“since”" in answer.json()["detail"]


def test_the_next_page_keeps_the_filters(client: Client, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dashboard.pagination.page_of.__defaults__", (1,))
    run_start(graph=run.graph, input={"amount": 1}, labels={"team": "north"}, actor=None)
    first = client.get("/api/runs/?label=team=north&since=2020-01-01").json()
    second = client.get(first["next"]).json()
    assert [view["id"] for view in second["results"]] == [run.pk] and second["next"] is None


# ── nodes ───────────────────────────────────────────────────────────────────────────────────


def test_nodes_as_the_view_has_them(client: Client, run: Run) -> None:
    nodes = client.get(f"/api/runs/{run.pk}/nodes/").json()
    assert nodes == {"results": client.get(f"/api/runs/{run.pk}/view/").json()["nodes"], "next": None}
    waiting = client.get(f"/api/runs/{run.pk}/nodes/?status=waiting").json()
    assert [node["id"] for node in waiting["results"]] == ["approve"]
    assert client.get(f"/api/runs/{run.pk}/nodes/?status=failed").json()["results"] == []


def test_nodes_come_in_pages(client: Client, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dashboard.api.runs.NODES_SHOWN", 0)
    assert client.get(f"/api/runs/{run.pk}/nodes/").json()["next"].endswith("?cursor=0")
    for address in ("nodes/?cursor=x", "nodes/?status=x"):
        assert client.get(f"/api/runs/{run.pk}/{address}").status_code == 400
    assert client.get(f"/api/runs/{run.pk}/nodes/?cursor=5").json() == {"results": [], "next": None}
    assert client.get("/api/runs/999/nodes/").status_code == 404
