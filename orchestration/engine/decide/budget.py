"""The run's budget: once a limit is reached, people say whether there is more."""

from __future__ import annotations

from orchestration.engine.budgets import WORDS, budget_schema, crossed
from orchestration.engine.decide.failing import next_suspension
from orchestration.engine.events import BudgetExceeded, Engine, Resumed, RunFailed, Suspended
from orchestration.engine.state import RunState


def looked_at(state: RunState) -> list[Engine] | None:
    """The events that follow when a limit is crossed or the question about it was answered."""
    if state.over_budget is not None:
        return _answered(state, state.over_budget)
    found = crossed(state) if state.unsettled else None
    if found is None:
        return None
    limit, observed = found
    return [
        BudgetExceeded(limit=limit, observed=str(observed)),
        Suspended(
            suspension=next_suspension(state),
            cause="budget",
            approval_schema=budget_schema(),
            prompt=f"The run has used {observed:,f} {WORDS[limit]}, which is all that its budget has.",
        ),
    ]


def _answered(state: RunState, suspension: str) -> list[Engine] | None:
    verdict = state.suspensions[suspension].verdict
    if verdict is None:
        return None
    resumed = Resumed(suspension=suspension, input=verdict.input)
    extended = isinstance(verdict.input, dict) and verdict.input.get("action") == "extend"
    if verdict.outcome != "rejected" and extended:
        return [resumed]
    if state.in_flight:
        return None  # draining: completions in flight are recorded first
    message = "The budget was used up, and was not extended."
    return [resumed, RunFailed(error={"code": "budget_exceeded", "message": message})]
