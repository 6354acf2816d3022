"""A run's header, made from its row alone or from its row and its folded log."""

from __future__ import annotations

from typing import Literal

from orchestration.engine.ports import RunSummary
from orchestration.engine.status import RunStatus, TaskStatus
from orchestration.models import Run
from orchestration.selectors.previews import preview
from orchestration.selectors.views import ProgressView, RunView, SpentView, TriedView
from orchestration.selectors.words import refusal_view, run_text

Verb = Literal["pause", "continue", "cancel", "retry"]

_VERBS: dict[RunStatus, list[Verb]] = {
    RunStatus.CREATED: ["cancel"],
    RunStatus.RUNNING: ["pause", "cancel"],
    RunStatus.WAITING: ["pause", "cancel"],
    RunStatus.PAUSED: ["continue", "cancel"],
    RunStatus.STALLED: ["retry", "cancel"],
}


def summary_of(run: Run) -> RunSummary:
    """What the row keeps."""
    return RunSummary(
        status=run.status,
        seq=run.seq,
        waiting=run.waiting,
        counts=run.counts,
        refusal=run.refusal,
        output=run.output_value,
        started_at=run.started_at,
        finished_at=run.finished_at,
    )


def header(
    run: Run,
    summary: RunSummary,
    *,
    canceling: bool = False,
    spent: SpentView | None = None,
    budget_approval: int | None = None,
) -> RunView:
    """The header of `run` as `summary` says it. `run` comes with graph, revision and starter joined."""
    status = RunStatus(summary.status)
    return RunView(
        id=run.pk,
        graph_slug=run.graph.slug,
        graph_name=run.graph.name,
        revision=run.revision.number,
        tried=_tried(run),
        graph_hash=run.graph_hash,
        status=status,
        status_text=run_text(status, summary.waiting, canceling=canceling, refusal=summary.refusal),
        seq=summary.seq,
        progress=_progress(summary.counts),
        waiting=summary.waiting,
        started_by=_name(run),
        created_at=run.created_at,
        started_at=summary.started_at,
        finished_at=summary.finished_at,
        labels=run.labels,
        output=preview(summary.output) if status is RunStatus.COMPLETED else None,
        refusal=refusal_view(summary.refusal),
        spent=spent,
        budget_approval=budget_approval,
        verbs=[] if canceling else _VERBS.get(status, []),
    )


def _tried(run: Run) -> TriedView | None:
    revision = run.revision
    if revision.draft_version is None:
        return None
    return TriedView(draft_version=revision.draft_version, node=revision.tried_node or None)


def _progress(counts: dict[str, int]) -> ProgressView:
    by_status = {TaskStatus(name): count for name, count in counts.items() if count}
    done = sum(count for status, count in by_status.items() if status.settled)
    return ProgressView(done=done, total=sum(by_status.values()), by_status=by_status)


def _name(run: Run) -> str:
    if run.started_by is None:
        return "command line"
    return run.started_by.get_full_name() or run.started_by.get_username()
