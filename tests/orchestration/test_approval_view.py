from __future__ import annotations

import pytest

from orchestration import runtime
from orchestration.engine.admission import Submission
from orchestration.engine.events import Failure, ToolCallCompleted
from orchestration.models import Approval, Run
from orchestration.selectors.approvals import approval_view
from orchestration.services.approvals import approval_decide
from orchestration.services.runs import run_cancel
from tests.conftest import Person
from tests.orchestration.graphs import AMOUNT, Calls, gate, start, tool

pytestmark = pytest.mark.django_db


def of(run: Run) -> Approval:
    return Approval.objects.with_context().get(run=run)


def test_an_open_approval_shows_the_question_and_what_it_rests_on(calls: Calls) -> None:
    run = start(
        tool("look-up", title="Look up dispute"),
        tool("score"),
        gate("ask", "look-up", "score", title="Ask finance", prompt="Pay it?", groups=["Finance"]),
        input={"case": 7},
    )
    calls.answer("look-up#1", output={"amount": 12.5})
    calls.answer("score#1", output=0.25)
    view = approval_view(of(run))
    assert (view.node_title, view.prompt, view.approval_schema) == ("Ask finance", "Pay it?", AMOUNT)
    assert view.evidence == {
        "What flows in": {"look-up": {"amount": 12.5}, "score": 0.25},
        "Look up dispute": {"amount": 12.5},
        "Score": 0.25,
        "Run input": {"case": 7},
    }
    assert (view.groups, view.required, view.status, view.receipt) == (["Finance"], 1, "open", None)


def test_the_same_value_is_shown_once() -> None:
    assert approval_view(of(start(gate("ask"), input={"case": 7}))).evidence == {"What flows in": {"case": 7}}


def test_the_first_approval_of_a_quorum_is_shown_to_the_others(person: Person) -> None:
    run = start(gate("ask", required_approvals=2))
    assert not approval_view(of(run)).has_fixed_input
    approval_decide(
        approval=of(run),
        actor=person("ada", "Approver"),
        outcome="approve",
        input={"amount": 1.0},
        reason="Fair",
    )
    view = approval_view(of(run))
    assert (view.has_fixed_input, view.fixed_input, view.version) == (True, {"amount": 1.0}, 2)
    assert [(voice["actor"], voice["reason"]) for voice in view.approvals] == [("ada", "Fair")]


def test_a_decided_approval_shows_its_receipt(person: Person) -> None:
    run = start(gate("ask"))
    approval_decide(
        approval=of(run),
        actor=person("ada", "Approver"),
        outcome="approve",
        input={"amount": 1.0},
        reason="Fair",
    )
    receipt = approval_view(of(run)).receipt
    assert receipt is not None
    assert receipt.pop("at")
    assert receipt == {
        "outcome": "Approved",
        "actor": "ada",
        "reason": "Fair",
        "input": {"amount": 1.0},
        "seq": 3,
        "run": run.pk,
        "graph_hash": run.graph_hash,
    }


def test_a_resolved_write_has_a_receipt_too(person: Person, calls: Calls) -> None:
    run = start(tool("pay", tool="test.charge"))
    calls.answer("pay#1", error=Failure(code="unknown_outcome", message="Stopped"))
    answer = {"happened": True, "output": 5}
    approval_decide(approval=of(run), actor=person("bob", "Operator"), outcome="approve", input=answer)
    receipt = approval_view(of(run)).receipt
    assert receipt is not None
    assert (receipt["outcome"], receipt["actor"], receipt["input"]) == ("Approved", "bob", answer)


def test_a_node_that_was_in_doubt_twice_has_two_receipts(person: Person, calls: Calls) -> None:
    run = start(tool("pay", tool="test.charge"))
    bob = person("bob", "Operator")
    for attempt, answer in ((1, {"happened": False}), (2, {"happened": True, "output": 5})):
        calls.answer(f"pay#{attempt}", error=Failure(code="unknown_outcome", message="Stopped"))
        approval = Approval.objects.get(run=run, status="open")
        approval_decide(approval=approval, actor=bob, outcome="approve", input=answer)
    first, second = (
        approval_view(row).receipt for row in Approval.objects.with_context().filter(run=run).order_by("id")
    )
    assert first is not None
    assert second is not None
    assert first["input"] == {"happened": False, "output": None}
    assert second["input"] == {"happened": True, "output": 5}


@pytest.mark.parametrize("width", [3, 1200])
def test_a_gate_behind_a_wide_fan_shows_what_it_rests_on(calls: Calls, width: int) -> None:
    names = [f"n{number}" for number in range(width)]
    run = start(*map(tool, names), gate("ask", *names), defaults={"max_parallel": width})
    submissions = [Submission(ToolCallCompleted(call=call, output=1)) for call in calls.open]
    runtime.driver().submit(run.pk, submissions)
    evidence = approval_view(of(run)).evidence
    assert evidence.pop("What flows in") == dict.fromkeys(names, 1)
    assert len(evidence) == width


def test_a_question_that_the_end_of_its_run_closed_has_nobodys_name() -> None:
    run = start(gate("ask"))
    run_cancel(run=run, actor=None)
    receipt = approval_view(of(run)).receipt
    assert receipt is not None
    assert (receipt["outcome"], receipt["actor"], receipt["seq"]) == ("Closed", "", None)
