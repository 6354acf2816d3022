"""What a run waits for: timers, and questions to people."""

from __future__ import annotations

from typing import Any

from orchestration.engine import events as e
from orchestration.engine.failures import attempt_failure
from orchestration.engine.fold import agents, budgets, holding
from orchestration.engine.fold.handlers import clear_timer, on, set_timer, task_at
from orchestration.engine.ports import ClosedSuspension, OpenedSuspension
from orchestration.engine.state import (
    MalformedLog,
    RunState,
    Suspension,
    Verdict,
    person,
    required_approvals,
)
from orchestration.engine.status import TaskStatus
from orchestration.graph.nodes import GateNode


@on(e.TimerFired)
def _timer_fired(state: RunState, event: e.TimerFired, envelope: e.Envelope) -> None:
    if (event.timer, event.of) not in state.timers:
        raise MalformedLog(f"no {event.timer} timer runs for {event.of}")
    clear_timer(state, event.timer, event.of)
    if event.timer == "retry":
        task = task_at(state, event.of, TaskStatus.WAITING)
        task.due = None
        state.make_ready(task)
    elif event.timer == "sleep":
        state.attention[task_at(state, event.of, TaskStatus.WAITING).path] = None
    elif event.timer == "budget":
        return  # the clock has passed the limit; `decide` looks
    elif event.timer == "deadline":
        _deadline_passed(state, state.suspensions[event.of])
    else:
        raise MalformedLog(f"this engine sets no {event.timer} timer")


def _deadline_passed(state: RunState, suspension: Suspension) -> None:
    node = state.tasks[suspension.node].node if suspension.node else None
    if suspension.verdict is not None or not isinstance(node, GateNode) or suspension.node is None:
        raise MalformedLog(f"the deadline of {suspension.id} decides nothing")
    if node.on_deadline == "reject":
        suspension.verdict = Verdict("expired", reason="The deadline passed.")
    else:
        suspension.verdict = Verdict("approved", node.on_deadline.submit)
    state.attention[suspension.node] = None


@on(e.SleepStarted)
def _sleep_started(state: RunState, event: e.SleepStarted, envelope: e.Envelope) -> None:
    task = task_at(state, event.node, TaskStatus.RUNNING)
    task.due = event.due
    state.set_status(task, TaskStatus.WAITING)
    set_timer(state, "sleep", task.path, event.due)


@on(e.SleepCompleted)
def _sleep_completed(state: RunState, event: e.SleepCompleted, envelope: e.Envelope) -> None:
    task_at(state, event.node, TaskStatus.WAITING)


@on(e.Suspended)
def _suspended(state: RunState, event: e.Suspended, envelope: e.Envelope) -> None:
    if event.suspension in state.suspensions or event.suspension in state.closed_suspensions:
        raise MalformedLog(f"suspension {event.suspension} opens twice")
    node = None
    if event.node is not None:
        task = task_at(state, event.node, TaskStatus.RUNNING)
        node = task.node if event.cause == "gate" else None
        task.suspension, task.due = event.suspension, event.due
        task.failure, task.completion = attempt_failure(state, task), None
        if event.cause == "reconcile" and task.call is not None:
            state.reconciling[task.call] = event.suspension
        state.attention.pop(task.path, None)
        state.set_status(task, TaskStatus.WAITING)
    else:
        state.over_budget = event.suspension
    state.suspensions[event.suspension] = Suspension(
        event.suspension, event.node, event.cause, required_approvals(node), event.due
    )
    state.outbox.opened.append(
        OpenedSuspension(
            event.suspension, event.node, event.cause, event.approval_schema, event.prompt, event.due
        )
    )
    if event.due is not None:
        set_timer(state, "deadline", event.suspension, event.due)


@on(e.DecisionRecorded)
def _decision_recorded(state: RunState, event: e.DecisionRecorded, envelope: e.Envelope) -> None:
    suspension = state.suspensions.get(event.suspension)
    if suspension is None or suspension.verdict is not None:
        raise MalformedLog(f"suspension {event.suspension} is not open")
    voice = person(envelope.actor)
    if event.outcome == "withdraw":
        suspension.approvals.pop(voice, None)
    elif event.outcome == "reject":
        suspension.verdict = Verdict("rejected", reason=event.reason)
    else:
        suspension.approvals[voice] = event
        if len(suspension.approvals) >= suspension.required:
            fixed = suspension.fixed or event
            suspension.verdict = Verdict("approved", fixed.input, event.reason)
    if suspension.node is not None:
        state.touched.add(suspension.node)
    if suspension.verdict is not None and suspension.node is not None:
        state.attention[suspension.node] = None


@on(e.Resumed)
def _resumed(state: RunState, event: e.Resumed, envelope: e.Envelope) -> None:
    suspension = state.suspensions.pop(event.suspension, None)
    if suspension is None or suspension.verdict is None:
        raise MalformedLog(f"suspension {event.suspension} has no verdict")
    state.closed_suspensions.add(suspension.id)
    state.outbox.closed.append(ClosedSuspension(suspension.id, suspension.verdict.outcome))
    clear_timer(state, "deadline", suspension.id)
    if suspension.node is None:
        budgets.answered(state, suspension.verdict.input)
        return
    task = task_at(state, suspension.node, TaskStatus.WAITING)
    if task.call is not None:
        state.reconciling.pop(task.call, None)
    task.suspension, task.due = None, None
    state.attention.pop(task.path, None)
    state.set_status(task, TaskStatus.RUNNING)
    rejected = suspension.verdict.outcome in ("rejected", "expired")
    if not rejected and agents.resumed(state, task, suspension.cause, suspension.verdict.input):
        return
    task.by_hand = suspension.cause in ("ask", "reconcile")
    if task.by_hand and _goes_again(suspension.verdict.input):
        holding.forgive(state, task)
        state.make_ready(task)


def _goes_again(answer: Any) -> bool:
    """Whether a person's word sends the node into another attempt."""
    return isinstance(answer, dict) and (answer.get("action") == "retry" or answer.get("happened") is False)
