"""Which external events a run accepts now. What is not admitted is never appended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from orchestration.engine import events as e
from orchestration.engine.budgets import WORDS, crossed, limit_of
from orchestration.engine.decide import refusal_ahead
from orchestration.engine.state import RunState, TaskState, person
from orchestration.engine.status import TaskStatus


class NotAdmitted(Exception):
    """The run cannot take this event as it stands: `code` for programs, the message for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


@dataclass(frozen=True, slots=True)
class Submission:
    """An external event someone wants recorded. `guard` runs inside the transaction, before anything
    is appended, and may raise: then nothing of this submission is kept."""

    event: e.External
    actor: e.Actor | None = None
    guard: Callable[[], None] | None = None


@dataclass(frozen=True, slots=True)
class Admitted:
    """The submission was recorded as event `seq`."""

    seq: int


def admit(state: RunState, submission: Submission, *, stalled: bool) -> None:
    """Raise NotAdmitted when `submission` cannot follow in this run."""
    if state.finished is not None:
        raise NotAdmitted("run_finished", f"The run is {state.finished}; nothing more is recorded.")
    check = _CHECKS.get(type(submission.event))
    if check is None:
        raise NotAdmitted("not_supported", f"{submission.event.kind} is not supported yet.")
    check(state, submission.event, submission.actor, stalled)


def _pause(state: RunState, event: e.RunPaused, actor: e.Actor | None, stalled: bool) -> None:
    if state.canceling:
        raise NotAdmitted("canceling", "The run is being canceled.")
    if state.paused:
        raise NotAdmitted("already_paused", "The run is already paused.")


def _continue(state: RunState, event: e.RunContinued, actor: e.Actor | None, stalled: bool) -> None:
    if not state.paused:
        raise NotAdmitted("not_paused", "The run is not paused.")


def _retry(state: RunState, event: e.RunRetried, actor: e.Actor | None, stalled: bool) -> None:
    if not stalled and not state.failed:
        raise NotAdmitted("not_stalled", "The run is not stalled, so there is nothing to retry.")
    if state.in_flight:
        raise NotAdmitted("still_draining", "Calls are still in flight; retry when they are done.")


def _cancel(state: RunState, event: e.CancelRequested, actor: e.Actor | None, stalled: bool) -> None:
    if state.canceling:
        raise NotAdmitted("already_canceling", "The run is already being canceled.")


def _completed(state: RunState, event: e.ToolCallCompleted, actor: e.Actor | None, stalled: bool) -> None:
    if event.call not in state.open_calls and event.call not in state.asking:
        raise NotAdmitted("unknown_call", f"Call {event.call} is not in flight.")


def _judged(state: RunState, event: e.PredicateEvaluated, actor: e.Actor | None, stalled: bool) -> None:
    if event.node not in state.judging:
        raise NotAdmitted("not_judged", f"Nothing of {event.node} is being judged.")


def _may_ask(state: RunState, path: str) -> None:
    """Whether anything new may be called for this node now."""
    if state.canceling:
        raise NotAdmitted("canceling", "The run is being canceled.")
    if state.paused:
        raise NotAdmitted("paused", "The run is paused; it goes on when it is continued.")
    if state.over_budget is not None or crossed(state) is not None:
        raise NotAdmitted("over_budget", "The budget of the run is used up.")
    task = state.tasks[path]
    if task.walk.draining or refusal_ahead(state) is not None:
        raise NotAdmitted("draining", "Something else failed, so nothing new is called.")


def _model_asked(state: RunState, event: e.ModelCallRequested, actor: e.Actor | None, stalled: bool) -> None:
    if event.call in state.asking:
        raise NotAdmitted("unknown_call", f"Call {event.call} is in flight already.")
    if event.purpose == "work":
        _may_work(state, event.node, event.call)
    elif event.purpose == "decision":
        choice = state.choosing.get(event.node)
        if choice is None or choice.call != event.call:
            raise NotAdmitted("unknown_call", f"Nothing is to be chosen at {event.node}.")
    else:
        judge = state.judging.get(event.node)
        if judge is None or not event.call.startswith(f"{judge.call}."):
            raise NotAdmitted("unknown_call", f"Nothing of {event.node} is being judged.")
    if event.purpose == "work" or state.canceling or state.paused or state.over_budget is not None:
        _may_ask(state, event.node)


def _tool_asked(
    state: RunState, event: e.AgentToolCallRequested, actor: e.Actor | None, stalled: bool
) -> None:
    if event.call in state.asking:
        raise NotAdmitted("unknown_call", f"Call {event.call} is in flight already.")
    _may_work(state, event.node, event.call)
    assigned = state.tasks[event.node].assigned
    if assigned is None or event.tool not in assigned.tools:
        raise NotAdmitted("not_granted", f"The tool {event.tool} is not among those of {event.node}.")
    _may_ask(state, event.node)


def _may_work(state: RunState, node: str, call: str) -> None:
    attempt = state.working.get(node)
    if attempt is None or not call.startswith(f"{attempt}."):
        raise NotAdmitted("unknown_call", f"No agent works on {node} under {call}.")


def _model_answered(
    state: RunState, event: e.ModelCallCompleted, actor: e.Actor | None, stalled: bool
) -> None:
    # A choice that is given up before its model was asked ends all the same.
    given_up = event.error is not None and any(one.call == event.call for one in state.choosing.values())
    if event.call not in state.asking and not given_up:
        raise NotAdmitted("unknown_call", f"Call {event.call} is not in flight.")


