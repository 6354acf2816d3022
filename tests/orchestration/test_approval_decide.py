from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import Group, User

from orchestration.engine.errors import ApprovalSchemaViolation, Violation
from orchestration.engine.events import Failure
from orchestration.models import Approval, Run, RunEvent
from orchestration.services.approvals import approval_decide, approval_validate
from orchestration.services.errors import Conflict
from orchestration.services.permissions import Forbidden
from orchestration.services.runs import run_cancel
from tests.conftest import Person
from tests.orchestration.graphs import Calls, gate, start, tool

pytestmark = pytest.mark.django_db
FITS = {"amount": 250}


def opened(*nodes: Any, actor: User | None = None) -> Approval:
    run = start(*(nodes or (gate("pay"),)), actor=actor)
    return Approval.objects.get(run=run)


def decisions(run: Run) -> int:
    return RunEvent.objects.filter(run=run, kind="DecisionRecorded").count()


def test_an_approval_lets_the_run_go_on_with_the_exact_input(person: Person) -> None:
    approval = approval_decide(
        approval=opened(), actor=person("ada", "Approver"), outcome="approve", input={"amount": 250.0}
    )
    assert (approval.status, approval.decided_by, approval.version) == ("approved", "ada", 2)
    run = Run.objects.get(pk=approval.run_id)
    assert (run.status, run.waiting, run.output) == ("completed", 0, '{"amount":250.0}')


def test_a_rejection_ends_the_gate_with_its_reason(person: Person) -> None:
    approval = approval_decide(
        approval=opened(), actor=person("ada", "Approver"), outcome="reject", reason="too much"
    )
    assert approval.status == "rejected"
    run = Run.objects.get(pk=approval.run_id)
    assert run.status == "stalled"
    assert "too much" in str(run.refusal)


# ── who ──


def test_somebody_without_the_permission_is_refused(person: Person) -> None:
    approval = opened()
    with pytest.raises(Forbidden, match="permission"):
        approval_decide(approval=approval, actor=person("eve", "Operator"), outcome="approve", input=FITS)
    assert decisions(approval.run) == 0


def test_where_people_are_named_nobody_else_decides(person: Person) -> None:
    approval = opened(gate("pay", assignees=["ada"], groups=["Finance"]))
    for name in ("bob", "root"):
        other = person(name, "Approver")
        other.is_superuser = name == "root"
        other.save()
        with pytest.raises(Forbidden, match="ada, Finance"):
            approval_decide(approval=approval, actor=other, outcome="approve", input=FITS)
    approval_decide(approval=approval, actor=person("ada"), outcome="approve", input=FITS)


def test_members_of_a_named_group_decide(person: Person) -> None:
    Group.objects.create(name="Finance")
    approval = opened(gate("pay", groups=["Finance"]))
    approval_decide(approval=approval, actor=person("ada", "Finance"), outcome="approve", input=FITS)


def test_nobody_approves_their_own_run_where_that_is_ruled_out(person: Person) -> None:
    ada = person("ada", "Approver", "Operator")
    approval = opened(gate("pay", allow_self_approval=False), actor=ada)
    with pytest.raises(Forbidden, match="started this run"):
        approval_decide(approval=approval, actor=ada, outcome="approve", input=FITS)
    approval_decide(approval=approval, actor=person("bob", "Approver"), outcome="approve", input=FITS)


# ── what ──


def test_an_answer_that_misses_the_schema_changes_nothing(person: Person) -> None:
    approval = opened()
    with pytest.raises(ApprovalSchemaViolation) as refused:
        approval_decide(
            approval=approval,
            actor=person("ada", "Approver"),
            outcome="approve",
            input={"amount": 450, "x": 1},
        )
    assert list(refused.value.violations) == [
        Violation("$.amount", "450 is more than the maximum of 300."),
        Violation("$.x", "There is no such field."),
    ]
    approval.refresh_from_db()
    assert (approval.status, approval.version, decisions(approval.run)) == ("open", 1, 0)


def test_a_trial_says_the_same_and_records_nothing(person: Person) -> None:
    approval = opened()
    ada = person("ada", "Approver")
    found = approval_validate(approval=approval, actor=ada, input={})
    assert found == [Violation("$.amount", "This field is required.")]
    assert approval_validate(approval=approval, actor=ada, input=FITS) == []
    with pytest.raises(Forbidden):
        approval_validate(approval=approval, actor=person("eve"), input=FITS)
    assert decisions(approval.run) == 0


@pytest.mark.parametrize("reason", ["", " \n", "a\0b", "\ud800", "x" * 10_001])
def test_a_rejection_needs_a_reason_that_can_be_kept(person: Person, reason: str) -> None:
    with pytest.raises(ApprovalSchemaViolation) as refused:
        approval_decide(approval=opened(), actor=person("ada", "Approver"), outcome="reject", reason=reason)
    assert [found.path for found in refused.value.violations] == ["$.reason"]


