"""`/api/runs/…`"""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from orchestration.models import Graph, Layout, Run
from orchestration.services.graphs import graph_import
from tests.dashboard.conftest import Enter


@pytest.fixture
def client(enter: Enter) -> Client:
    return enter("ada", "Operator")


def post(client: Client, address: str, body: Any, key: str = "") -> Any:
    headers = {"Idempotency-Key": key} if key else {}
    return client.post(address, body, content_type="application/json", headers=headers)


# ── starting ────────────────────────────────────────────────────────────────────────────────


def test_start(client: Client, graph: Graph) -> None:
    answer = post(client, "/api/runs/", {"graph": graph.slug, "input": {"amount": 5}, "labels": {"a": "b"}})
    assert answer.status_code == 201
    view = answer.json()
    assert answer.headers["Location"] == f"/api/runs/{view['id']}/"
    assert (view["status"], view["labels"], view["started_by"]) == ("waiting", {"a": "b"}, "ada")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"graph": "nothing"}, 404, "not_found"),
        ({"graph": "refund", "revision": 7, "input": {"amount": 1}}, 404, "not_found"),
        ({"graph": "refund", "revision": "1"}, 422, "invalid_request"),
        ({"graph": "refund", "revision": 2**40}, 422, "invalid_request"),
        ({"graph": "refund", "surprise": 1}, 422, "invalid_request"),
        ({"graph": "refund\0"}, 422, "invalid_request"),
        ({"graph": "refund", "input": {"amount": 1}, "labels": {"a": 1}}, 422, "invalid_request"),
        ({"graph": "refund", "input": {"amount": "x"}}, 422, "input_violation"),
        ({"graph": "refund", "input": {"amount": 2**60}}, 422, "input_violation"),
        ({"graph": "refund", "input": {"amount": 1, "n": "\0"}}, 422, "graph_encode"),
        ([], 400, "malformed"),
        ("{", 400, "malformed"),
        ('{"graph": "refund", "graph": "refund"}', 400, "malformed"),
        ('{"graph": "refund", "input": NaN}', 400, "malformed"),
        ("[" * 5000, 400, "malformed"),
    ],
)
def test_what_cannot_start(client: Client, graph: Graph, body: Any, status: int, code: str) -> None:
    answer = post(client, "/api/runs/", body)
    assert answer.status_code == status
    assert answer.headers["Content-Type"] == "application/problem+json"
    problem = answer.json()
    assert (problem["status"], problem["code"]) == (status, code)
    assert not Run.objects.exists()


def test_a_violation_has_its_path(client: Client, graph: Graph) -> None:
    answer = post(client, "/api/runs/", {"graph": graph.slug, "input": {"amount": -1}})
    assert [error["path"] for error in answer.json()["errors"]] == ["$.amount"]


def test_other_media_types_are_refused(client: Client, graph: Graph) -> None:
    assert client.post("/api/runs/", {"graph": graph.slug}).status_code == 415


def test_a_body_over_the_limit_is_refused(client: Client, settings: Any) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100
    answer = post(client, "/api/runs/", {"graph": "x" * 200})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


# ── once ────────────────────────────────────────────────────────────────────────────────────


def test_the_same_key_starts_one_run(client: Client, graph: Graph) -> None:
    body = {"graph": graph.slug, "input": {"amount": 5}}
    first, second = post(client, "/api/runs/", body, "k"), post(client, "/api/runs/", body, "k")
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json()
    assert second.headers["Idempotency-Replayed"] == "true"
    assert Run.objects.count() == 1


def test_a_key_belongs_to_one_request_and_one_person(client: Client, graph: Graph, enter: Enter) -> None:
    body = {"graph": graph.slug, "input": {"amount": 5}}
    post(client, "/api/runs/", body, "k")
    other = post(client, "/api/runs/", {**body, "input": {"amount": 6}}, "k")
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
    assert post(enter("bob", "Operator"), "/api/runs/", body, "k").status_code == 201
    assert Run.objects.count() == 2


