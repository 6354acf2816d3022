"""One person starts only so many runs in a minute."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from orchestration.models import Graph, Run
from orchestration.services.runs import run_start
from tests.dashboard.conftest import Enter

BODY = {"graph": "refund", "input": {"amount": 1}}


@pytest.fixture(autouse=True)
def _two_a_minute(settings: Any) -> None:
    settings.TRACKSIDE_RUN_STARTS_PER_MINUTE = 2


def test_one_too_many_is_refused_by_api_and_page_and_starts_nothing(enter: Enter, graph: Graph) -> None:
    ada, bert = enter("ada", "Operator"), enter("bert", "Operator")
    for _ in range(2):
        assert ada.post("/api/runs/", BODY, content_type="application/json").status_code == 201
    answer = ada.post("/api/runs/", BODY, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many_runs")
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert 1 <= int(answer.headers["Retry-After"]) <= 60
    page = ada.post("/graphs/refund/start/", {"input": '{"amount": 1}'})
    assert page.status_code == 429
    assert 1 <= int(page.headers["Retry-After"]) <= 60
    assert "Nothing was started" in page.content.decode()
    assert Run.objects.count() == 2
    assert bert.post("/api/runs/", BODY, content_type="application/json").status_code == 201


def test_after_a_minute_it_goes_on(enter: Enter, graph: Graph) -> None:
    ada = enter("ada", "Operator")
    for _ in range(2):
        ada.post("/api/runs/", BODY, content_type="application/json")
    oldest = Run.objects.order_by("id").first()
    assert oldest is not None
    Run.objects.filter(pk=oldest.pk).update(created_at=timezone.now() - timedelta(seconds=50))
    answer = ada.post("/api/runs/", BODY, content_type="application/json")
    assert int(answer.headers["Retry-After"]) <= 10
    Run.objects.filter(pk=oldest.pk).update(created_at=timezone.now() - timedelta(seconds=61))
    assert ada.post("/api/runs/", BODY, content_type="application/json").status_code == 201


def test_the_same_request_again_is_no_other_start(enter: Enter, graph: Graph) -> None:
    ada = enter("ada", "Operator")
    for _ in range(5):
        answer = ada.post(
            "/api/runs/", BODY, content_type="application/json", headers={"Idempotency-Key": "one"}
        )
        assert answer.status_code == 201


def test_the_command_line_and_a_limit_of_none_are_not_slowed(
    enter: Enter, graph: Graph, settings: Any
) -> None:
    for _ in range(5):
        run_start(graph=graph, input={"amount": 1}, actor=None)
    settings.TRACKSIDE_RUN_STARTS_PER_MINUTE = 0
    ada = enter("ada", "Operator")
    for _ in range(5):
        assert ada.post("/api/runs/", BODY, content_type="application/json").status_code == 201
