"""`/metrics`: what it counts, and who may read it."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from dashboard.watching.metrics import REGISTRY
from orchestration.models import Graph, Run
from tests.dashboard.conftest import Enter
from tests.e2e.server import Server

TOKEN = "a-token-that-only-the-collector-has"
Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


def read(text: str) -> Samples:
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def value(samples: Samples, name: str, **labels: str) -> float:
    return samples.get((name, frozenset(labels.items())), 0)


def metrics() -> Samples:
    page = Client().get("/metrics", headers={"Host": "localhost"})
    assert page.status_code == 200
    assert page.headers["Content-Type"].startswith("text/plain; version=0.0.4")
    return read(page.content.decode())


def test_it_counts_runs_events_approvals_and_changes(run: Run, graph: Graph, enter: Enter) -> None:
    body = {"base_version": 0, "diffs": [{"op": "update_node", "id": "approve", "set": {"title": "x"}}]}
    before = metrics()
    enter("ed", "Editor").post("/api/graphs/refund/draft/changes/", body, content_type="application/json")
    found = metrics()
    assert value(found, "trackside_runs", status="waiting") == 1
    assert value(found, "trackside_runs", status="failed") == 0
    assert value(found, "trackside_events_appended_total") == run.seq + 1
    assert value(found, "trackside_approvals_open") == 1
    assert value(found, "trackside_draft_changes") - value(before, "trackside_draft_changes") == 1
    assert value(found, "trackside_database_up") == 1
    assert value(found, "trackside_engine_running") == 0
    labels = {"view": "api-draft-changes", "method": "POST", "status": "200"}
    counted = value(found, "trackside_requests_total", **labels)
    assert counted - value(before, "trackside_requests_total", **labels) == 1
    assert value(found, "trackside_request_seconds_count", view="api-draft-changes") >= 1


def test_addresses_and_methods_that_clients_make_up_add_no_series(enter: Enter) -> None:
    client = enter("ada", "Viewer")

    def series() -> set[Any]:
        return {(s.name, *sorted(s.labels.items())) for family in REGISTRY.collect() for s in family.samples}

    client.get("/runs/1/")
    client.get("/nothing/0/")
    client.generic("BREW0", "/")
    before = series()
    for number in range(20):
        client.get(f"/runs/{number}/")
        client.get(f"/nothing/{number}/")
        client.generic(f"BREW{number}", "/")
    assert series() == before


@pytest.mark.parametrize(
    "asked",
    [
        {"REMOTE_ADDR": "10.0.0.9"},
        {"REMOTE_ADDR": ""},
        {"HTTP_X_FORWARDED_FOR": "10.0.0.9"},
        {"HTTP_FORWARDED": "for=10.0.0.9"},
        {"HTTP_HOST": "evil.example"},
    ],
)
def test_without_a_token_it_is_for_this_machine_alone(db: None, asked: dict[str, str]) -> None:
    page = Client().get("/metrics", **{"HTTP_HOST": "localhost:8000", **asked})  # type: ignore[arg-type]
    assert page.status_code == 403
    assert b"trackside_" not in page.content


def test_behind_a_proxy_everybody_comes_from_this_machine(db: None, settings: Any) -> None:
    settings.BEHIND_PROXY = True
    assert Client(headers={"Host": "localhost"}).get("/metrics").status_code == 403


def test_with_a_token_it_is_for_whoever_has_it(db: None, settings: Any) -> None:
    settings.TRACKSIDE_METRICS_TOKEN, settings.BEHIND_PROXY = TOKEN, True
    client = Client(REMOTE_ADDR="10.0.0.9", headers={"Host": "trackside.example.org"})
    for wrong in ("", TOKEN, "Bearer", f"Basic {TOKEN}", f"Bearer {TOKEN}x", "Bearer ünsinn"):
        page = client.get("/metrics", headers={"Authorization": wrong})
        assert (page.status_code, page.headers["WWW-Authenticate"]) == (401, 'Bearer realm="metrics"')
    assert client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).status_code == 200


def test_signing_in_is_no_way_to_it(enter: Enter) -> None:
    client = enter("root", "Admin")
    assert client.get("/metrics", REMOTE_ADDR="10.0.0.9").status_code == 403


def test_a_real_server_tells_of_its_engine_and_its_sockets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    server = Server(tmp_path)
    server.start()
    try:
        with urlopen(f"{server.address}/metrics") as answer:  # noqa: S310  # our own
            found = read(answer.read().decode())
        assert value(found, "trackside_database_up") == 1
        assert value(found, "trackside_calls_in_flight") == 0
        with pytest.raises(HTTPError) as refused:
            urlopen(Request(f"{server.address}/metrics", headers={"X-Forwarded-For": "1.2.3.4"}))  # noqa: S310
        assert refused.value.code == 403
        refused.value.close()
    finally:
        server.stop()
