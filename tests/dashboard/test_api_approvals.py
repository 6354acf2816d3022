"""`/api/approvals/…`"""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from orchestration.models import Approval, RunEvent
from tests.dashboard.conftest import Enter


@pytest.fixture
def client(enter: Enter) -> Client:
    return enter("ada", "Approver")


def post(client: Client, approval: Approval, verb: str, body: Any, key: str = "") -> Any:
    headers = {"Idempotency-Key": key} if key else {}
    address = f"/api/approvals/{approval.pk}/{verb}/"
    return client.post(address, body, content_type="application/json", headers=headers)


def test_read(client: Client, approval: Approval) -> None:
    view = client.get(f"/api/approvals/{approval.pk}/").json()
    assert view["prompt"] == "Which refund should be issued?"
    assert view["approval_schema"]["required"] == ["refund"]
    assert (view["status"], view["version"], view["receipt"]) == ("open", approval.version, None)


def test_validate_says_what_a_decision_would_say_and_records_nothing(
    client: Client, approval: Approval
) -> None:
    before = RunEvent.objects.count()
    answer = post(client, approval, "validate", {"input": {"refund": 450, "x": 1}})
    assert answer.status_code == 200
    wrong = answer.json()["errors"]
    assert [error["path"] for error in wrong] == ["$.refund", "$.x"]
    refused = post(client, approval, "decision", {"outcome": "approve", "input": {"refund": 450, "x": 1}})
    assert (refused.status_code, refused.json()["code"]) == (422, "approval_schema_violation")
    assert refused.json()["errors"] == wrong
    assert post(client, approval, "validate", {"input": {"refund": 1}}).json() == {"errors": []}
    assert RunEvent.objects.count() == before


def test_twenty_violations_are_shown_and_all_are_counted(client: Client, approval: Approval) -> None:
    body = {"outcome": "approve", "input": {f"x{number}": 1 for number in range(30)}}
    problem = post(client, approval, "decision", body).json()
    assert (len(problem["errors"]), problem["errors_total"]) == (20, 31)


def test_decide_once(client: Client, approval: Approval, enter: Enter) -> None:
    body = {"outcome": "approve", "input": {"refund": 100}, "version": approval.version}
    first = post(client, approval, "decision", body)
    assert first.status_code == 200
    assert first.json()["status"] == "approved"
    assert first.json()["receipt"]["input"] == {"refund": 100}
    after = RunEvent.objects.count()
    second = post(enter("bob", "Approver"), approval, "decision", body)
    assert (second.status_code, second.json()["code"]) == (409, "already_decided")
    assert second.json()["version"] > approval.version
    assert RunEvent.objects.count() == after


def test_an_old_version_is_a_conflict_with_the_present_one(client: Client, approval: Approval) -> None:
    body = {"outcome": "approve", "input": {"refund": 100}, "version": approval.version + 1}
    answer = post(client, approval, "decision", body)
    assert (answer.status_code, answer.json()["code"]) == (409, "wrong_version")
    assert answer.json()["version"] == approval.version


def test_the_same_key_decides_once_and_answers_twice(client: Client, approval: Approval) -> None:
    body = {"outcome": "reject", "reason": "no"}
    first, second = (post(client, approval, "decision", body, "k") for _ in range(2))
    assert first.status_code == second.status_code == 200
    assert first.json() == second.json()


@pytest.mark.parametrize("body", [{}, {"outcome": "maybe"}, {"outcome": "approve", "version": -1}])
def test_bodies_that_are_no_decision(client: Client, approval: Approval, body: Any) -> None:
    assert post(client, approval, "decision", body).status_code == 422


def test_lists(client: Client, approval: Approval) -> None:
    def ids(tab: str) -> list[int]:
        return [item["id"] for item in client.get(f"/api/approvals/?tab={tab}").json()["results"]]

    assert (ids("mine"), ids("all"), ids("decided")) == ([approval.pk], [approval.pk], [])
    post(client, approval, "decision", {"outcome": "reject", "reason": "no"})
    assert (ids("mine"), ids("all"), ids("decided")) == ([], [], [approval.pk])
