"""Gates: parked until people decide, exactly once, or until the deadline does."""

from __future__ import annotations

from orchestration.engine.admission import Admitted, NotAdmitted
from orchestration.engine.events import DecisionRecorded, TimerFired
from tests.engine.conftest import Runner
from tests.engine.harness import ANN, BOB, gate, graph, tool


def code(outcome: object) -> str:
    return outcome.code if isinstance(outcome, NotAdmitted) else type(outcome).__name__


def test_a_gate_parks_the_run_and_its_output_is_the_approved_input(run: Runner) -> None:
    r = run(graph(gate("g"), tool("a", "g")))
    assert r.status == "waiting"
    assert isinstance(r.answer("g", input={"amount": 300}), Admitted)
    assert r.made("a")[0].input == {"amount": 300}
    assert r.kinds[1:6] == ["NodeEntered", "Suspended", "DecisionRecorded", "Resumed", "NodeExited"]


def test_a_second_decision_is_not_admitted_and_appends_nothing(run: Runner) -> None:
    r = run(graph(gate("g"), tool("a", "g")))
    decision = DecisionRecorded(suspension="s1", outcome="approve", input={})
    assert code(r.one(decision, ANN)) == "Admitted"
    before = len(r.kinds)
    assert code(r.one(decision, BOB)) == "already_decided"
    assert len(r.kinds) == before


def test_two_decisions_in_one_batch_count_once(run: Runner) -> None:
    r = run(graph(gate("g"), tool("a", "g")))
    decision = DecisionRecorded(suspension="s1", outcome="approve", input={})
    assert [code(outcome) for outcome in r.submit(decision, decision, actor=ANN)] == [
        "Admitted",
        "already_decided",
    ]


def test_a_quorum_needs_different_people_who_confirm_the_first_input(run: Runner) -> None:
    r = run(graph(gate("g", required_approvals=2)))
    assert code(r.answer("g", input={"amount": 1}, actor=ANN)) == "Admitted"
    assert r.status == "waiting"
    assert code(r.answer("g", input={"amount": 1}, actor=ANN)) == "already_decided"
    assert code(r.answer("g", input={"amount": True}, actor=BOB)) == "input_fixed"
    assert code(r.answer("g", input={"amount": 1.0}, actor=BOB)) == "Admitted"
    assert r.status == "completed"
    assert r.log.summaries[r.run].output == {"amount": 1}


def test_an_approver_may_withdraw_until_the_quorum(run: Runner) -> None:
    r = run(graph(gate("g", required_approvals=2)))
    r.answer("g", input={"amount": 1}, actor=ANN)
    assert code(r.answer("g", "withdraw", actor=BOB)) == "not_approved"
    r.answer("g", "withdraw", actor=ANN)
    assert code(r.answer("g", input={"amount": 2}, actor=BOB)) == "Admitted"
    r.answer("g", input={"amount": 2}, actor=ANN)
    assert r.log.summaries[r.run].output == {"amount": 2}


def test_one_rejection_ends_a_quorum(run: Runner) -> None:
    r = run(graph(gate("g", required_approvals=3)))
    r.answer("g", input={}, actor=ANN)
    r.answer("g", "reject", reason="no", actor=BOB)
    assert r.status == "stalled"
    assert r.log.approvals[r.run, "s1"][1] == "rejected"


def test_a_rejection_can_go_on_with_its_reason(run: Runner) -> None:
    r = run(graph(gate("g", on_reject="continue"), tool("a", "g")))
    r.answer("g", "reject", reason="no")
    assert r.made("a")[0].input == {"outcome": "rejected", "reason": "no"}


def test_a_deadline_rejects_and_a_later_decision_conflicts(run: Runner) -> None:
    r = run(graph(gate("g", deadline_seconds=60, on_deadline="reject")))
    r.fire()
    assert r.status == "stalled"
    assert code(r.one(DecisionRecorded(suspension="s1", outcome="approve"), ANN)) == "already_decided"
    assert r.log.approvals[r.run, "s1"][1] == "expired"


def test_a_deadline_can_submit_a_value_and_overrules_partial_approvals(run: Runner) -> None:
    r = run(
        graph(gate("g", required_approvals=2, deadline_seconds=60, on_deadline={"submit": {"amount": 0}}))
    )
    r.answer("g", input={"amount": 5}, actor=ANN)
    r.fire()
    assert r.log.summaries[r.run].output == {"amount": 0}


def test_a_decision_before_the_deadline_clears_its_timer(run: Runner) -> None:
    r = run(graph(gate("g", deadline_seconds=60), tool("a", "g")))
    r.answer("g", input={})
    assert r.log.timers == {}
    assert code(r.one(TimerFired(timer="deadline", of="s1"))) == "stale_timer"


def test_a_gate_that_asks_again_after_a_rejection_opens_a_new_approval(run: Runner) -> None:
    r = run(graph(gate("g"), tool("a", "g")))
    r.answer("g", "reject", reason="no")
    r.retry()
    assert (
        code(r.one(DecisionRecorded(suspension="s1", outcome="approve", input={}), ANN)) == "already_decided"
    )
    assert code(r.answer("g", input={"amount": 3})) == "Admitted"
    assert r.made("a")[0].input == {"amount": 3}
