"""What a run has used, of which budget."""

from __future__ import annotations

from decimal import Decimal

from orchestration.engine.budgets import LIMITS, limit_of
from orchestration.engine.state import RunState
from orchestration.selectors.views import SpentView


def spent_view(state: RunState) -> SpentView | None:
    """None where no model was asked and no budget is set."""
    spent = state.spent
    limits = {name: limit_of(state, name) for name in LIMITS}
    if not spent.tokens and not spent.unpriced and not any(limits.values()):
        return None
    limited = limits["wall_seconds"] is not None
    return SpentView(
        tokens=spent.tokens,
        cost_usd=dollars(spent.cost_usd),
        unpriced=spent.unpriced,
        wall_seconds=round(spent.busy_seconds, 3) if limited else None,
        busy_since=spent.busy_since if limited else None,
        limits={name: _plain(limit) for name, limit in limits.items() if limit is not None},
    )


def dollars(amount: Decimal) -> str:
    """Decimal text without an exponent or idle zeros: ``0.0125``."""
    return _plain(amount)


def _plain(amount: Decimal) -> str:
    text = f"{amount:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
