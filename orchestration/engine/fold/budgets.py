"""The run's budget: crossed, extended, and the clock that runs while something is in flight."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Any

from orchestration.engine import events as e
from orchestration.engine.budgets import LIMITS, wall_due
from orchestration.engine.fold.agents import carry_on
from orchestration.engine.fold.handlers import clear_timer, on, set_timer
from orchestration.engine.state import RunState, Verdict

TIMER: tuple[e.Timer, str] = ("budget", "run")


@on(e.BudgetExceeded)
def _budget_exceeded(state: RunState, event: e.BudgetExceeded, envelope: e.Envelope) -> None:
    """What follows is the question."""


@on(e.BudgetExtended)
def _budget_extended(state: RunState, event: e.BudgetExtended, envelope: e.Envelope) -> None:
    _extend(state, {event.limit: event.by})
    question = state.suspensions.get(state.over_budget or "")
    if question is not None and question.verdict is None:
        question.verdict = Verdict("resolved", {"action": "extend"})


def answered(state: RunState, answer: Any) -> None:
    """The question is closed; where it goes on, so does what was held back."""
    state.over_budget = None
    if isinstance(answer, dict) and answer.get("action") == "extend":
        _extend(state, {name: answer.get(name) for name in LIMITS})
        carry_on(state)


def _extend(state: RunState, by: dict[str, Any]) -> None:
    for name, more in by.items():
        try:
            added = Decimal(str(more)) if more is not None else Decimal(0)
        except InvalidOperation:
            added = Decimal(0)
        if added.is_finite() and added > 0:
            state.spent.extended[name] = state.spent.extended.get(name, Decimal(0)) + added


def clock(state: RunState) -> None:
    """After every event of a run with a limit of wall time: the clock runs while a call is in flight."""
    spent, at = state.spent, state.at
    assert at is not None
    if state.finished is not None:
        return
    if state.in_flight and spent.busy_since is None:
        spent.busy_since = at
    elif not state.in_flight and spent.busy_since is not None:
        spent.busy_seconds += (at - spent.busy_since).total_seconds()
        spent.busy_since = None
    due = None if state.over_budget else wall_due(state)
    if due is not None and due > at and state.timers.get(TIMER) != due:
        set_timer(state, "budget", "run", due)
    elif due is None:
        clear_timer(state, "budget", "run")
