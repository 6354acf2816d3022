"""What people see of a run, from the log of a real one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from orchestration import runtime
from orchestration.engine.admission import Submission
from orchestration.engine.events import SYSTEM, Failure, TimerFired
from orchestration.engine.status import RunStatus
from orchestration.eventlog import DjangoEventLog
from orchestration.models import Approval, Run
from orchestration.selectors import runs
from orchestration.selectors.project import RunProjection
from orchestration.selectors.views import NodeView
from orchestration.selectors.words import refusal_view, run_text
from orchestration.services.approvals import approval_decide
from orchestration.services.runs import run_cancel, run_pause, run_retry, run_start
from tests.conftest import Person
from tests.orchestration.graphs import Calls, gate, publish, start, tool

pytestmark = pytest.mark.django_db


def fresh(run: Run) -> Run:
    return Run.objects.with_context().get(pk=run.pk)


def node(run: Run, path: str) -> NodeView:
    return runs.projection(fresh(run)).node_view(path)


def texts(run: Run) -> dict[str, str]:
    return {view.id: view.status_text for view in runs.snapshot(fresh(run)).nodes}


def header(run: Run) -> str:
    return runs.projection(fresh(run)).run_view().status_text


def branch(id: str, *needs: str) -> dict[str, Any]:
    cases = [
        {"name": "small", "when": {"kind": "expression", "value": "value.amount < 100.0"}},
        {"name": "large", "when": {"kind": "expression", "value": "true"}},
    ]
    return {"id": id, "kind": "branch", "depends_on": list(needs), "cases": cases}


def test_a_snapshot_has_every_node_in_document_order(calls: Calls) -> None:
    run = start(tool("look-up_it"), gate("ask", "look-up_it", title="Ask finance"))
    snapshot = runs.snapshot(fresh(run))
    assert [(view.id, view.title, view.kind, view.index) for view in snapshot.nodes] == [
        ("look-up_it", "Look up it", "tool", 0),
        ("ask", "Ask finance", "gate", 1),
    ]
    assert snapshot.seq == fresh(run).seq == snapshot.run.seq
    assert (snapshot.run.progress.done, snapshot.run.progress.total) == (0, 2)


# ── words ──


def test_the_words_on_a_running_and_a_finished_node(calls: Calls) -> None:
    run = start(tool("pay"), tool("tell", "pay"))
    assert texts(run) == {"pay": "Running", "tell": "Not started"}
    calls.answer("pay#1", output={"paid": 12.5})
    assert texts(run) == {"pay": "Done", "tell": "Running"}
    result = node(run, "pay").result
    assert result is not None
    assert (result.text, result.cut) == ('{"paid": 12.5}', False)


def test_the_words_on_a_node_that_is_tried_again(calls: Calls) -> None:
    run = start(tool("pay", failure_strategy="retry"))
    calls.answer("pay#1", error=Failure(code="tool_error", message="No connection"))
    view = node(run, "pay")
    assert view.status_text == "Waiting to retry"
    assert view.parked is not None
    assert view.parked.cause == "retry"
    assert view.parked.due is not None
    assert view.problem is not None
    assert view.problem.message == "No connection"
    assert header(run) == "Waiting for its time"
    runtime.driver().submit(run.pk, [Submission(TimerFired(timer="retry", of="pay"), SYSTEM)])
    assert texts(run) == {"pay": "Running, try 2"}


def test_the_words_on_gates(person: Person) -> None:
    run = start(gate("one"), gate("two", required_approvals=2))
    assert texts(run) == {"one": "Waiting for approval", "two": "Waiting · 0 of 2"}
    assert header(run) == "Waiting for 2 answers"
    two = Approval.objects.get(run=run, node="two")
    ada = person("ada", "Approver")
    approval_decide(approval=two, actor=ada, outcome="approve", input={"amount": 1})
    view = node(run, "two")
    assert view.status_text == "Waiting · 1 of 2"
    assert view.parked is not None
    assert (view.parked.approval, view.parked.approvals, view.parked.required) == (two.pk, 1, 2)


def test_the_words_on_a_branch_and_the_way_not_taken() -> None:
    run = start(
        branch("size"),
        gate("quick", {"node": "size", "case": "small"}),
        gate("slow", {"node": "size", "case": "large"}),
        input={"amount": 20},
    )
    assert texts(run) == {
        "size": "Done · small",
        "quick": "Waiting for approval",
        "slow": "Skipped · other case",
    }
    states = {view.id: [edge.state for edge in view.depends_on] for view in runs.snapshot(fresh(run)).nodes}
    assert states == {"size": [], "quick": ["live"], "slow": ["dead"]}


def test_the_words_on_a_failure_and_what_it_takes_along(calls: Calls) -> None:
    run = start(tool("pay", failure_strategy="skip"), tool("tell", "pay"), gate("ask"))
    calls.answer("pay#1", error=Failure(code="tool_error", message="No connection"))
    assert texts(run) == {
        "pay": "Skipped after it failed",
        "tell": "Skipped · an earlier step failed",
        "ask": "Waiting for approval",
    }


def test_a_stalled_run_says_what_to_do_and_can_be_retried(calls: Calls) -> None:
    run = start(tool("pay"))
    calls.answer("pay#1", error=Failure(code="tool_error", message="No connection"))
    view = runs.projection(fresh(run)).run_view()
    assert (view.status, view.status_text, view.verbs) == (
        "stalled",
        "Stalled",
        ["retry", "cancel"],
    )
    assert view.refusal is not None
    assert "No connection" in view.refusal.message
    assert "retry the run" in view.refusal.hint
    run_retry(run=run, actor=None)
    calls.answer("pay#2", output=1)
    assert header(run) == "Completed"


@pytest.mark.parametrize("row_only", [True, False])
def test_the_row_alone_gives_the_same_header_as_the_log(calls: Calls, row_only: bool) -> None:
    run = start(tool("pay"), gate("ask"))
    run_pause(run=run, actor=None)
    row = fresh(run)
    view = runs.run_view(row) if row_only else runs.projection(row).run_view()
    assert (view.status_text, view.verbs) == ("Paused · 1 waiting", ["continue", "cancel"])
    assert (view.started_by, view.revision, view.graph_slug) == ("command line", 1, "refund")


def test_a_run_that_is_being_canceled_says_so(calls: Calls) -> None:
    run = start(tool("pay"))
    run_cancel(run=run, actor=None)
    view = runs.projection(fresh(run)).run_view()
    assert (view.status_text, view.verbs) == ("Canceling", [])


# ── changes ──


def test_advancing_tells_which_nodes_changed(calls: Calls) -> None:
    run = start(tool("a"), tool("b", "a"), tool("c"), tool("d", "b"))
    projection = RunProjection(fresh(run))
    _, changed = projection.catch_up()
    assert changed == {"a", "b", "c", "d"}
    calls.answer("a#1", output=1)
    envelopes, changed = projection.catch_up()
    assert changed == {"a", "b"}
    assert [envelope.kind for envelope in envelopes] == [
        "ToolCallCompleted",
        "NodeExited",
        "NodeEntered",
        "ToolCallRequested",
    ]
    assert projection.catch_up() == ([], set())


def test_step_by_step_and_all_at_once_give_the_same_views(calls: Calls) -> None:
    run = start(tool("a"), tool("b", "a"), gate("c", "b"))
    calls.answer("a#1", output=1)
    calls.answer("b#1", output=2)
    row, log = fresh(run), DjangoEventLog().read(run.pk)
    whole, stepwise = RunProjection(row), RunProjection(row)
    whole.advance(log)
    seen: dict[str, NodeView] = {}
    for envelope in log:
        for path in stepwise.advance([envelope]):
            seen[path] = stepwise.node_view(path)
    assert seen == {view.id: view for view in whole.snapshot().nodes}


# ── detail and events ──


def test_a_nodes_panel_has_values_attempts_and_calls(calls: Calls) -> None:
    run = start(tool("pay", failure_strategy="retry", description="Pay it back"), input={"amount": 3.0})
    calls.answer("pay#1", error=Failure(code="tool_error", message="No connection"))
    runtime.driver().submit(run.pk, [Submission(TimerFired(timer="retry", of="pay"), SYSTEM)])
    calls.answer("pay#2", output={"paid": 3.0})
    detail = runs.node_detail(fresh(run), "pay")
    assert detail is not None
    assert (detail.description, detail.input, detail.output) == (
        "Pay it back",
        {"amount": 3.0},
        {"paid": 3.0},
    )
    first, second = detail.attempts
    assert (first.number, second.number, second.reason) == (1, 2, "No connection")
    assert first.problem is not None
    assert first.problem.message == "No connection"
    assert [call.id for call in second.calls] == ["pay#2"]
    assert second.calls[0].output == {"paid": 3.0}
    assert first.calls[0].idempotency_key == second.calls[0].idempotency_key
    assert set(detail.task) == {
        "id", "title", "description", "agent_hint", "status", "depends_on", "result", "assigned_agent",
        "retry_count", "predicate_rerun_count", "failure_strategy", "max_retries", "execution_mode",
        "verify_predicate", "predicate_outcome",
    }  # fmt: skip
    assert (detail.task["failure_strategy"], detail.task["max_retries"]) == ("retry", 3)


def test_a_node_that_is_not_there_has_no_panel() -> None:
    assert runs.node_detail(fresh(start(gate("a"))), "b") is None


def test_events_in_words(person: Person, calls: Calls) -> None:
    run = start(tool("look-up", title="Look up dispute"), gate("ask", "look-up", title="Ask finance"))
    calls.answer("look-up#1", output=1)
    approval = Approval.objects.get(run=run)
    approval_decide(
        approval=approval,
        actor=person("ada", "Approver"),
        outcome="approve",
        input={"amount": 1},
        reason="Fine",
    )
    events = runs.events_after(fresh(run), -1)
    assert [event.summary for event in events] == [
        "The run started",
        "Look up dispute started",
        "Look up dispute calls test.look",
        "The call of Look up dispute came back after 12 ms",
        "Look up dispute finished",
        "Ask finance started",
        "Ask finance waits for approval",
        "Ask finance was approved: Fine",
        "Ask finance goes on",
        "Ask finance finished",
        "The run completed",
    ]
    assert [event.seq for event in events] == list(range(11))
    assert {event.node for event in events[5:10]} == {"ask"}
    assert events[7].actor == "ada"
    assert [event.seq for event in runs.events_after(fresh(run), 4, limit=2)] == [5, 6]
    projection = runs.projection(fresh(run))
    assert [projection.event_view(item) for item in DjangoEventLog().read(run.pk)] == events


def test_views_are_json(calls: Calls) -> None:
    run = start(tool("a"), gate("b"), input={"x": [1, None]})
    assert json.loads(runs.snapshot(fresh(run)).model_dump_json())["run"]["status"] == "running"


# ── lists ──


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ({}, 2),
        ({"status": "waiting"}, 2),
        ({"status": "failed"}, 0),
        ({"status": "no such"}, 0),
        ({"graph": "refund"}, 1),
        ({"text": "REFUND"}, 1),
        ({"text": "ada"}, 1),
        ({"text": "emea"}, 1),
        ({"text": "9" * 40}, 0),
        ({"text": "\0"}, 2),
    ],
)
def test_runs_are_found(person: Person, filters: dict[str, Any], found: int) -> None:
    start(gate("a"))
    run_start(
        graph=publish(gate("a"), name="Other"),
        input=None,
        labels={"region": "EMEA"},
        actor=person("ada", "Operator"),
    )
    assert runs.filtered(**filters).count() == found


def test_a_rejection_is_told_as_a_decision_and_not_as_a_malfunction() -> None:
    refusal = {
        "code": "runtime_refusal",
        "message": "“Approve refund” was rejected: too much",
        "permanent": False,
        "node": "approve",
        "failure": "gate_rejected",
    }
    assert run_text(RunStatus.STALLED, 0, refusal=refusal) == "Stalled · rejected"
    view = refusal_view(refusal)
    assert view is not None
    assert view.hint == "Somebody said no. Retry asks again; cancel ends the run."
