from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from orchestration.engine.errors import GraphEncode, Violation
from orchestration.engine.events import RunRetried, RunStarted
from orchestration.eventlog import DjangoEventLog
from orchestration.models import Run, RunEvent
from orchestration.services import runs
from orchestration.services.errors import Conflict, InputViolation, NotFound
from orchestration.services.permissions import Forbidden
from orchestration.services.runs import run_cancel, run_continue, run_pause, run_retry, run_start
from orchestration.tools import registered
from tests.conftest import Person
from tests.orchestration.graphs import AMOUNT, Calls, gate, publish, start, tool

pytestmark = pytest.mark.django_db


def first_event(run: Run) -> RunStarted:
    event = DjangoEventLog().read(run.pk)[0].payload
    assert isinstance(event, RunStarted)
    return event


def test_a_start_records_all_that_the_engine_will_need(person: Person, calls: Calls) -> None:
    ada = person("ada", "Operator")
    graph = publish(tool("look"), tool("pay", "look", tool="test.charge"))
    run = run_start(graph=graph, input={"amount": 1.0}, labels={"region": "emea"}, actor=ada)
    event = first_event(run)
    assert (event.input, event.labels, event.graph_hash) == (
        {"amount": 1.0},
        {"region": "emea"},
        run.graph_hash,
    )
    assert {name: bound.effect for name, bound in event.bindings.tools.items()} == {
        "test.look": "read",
        "test.charge": "write",
    }
    assert len(event.key) == 32
    assert (run.status, run.started_by, run.labels) == ("running", ada, {"region": "emea"})
    assert DjangoEventLog().read(run.pk)[0].actor is not None
    assert list(calls.open) == ["look#1"]


def test_two_runs_have_two_keys(calls: Calls) -> None:
    graph = publish(tool("look"))
    keys = {first_event(run_start(graph=graph, input=None, actor=None)).key for _ in range(2)}
    assert len(keys) == 2


def test_settings_become_the_runs_policy(settings: Any) -> None:
    settings.TRACKSIDE_RETRY_BASE_SECONDS = 2.5
    policy = first_event(start(gate("a"))).policy
    assert (policy.retry_base_seconds, policy.retry_cap_seconds) == (2.5, 60.0)


def test_an_older_revision_can_be_run() -> None:
    publish(gate("a"))
    graph = publish(gate("b"))
    assert run_start(graph=graph, revision=1, input=None, actor=None).revision.number == 1
    assert run_start(graph=graph, input=None, actor=None).revision.number == 2
    with pytest.raises(NotFound):
        run_start(graph=graph, revision=3, input=None, actor=None)


@pytest.mark.parametrize(
    ("input", "violation"),
    [
        ({}, Violation("$.amount", "This field is required.")),
        ({"amount": 301}, Violation("$.amount", "301 is more than the maximum of 300.")),
        (5, Violation("$", "This must be a group of fields.")),
    ],
)
def test_an_input_that_misses_the_schema_starts_nothing(input: Any, violation: Violation) -> None:
    graph = publish(gate("a"), input_schema=AMOUNT)
    with pytest.raises(InputViolation) as refused:
        run_start(graph=graph, input=input, actor=None)
    assert refused.value.violations == [violation]
    assert not Run.objects.exists()


@pytest.mark.parametrize("input", [float("nan"), "a\0b", "\ud800", {"x": {1, 2}}])
def test_an_input_that_cannot_be_recorded_starts_nothing(input: Any) -> None:
    with pytest.raises(GraphEncode):
        run_start(graph=publish(gate("a")), input=input, actor=None)
    assert not Run.objects.exists()


def test_labels_are_text() -> None:
    wrong: Any = {"a": 1}
    with pytest.raises(InputViolation):
        run_start(graph=publish(gate("a")), input=None, labels=wrong, actor=None)


def test_an_archived_graph_is_not_run() -> None:
    graph = publish(gate("a"))
    graph.archived_at = graph.created_at
    with pytest.raises(Conflict):
        run_start(graph=graph, input=None, actor=None)


# ── verbs ──


def test_pause_keeps_back_and_continue_lets_go(person: Person, calls: Calls) -> None:
    operator = person("ada", "Operator")
    run = start(tool("a"), tool("b", "a"))
    assert run_pause(run=run, actor=operator, reason="Lunch").status == "paused"
    calls.answer("a#1")
    assert calls.open == {}
    with pytest.raises(Conflict) as refused:
        run_pause(run=run, actor=operator)
    assert refused.value.code == "already_paused"
    assert run_continue(run=run, actor=operator).status == "running"
    assert list(calls.open) == ["b#1"]


def test_cancel_ends_a_waiting_run() -> None:
    run = run_cancel(run=start(gate("a")), actor=None, reason="No longer needed")
    assert (run.status, run.waiting) == ("canceled", 0)
    with pytest.raises(Conflict) as refused:
        run_cancel(run=run, actor=None)
    assert refused.value.code == "run_finished"


def test_a_retry_uses_the_tools_that_are_registered_by_then(
    calls: Calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(runs, "tools_known", dict)
        run = start(tool("a"))
        assert (run.status, (run.refusal or {})["code"]) == ("stalled", "unknown_tool")
    assert "test.look" in registered()
    assert run_retry(run=run, actor=None).status == "running"
    retried = DjangoEventLog().read(run.pk)[1].payload
    assert isinstance(retried, RunRetried)
    assert list(retried.bindings.tools) == ["test.look"]


@pytest.mark.parametrize("verb", [run_pause, run_continue, run_cancel, run_retry])
def test_verbs_need_control(person: Person, verb: Callable[..., Run]) -> None:
    run = start(gate("a"))
    events = RunEvent.objects.count()
    with pytest.raises(Forbidden):
        verb(run=run, actor=person("eve", "Approver", "Editor"))
    assert RunEvent.objects.count() == events


def test_starting_needs_the_permission(person: Person) -> None:
    graph = publish(gate("a"))
    for eve in (person("eve", "Editor"), person("nobody")):
        with pytest.raises(Forbidden):
            run_start(graph=graph, input=None, actor=eve)
    assert not Run.objects.exists()
