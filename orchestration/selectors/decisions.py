"""Approvals as lines to take along: each with how it ended, and where that stands in the log."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict

from orchestration.models import Approval
from orchestration.selectors.story import Story


class DecisionLine(BaseModel):
    """One approval. While it is open, what comes after `due` is empty. `event` is the number of the
    deciding event in the run's log; null when the run ended first.
    """

    model_config = ConfigDict(frozen=True)

    id: int
    run: int
    graph: str
    graph_name: str
    graph_hash: str
    node: str
    cause: str
    status: str
    prompt: str
    asked_at: datetime
    due: datetime | None
    decided_at: datetime | None
    decided_by: str
    reason: str
    input: Any
    event: int | None


def decision_line(row: Approval) -> DecisionLine:
    """Reads the approval's part of the log once it is decided. `row` has its context."""
    receipt = {} if row.is_open else Story(row, []).receipt()
    return DecisionLine(
        id=row.pk,
        run=row.run_id,
        graph=row.run.graph.slug,
        graph_name=row.run.graph.name,
        graph_hash=row.run.graph_hash,
        node=row.node,
        cause=row.cause,
        status=row.status,
        prompt=row.prompt,
        asked_at=row.created_at,
        due=row.due,
        decided_at=row.decided_at,
        decided_by=row.decided_by,
        reason=receipt.get("reason", ""),
        input=receipt.get("input"),
        event=receipt.get("seq"),
    )
