"""`Idempotency-Key`: what a request does is kept with its answer, or not at all."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from dashboard.api import idempotency
from dashboard.models import IdempotencyRecord
from orchestration.models import Change, Graph
from tests.dashboard.conftest import Enter
from tests.dashboard.editing import change, title, titles
from tests.dashboard.graph_calls import refusal


@pytest.fixture
def client(enter: Enter, graph: Graph) -> Client:
    client = enter("ada", "Editor")
    client.raise_request_exception = False
    return client


def test_a_fault_after_the_change_leaves_neither_change_nor_record(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: Any) -> bytes:
        raise OSError("no more")

    with monkeypatch.context() as patched:
        patched.setattr(idempotency, "to_json", broken)
        assert change(client, 0, title("approve", "New"), key="k").status_code == 500
    assert not Change.objects.exists() and not IdempotencyRecord.objects.exists()
    assert change(client, 0, title("approve", "New"), key="k").json()["version"] == 1


def test_what_a_process_that_died_left_is_carried_out_by_the_next_request(client: Client) -> None:
    # What one that died before anything was kept has left.
    change(client, 0, title("approve", "Approve refund"), key="k")
    IdempotencyRecord.objects.update(status=None, body="")
    record = IdempotencyRecord.objects.get(key="k")
    assert refusal(change(client, 0, title("approve", "Approve refund"), key="k")) == (
        409,
        "idempotency_in_progress",
    )
    record.created_at = timezone.now() - idempotency.LONGEST_WORK - timedelta(seconds=1)
    record.save()
    assert change(client, 0, title("approve", "Approve refund"), key="k").status_code == 200
    assert "Idempotency-Replayed" in change(client, 0, title("approve", "Approve refund"), key="k").headers


def test_whoever_was_taken_over_undoes_what_they_did(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(value: Any) -> bytes:
        IdempotencyRecord.objects.all().delete()
        return b"{}"

    monkeypatch.setattr(idempotency, "to_json", slow)
    answer = change(client, 0, title("approve", "New"), key="k")
    assert answer.status_code == 409 and not Change.objects.exists()
    assert titles(client)["approve"] == "Approve refund"