def test_a_refusal_does_not_use_the_key_up(client: Client, graph: Graph) -> None:
    assert post(client, "/api/runs/", {"graph": graph.slug, "input": {}}, "k").status_code == 422
    assert post(client, "/api/runs/", {"graph": graph.slug, "input": {"amount": 1}}, "k").status_code == 201


# ── reading ─────────────────────────────────────────────────────────────────────────────────


def test_list_in_pages_with_filters(client: Client, graph: Graph, run: Run, settings: Any) -> None:
    found = client.get("/api/runs/?status=waiting&graph=refund&q=north").json()
    assert [view["id"] for view in found["results"]] == [run.pk]
    assert found["next"] is None
    assert client.get("/api/runs/?status=failed").json()["results"] == []
    assert client.get("/api/runs/?q=%00&status=&cursor=").status_code == 200


def test_every_run_is_on_exactly_one_page(client: Client, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dashboard.pagination.page_of.__defaults__", (2,))
    graph = run.graph
    for amount in range(4):
        post(client, "/api/runs/", {"graph": graph.slug, "input": {"amount": amount}})
    seen: list[int] = []
    address: str | None = "/api/runs/?graph=refund"
    while address:
        page = client.get(address).json()
        seen += [view["id"] for view in page["results"]]
        address = page["next"]
    assert seen == sorted(Run.objects.values_list("pk", flat=True), reverse=True)


def test_snapshot_node_structure_and_events_agree(client: Client, run: Run) -> None:
    snapshot = client.get(f"/api/runs/{run.pk}/view/").json()
    events = client.get(f"/api/runs/{run.pk}/events/").json()
    assert snapshot["seq"] == events["seq"] == run.seq
    assert [event["seq"] for event in events["events"]] == list(range(run.seq + 1))
    (node,) = snapshot["nodes"]
    assert node["status"] == "waiting" and node["parked"]["approval"]
    detail = client.get(f"/api/runs/{run.pk}/nodes/approve/").json()
    assert detail["view"] == node
    structure = client.get(f"/api/runs/{run.pk}/graph/").json()
    assert [item["id"] for item in structure["nodes"]] == ["approve"]
    assert structure["positions"] == {}
    assert client.get(f"/api/runs/{run.pk}/events/?after={run.seq}").json()["events"] == []


def test_a_run_is_drawn_where_the_graph_was_laid_out(client: Client, run: Run) -> None:
    place = {"x": 12.0, "y": 34.0, "by_hand": True}
    Layout.objects.create(graph=run.graph, positions={"approve": {**place, "team": None}, "later": place})
    structure = client.get(f"/api/runs/{run.pk}/graph/").json()
    assert structure["positions"] == {"approve": place}


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/api/runs/999999/", 404),
        ("/api/runs/99999999999999999999999/view/", 404),  # beyond what the database counts to
        ("/api/runs/{run}/nodes/nothing/", 404),
        ("/api/runs/{run}/nodes/a/b/%00/", 404),
        ("/api/runs/{run}/events/?after=x", 400),
        ("/api/runs/{run}/events/?after=99999999999999999999", 400),
        ("/api/runs/{run}/events/?after=-5", 200),
        ("/api/nothing/", 404),
    ],
)
def test_odd_addresses(client: Client, run: Run, address: str, status: int) -> None:
    answer = client.get(address.format(run=run.pk))
    assert answer.status_code == status
    if status >= 400:
        assert answer.json()["status"] == status


