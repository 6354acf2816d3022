"""What a run has used of its budget. Wall time passes only while a call is in flight."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from orchestration.engine.events import ModelCallCompleted

if TYPE_CHECKING:
    from orchestration.engine.state import RunState

LIMITS = ("tokens", "cost_usd", "wall_seconds")
WORDS = {"tokens": "tokens", "cost_usd": "US dollars", "wall_seconds": "seconds of work"}


@dataclass(slots=True)
class Spent:
    """`unpriced` counts model calls whose price nobody knows. `busy_since`: when work began that is not
    over; `busy_seconds` holds what came before. `extended` is by limit, what people have added."""

    tokens: int = 0
    cost_usd: Decimal = Decimal(0)
    unpriced: int = 0
    busy_seconds: float = 0.0
    busy_since: datetime | None = None
    extended: dict[str, Decimal] = field(default_factory=dict)

    def add(self, event: ModelCallCompleted) -> None:
        self.tokens += event.usage.input_tokens + event.usage.output_tokens
        if event.cost_usd is not None:
            self.cost_usd += Decimal(event.cost_usd)
        elif event.error is None:
            self.unpriced += 1

    def wall_seconds(self, at: datetime | None) -> float:
        running = (at - self.busy_since).total_seconds() if at and self.busy_since else 0.0
        return self.busy_seconds + running


def limit_of(state: RunState, name: str) -> Decimal | None:
    """The graph's limit with what people have added; None where there is none."""
    budget = state.topology.document.budget
    given = getattr(budget, name) if budget is not None else None
    return None if given is None else Decimal(str(given)) + state.spent.extended.get(name, Decimal(0))


def observed(state: RunState, name: str) -> Decimal:
    if name == "tokens":
        return Decimal(state.spent.tokens)
    if name == "cost_usd":
        return state.spent.cost_usd
    # Timers are kept to the microsecond, and so is this.
    return Decimal(str(round(state.spent.wall_seconds(state.at), 6)))


def crossed(state: RunState) -> tuple[str, Decimal] | None:
    """The first limit that is reached, with what was used; None while all is well."""
    if state.topology.document.budget is None:
        return None
    for name in LIMITS:
        limit = limit_of(state, name)
        if limit is not None and observed(state, name) >= limit:
            return name, observed(state, name)
    return None


def wall_due(state: RunState) -> datetime | None:
    """When the limit of wall time will be reached if work goes on as now."""
    limit, since = limit_of(state, "wall_seconds"), state.spent.busy_since
    if limit is None or since is None:
        return None
    return since + timedelta(seconds=max(0.0, float(limit) - state.spent.busy_seconds))


def budget_schema() -> dict[str, Any]:
    """The question when a limit is reached."""
    return {
        "type": "object",
        "title": "The budget is used up",
        "required": ["action"],
        "properties": {
            "action": {
                "title": "Action",
                "enum": ["extend", "fail"],
                "description": "Add to the budget and go on, or end the run as failed.",
            },
            "tokens": {"type": "integer", "minimum": 0, "title": "Add tokens"},
            "cost_usd": {
                "type": "string",
                "pattern": "^[0-9]{1,9}([.][0-9]{1,6})?$",
                "title": "Add US dollars",
            },
            "wall_seconds": {"type": "number", "minimum": 0, "maximum": 1e9, "title": "Add seconds of work"},
        },
    }
