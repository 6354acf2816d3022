"""Deciding, without any JavaScript."""

from __future__ import annotations

import json
import re

from django.test import Client

from orchestration.models import Approval, Graph, RunEvent
from orchestration.services.graphs import graph_import
from orchestration.services.runs import run_start
from tests.conftest import Person
from tests.dashboard.conftest import Enter
from tests.dashboard.samples import DOCUMENT


def fields(page: str) -> dict[str, str]:
    """What a browser would send back from the page's form."""
    found = dict(re.findall(r'<input type="hidden" name="(version)" value="(\d+)"', page))
    return {"version": found["version"]}


def address(approval: Approval) -> str:
    return f"/approvals/{approval.pk}/"


def events(approval: Approval) -> int:
    return RunEvent.objects.filter(run=approval.run_id).count()


def test_the_page_has_question_evidence_form_and_who_decides(enter: Enter, approval: Approval) -> None:
    page = enter("ada", "Approver").get(address(approval)).content.decode()
    assert "Which refund should be issued?" in page
    assert "120" in page  # what flows in
    assert 'name="input"' in page and 'value="approve"' in page and 'value="reject"' in page
    assert "number, at most 300" in page
    assert "Everyone who may decide approvals" in page


def test_approving_records_the_answer_and_shows_a_receipt(enter: Enter, approval: Approval) -> None:
    client = enter("ada", "Approver")
    page = client.get(address(approval)).content.decode()
    answer = {
        **fields(page),
        "outcome": "approve",
        "input": '{"refund": 100, "note": "ok"}',
        "reason": "seen",
    }
    done = client.post(address(approval), answer, follow=True)
    assert done.redirect_chain
    approval.refresh_from_db()
    assert (approval.status, approval.decided_by) == ("approved", "ada")
    text = done.content.decode()
    assert "Receipt" in text and "ada" in text and "seen" in text and "100" in text


def test_a_wrong_answer_names_the_field_and_keeps_what_was_typed(enter: Enter, approval: Approval) -> None:
    client = enter("ada", "Approver")
    before = events(approval)
    page = client.post(address(approval), {"outcome": "approve", "input": '{"refund": 450, "x": 1}'})
    assert page.status_code == 422
    text = page.content.decode()
    assert "<strong>Refund</strong>" in text and "$.refund" in text and "$.x" in text
    assert "450" in text
    assert events(approval) == before


def test_malformed_json_says_where(enter: Enter, approval: Approval) -> None:
    page = enter("ada", "Approver").post(address(approval), {"outcome": "approve", "input": "{oops"})
    assert page.status_code == 422
    assert b"line 1, column 2" in page.content


def test_rejecting_needs_a_reason_and_no_answer(enter: Enter, approval: Approval) -> None:
    client = enter("ada", "Approver")
    page = client.post(address(approval), {"outcome": "reject", "input": "{oops", "reason": " "})
    assert page.status_code == 422 and b"Say why you reject." in page.content
    client.post(address(approval), {"outcome": "reject", "input": "{oops", "reason": "not ours"})
    approval.refresh_from_db()
    assert approval.status == "rejected"


def test_the_second_decision_is_told_and_changes_nothing(enter: Enter, approval: Approval) -> None:
    answer = {"outcome": "approve", "input": '{"refund": 100}'}
    enter("ada", "Approver").post(address(approval), answer)
    after = events(approval)
    late = {"outcome": "approve", "input": '{"refund": 7}', "reason": "as the bank says"}
    page = enter("bob", "Approver").post(address(approval), late)
    assert page.status_code == 409
    text = page.content.decode()
    assert "Your decision was not recorded" in text
    assert "{&quot;refund&quot;: 7}" in text and "as the bank says" in text, "what was written can be copied"
    assert events(approval) == after


def test_a_form_from_before_somebody_elses_answer_is_told(enter: Enter, approval: Approval) -> None:
    answer = {"outcome": "approve", "input": '{"refund": 100}', "version": str(approval.version - 1)}
    page = enter("ada", "Approver").post(address(approval), answer, follow=True)
    assert "Your decision was not recorded" in page.content.decode()
    approval.refresh_from_db()
    assert approval.is_open


def test_looking_never_decides(enter: Enter, approval: Approval) -> None:
    enter("ada", "Approver").get(address(approval), {"outcome": "approve", "input": '{"refund": 1}'})
    approval.refresh_from_db()
    assert approval.is_open


def test_a_viewer_sees_the_question_and_why_they_may_not_decide(enter: Enter, approval: Approval) -> None:
    page = enter("ada", "Viewer").get(address(approval)).content.decode()
    assert "Which refund" in page
    assert "You do not have the permission to decide approvals." in page
    assert 'value="approve"' not in page


def test_what_the_graph_says_is_text_never_markup(enter: Enter, person: Person) -> None:
    document = json.loads(DOCUMENT)
    document["nodes"][0]["prompt"] = "<script>alert(1)</script>"
    document["nodes"][0]["title"] = "<img src=x>"
    root = person("root", "Admin")
    slug = graph_import(text=json.dumps(document), actor=root).slug
    run_start(graph=Graph.objects.get(slug=slug), input={"amount": 1}, actor=root)
    approval = Approval.objects.get()
    client: Client = enter("ada", "Approver")
    for page in (client.get(address(approval)), client.get("/approvals/"), client.get("/")):
        text = page.content.decode()
        assert "<script>alert" not in text and "<img src=x>" not in text


def test_the_inbox(enter: Enter, approval: Approval) -> None:
    client = enter("ada", "Approver")
    assert b"Which refund" in client.get("/approvals/").content
    assert b"Which refund" in client.get("/approvals/?tab=all").content
    assert b"Nothing was decided yet" in client.get("/approvals/?tab=decided").content
    client.post(address(approval), {"outcome": "reject", "reason": "no"})
    assert b"Nothing waits for you" in client.get("/approvals/").content
    assert b"Which refund" in client.get("/approvals/?tab=decided").content


def test_a_quorum_without_javascript(enter: Enter, person: Person) -> None:
    document = json.loads(DOCUMENT)
    document["nodes"][0]["required_approvals"] = 2
    root = person("root", "Admin")
    slug = graph_import(text=json.dumps(document), actor=root).slug
    run_start(graph=Graph.objects.get(slug=slug), input={"amount": 1}, actor=root)
    approval = Approval.objects.get()
    ada, bob = enter("ada", "Approver"), enter("bob", "Approver")
    page = ada.post(address(approval), {"outcome": "approve", "input": '{"refund": 5}'}, follow=True)
    assert "Others have to confirm it" in page.content.decode()
    assert 'value="withdraw"' in page.content.decode() and 'value="approve"' not in page.content.decode()
    page = ada.post(address(approval), {"outcome": "withdraw"}, follow=True)
    assert "Your approval is withdrawn" in page.content.decode()
    ada.post(address(approval), {"outcome": "approve", "input": '{"refund": 6}'})
    page = bob.get(address(approval))
    assert "yours confirms exactly this" in page.content.decode() and "6" in page.content.decode()
    bob.post(address(approval), {"outcome": "approve"})
    approval.refresh_from_db()
    assert (approval.status, approval.decided_by) == ("approved", "bob")