def test_the_view_is_compressed(client: Client, run: Run) -> None:
    answer = client.get(f"/api/runs/{run.pk}/view/", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"


# ── verbs ───────────────────────────────────────────────────────────────────────────────────


def test_verbs_answer_with_the_run_as_it_is_then(client: Client, run: Run) -> None:
    for verb, status in (("pause", "paused"), ("continue", "waiting"), ("cancel", "canceled")):
        answer = post(client, f"/api/runs/{run.pk}/{verb}/", {})
        assert (answer.status_code, answer.json()["status"]) == (200, status)


def test_a_verb_out_of_place_is_a_conflict_and_changes_nothing(client: Client, run: Run) -> None:
    answer = post(client, f"/api/runs/{run.pk}/continue/", {})
    assert (answer.status_code, answer.json()["code"]) == (409, "not_paused")
    assert client.get(f"/api/runs/{run.pk}/").json()["seq"] == run.seq


def test_a_verb_needs_no_body(client: Client, run: Run) -> None:
    assert client.generic("POST", f"/api/runs/{run.pk}/pause/").json()["status"] == "paused"


def test_a_reason_is_kept_in_the_log(client: Client, run: Run) -> None:
    post(client, f"/api/runs/{run.pk}/pause/", {"reason": "lunch"})
    (event,) = client.get(f"/api/runs/{run.pk}/events/?after={run.seq}").json()["events"]
    assert event["payload"]["reason"] == "lunch"


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("/api/runs/?status=nope", "status"),
        ("/api/runs/?cursor=nope", "cursor"),
        ("/api/runs/?cursor=" + "9" * 19, "cursor"),
        ("/api/runs/?cursor=²", "cursor"),
        ("/api/graphs/?cursor=-1", "cursor"),
        ("/api/approvals/?tab=nope", "tab"),
        ("/api/approvals/?cursor=1e3", "cursor"),
    ],
)
def test_a_value_that_the_schema_does_not_know_is_refused(enter: Enter, address: str, name: str) -> None:
    answer = enter("ada", "Admin").get(address)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert f"“{name}”" in answer.json()["detail"]


@pytest.mark.parametrize("address", ["/runs/?cursor=nope", "/approvals/?cursor=nope"])
def test_a_page_after_nothing_is_not_found(enter: Enter, address: str) -> None:
    assert enter("ada", "Admin").get(address).status_code == 404


@pytest.mark.parametrize(("name", "unit"), [("graph", "characters"), ("labels", "characters")])
def test_the_length_of_a_text_is_counted_in_characters(enter: Enter, name: str, unit: str) -> None:
    long = "x" * 10_001
    body = {"graph": "refund", "labels": {}, name: {"a": long} if name == "labels" else long}
    answer = post(enter("ada", "Operator"), "/api/runs/", body)
    assert answer.status_code == 422
    assert unit in answer.json()["errors"][0]["message"]


@pytest.mark.parametrize("name", ["", "  "])
def test_a_label_has_a_name(enter: Enter, graph: Graph, name: str) -> None:
    body = {"graph": graph.slug, "input": {"amount": 5}, "labels": {name: "b"}}
    answer = post(enter("ada", "Operator"), "/api/runs/", body)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["path"].startswith("$.labels[")


@pytest.mark.parametrize("size", [5, 100_000])
def test_a_large_value_is_sent_exactly_once(client: Client, size: int) -> None:
    document = {
        "schema_version": 1,
        "name": "Large",
        "nodes": [{"id": "a", "kind": "gate", "approval_schema": {}, "depends_on": []}],
    }
    graph_import(text=json.dumps(document), name="large", actor=None)
    text = "ü" * size
    run = post(client, "/api/runs/", {"graph": "large", "input": {"text": text}}).json()["id"]
    events = client.get(f"/api/runs/{run}/events/")
    cut = {field for event in events.json()["events"] for field in event["cut"]}
    assert cut == ({"input"} if size > 2000 else set())
    detail = client.get(f"/api/runs/{run}/nodes/a/")
    assert detail.json()["input"] == {"text": text}
    if size > 2000:
        assert len(events.content) < 2 * size
        assert len(detail.content) < 3 * size  # two bytes a letter
    (exact,) = client.get(f"/api/runs/{run}/events/?exact=on").json()["events"]
    assert (exact["payload"]["input"], exact["cut"]) == ({"text": text}, [])