# ── once ──


def test_a_second_decision_is_a_conflict(person: Person) -> None:
    approval = opened()
    stale = Approval.objects.get(pk=approval.pk)
    approval_decide(approval=approval, actor=person("ada", "Approver"), outcome="approve", input=FITS)
    for seen in (stale, Approval.objects.get(pk=approval.pk)):
        with pytest.raises(Conflict) as refused:
            approval_decide(
                approval=seen, actor=person(f"bob{id(seen)}", "Approver"), outcome="reject", reason="no"
            )
        assert (refused.value.version, decisions(approval.run)) == (2, 1)


def test_a_form_that_shows_an_older_version_is_a_conflict(person: Person) -> None:
    approval = opened(gate("pay", required_approvals=2))
    stale = Approval.objects.get(pk=approval.pk)
    approval_decide(
        approval=approval, actor=person("ada", "Approver"), outcome="approve", input=FITS, version=1
    )
    with pytest.raises(Conflict) as refused:
        approval_decide(
            approval=stale, actor=person("bob", "Approver"), outcome="approve", input=FITS, version=1
        )
    assert (refused.value.code, refused.value.version) == ("wrong_version", 2)


def test_a_quorum_needs_that_many_people_and_one_input(person: Person) -> None:
    approval = opened(gate("pay", required_approvals=2))
    ada, bob = person("ada", "Approver"), person("bob", "Approver")
    first = approval_decide(approval=approval, actor=ada, outcome="approve", input=FITS)
    assert (first.status, first.version) == ("open", 2)
    with pytest.raises(Conflict) as refused:
        approval_decide(approval=first, actor=ada, outcome="approve", input=FITS)
    assert refused.value.code == "already_decided"
    with pytest.raises(Conflict) as refused:
        approval_decide(approval=first, actor=bob, outcome="approve", input={"amount": 1})
    assert refused.value.code == "input_fixed"
    last = approval_decide(approval=first, actor=bob, outcome="approve", input={"amount": 250.0}, version=2)
    assert (last.status, last.decided_by) == ("approved", "bob")


def test_an_approver_may_withdraw_until_the_quorum(person: Person) -> None:
    approval = opened(gate("pay", required_approvals=2))
    ada = person("ada", "Approver")
    approval_decide(approval=approval, actor=ada, outcome="approve", input=FITS)
    withdrawn = approval_decide(approval=approval, actor=ada, outcome="withdraw")
    assert (withdrawn.status, withdrawn.version) == ("open", 3)
    approval_decide(approval=withdrawn, actor=ada, outcome="approve", input={"amount": 1})


def test_a_run_that_ended_takes_no_decision(person: Person, calls: Calls) -> None:
    approval = opened()
    run_cancel(run=approval.run, actor=None)
    with pytest.raises(Conflict) as refused:
        approval_decide(approval=approval, actor=person("ada", "Approver"), outcome="approve", input=FITS)
    assert refused.value.code == "run_finished"


# ── the other causes ──


def test_operators_answer_what_a_failed_node_asks(person: Person, calls: Calls) -> None:
    run = start(tool("pay", failure_strategy="ask"))
    calls.answer("pay#1", error=Failure(code="tool_error", message="No connection"))
    approval = Approval.objects.get(run=run)
    with pytest.raises(Forbidden, match="control runs"):
        approval_decide(approval=approval, actor=person("ada", "Approver"), outcome="approve", input={})
    operator = person("bob", "Operator")
    approval_decide(approval=approval, actor=operator, outcome="approve", input={"action": "retry"})
    calls.answer("pay#2", output="paid")
    run.refresh_from_db()
    assert (run.status, run.output_value) == ("completed", "paid")


@pytest.mark.parametrize("happened", [True, False])
def test_operators_resolve_a_write_in_doubt(person: Person, calls: Calls, happened: bool) -> None:
    run = start(tool("pay", tool="test.charge"))
    calls.answer("pay#1", error=Failure(code="unknown_outcome", message="The process was stopped"))
    approval = Approval.objects.get(run=run)
    assert approval.cause == "reconcile"
    operator = person("bob", "Operator")
    with pytest.raises(Conflict):
        approval_decide(approval=approval, actor=operator, outcome="reject")
    answer = {"happened": happened, **({"output": "paid"} if happened else {})}
    approval = approval_decide(approval=approval, actor=operator, outcome="approve", input=answer)
    assert (approval.status, approval.decided_by) == ("approved", "bob")
    if not happened:
        calls.answer("pay#2", output="paid")
    run.refresh_from_db()
    assert (run.status, run.output_value) == ("completed", "paid")