def _agent_done(state: RunState, event: e.AgentCompleted, actor: e.Actor | None, stalled: bool) -> None:
    if state.working.get(event.call.rsplit("#", 1)[0]) != event.call:
        raise NotAdmitted("unknown_call", f"No agent works under {event.call}.")


def _extended(state: RunState, event: e.BudgetExtended, actor: e.Actor | None, stalled: bool) -> None:
    if limit_of(state, event.limit) is None:
        raise NotAdmitted("no_budget", f"The graph sets no limit of {WORDS[event.limit]}.")
    if state.canceling:
        raise NotAdmitted("canceling", "The run is being canceled.")
    try:
        by = Decimal(event.by)
    except InvalidOperation:
        by = Decimal(0)
    if not by.is_finite() or by <= 0 or by > 10**12:
        raise NotAdmitted("wrong_amount", "Say how much more, as a number greater than zero.")
    question = state.suspensions.get(state.over_budget or "")
    if question is not None and question.verdict is not None:
        raise NotAdmitted("already_decided", "It was already decided that the budget is not extended.")


def _asked_task(state: RunState, path: str) -> TaskState:
    task = state.tasks.get(path)
    if task is None:
        raise NotAdmitted("unknown_node", f"This run has not come to a node {path}.")
    if state.canceling:
        raise NotAdmitted("canceling", "The run is being canceled.")
    walk = task.walk
    while walk.owner is not None:
        if walk.joined or (walk.owner.status.settled and walk.owner.status is not TaskStatus.FAILED):
            raise NotAdmitted("node_settled", f"“{walk.owner.path}”, which holds {path}, is done.")
        walk = walk.owner.walk
    return task


def _retry_node(state: RunState, event: e.NodeRetryRequested, actor: e.Actor | None, stalled: bool) -> None:
    task = _asked_task(state, event.node)
    if task.status is not TaskStatus.FAILED and not task.skipped_itself:
        raise NotAdmitted("not_failed", f"{event.node} has not failed, so there is nothing to try again.")
    if task.skipped_itself and state.outermost_failed(task) is not task:
        raise NotAdmitted("inside_failed", "Something around it failed; try that again first.")


def _skip_node(state: RunState, event: e.NodeSkipRequested, actor: e.Actor | None, stalled: bool) -> None:
    task = _asked_task(state, event.node)
    if task.status.settled and task.status is not TaskStatus.FAILED:
        raise NotAdmitted("node_settled", f"{event.node} is {task.status}, so it cannot be skipped.")
    inside = any(walk.calls for walk in task.held.walks) if task.held else False
    called = any(call.node == task.path for call in state.open_calls.values())
    under_way = (state.judging, state.working, state.choosing)
    if inside or called or any(task.path in paths for paths in under_way):
        raise NotAdmitted("in_flight", f"{event.node} is at work; skip it when that has come back.")
    if state.outermost_failed(task) is not task:
        raise NotAdmitted("inside_failed", "Something around it failed; skip that, or try it again.")


def _resolved(state: RunState, event: e.CallResolved, actor: e.Actor | None, stalled: bool) -> None:
    suspension = state.suspensions.get(state.reconciling.get(event.call, ""))
    if suspension is None or suspension.verdict is not None:
        raise NotAdmitted("already_decided", f"Call {event.call} does not wait for a word.")


def _timer(state: RunState, event: e.TimerFired, actor: e.Actor | None, stalled: bool) -> None:
    if (event.timer, event.of) not in state.timers:
        raise NotAdmitted("stale_timer", f"No {event.timer} timer runs for {event.of}.")


def _decision(state: RunState, event: e.DecisionRecorded, actor: e.Actor | None, stalled: bool) -> None:
    if event.suspension in state.closed_suspensions:
        raise NotAdmitted("already_decided", "This approval was already decided.")
    suspension = state.suspensions.get(event.suspension)
    if suspension is None:
        raise NotAdmitted("unknown_suspension", f"There is no open approval {event.suspension}.")
    if suspension.verdict is not None:
        raise NotAdmitted("already_decided", "This approval was already decided.")
    if suspension.cause == "reconcile":
        raise NotAdmitted("not_a_decision", "This question is answered by resolving its call.")
    voice = person(actor)
    if event.outcome == "withdraw":
        if voice not in suspension.approvals:
            raise NotAdmitted("not_approved", "You have not approved this, so there is nothing to withdraw.")
        return
    if voice in suspension.approvals:
        raise NotAdmitted("already_decided", "You have already approved this; withdraw that first.")
    fixed = suspension.fixed
    if event.outcome == "approve" and fixed is not None and not same(fixed.input, event.input):
        raise NotAdmitted("input_fixed", "The first approval fixed the answer; confirm exactly that one.")


def same(left: Any, right: Any) -> bool:
    """JSON equality: 1 and 1.0 are one number, true is none."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    return (type(left) is type(right) and left == right) or (
        isinstance(left, int | float) and isinstance(right, int | float) and left == right
    )


_CHECKS: dict[type[e.Event], Callable[[RunState, Any, e.Actor | None, bool], None]] = {
    e.RunPaused: _pause,
    e.RunContinued: _continue,
    e.RunRetried: _retry,
    e.CancelRequested: _cancel,
    e.ToolCallCompleted: _completed,
    e.ModelCallRequested: _model_asked,
    e.ModelCallCompleted: _model_answered,
    e.AgentToolCallRequested: _tool_asked,
    e.AgentCompleted: _agent_done,
    e.BudgetExtended: _extended,
    e.NodeRetryRequested: _retry_node,
    e.NodeSkipRequested: _skip_node,
    e.PredicateEvaluated: _judged,
    e.CallResolved: _resolved,
    e.TimerFired: _timer,
    e.DecisionRecorded: _decision,
}
