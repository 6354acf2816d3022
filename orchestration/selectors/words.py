"""Statuses and problems in words. Nothing here counts down: the browser owns the clock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from orchestration.engine.events import Failure
from orchestration.engine.state import TaskState
from orchestration.engine.status import RunStatus, TaskStatus
from orchestration.selectors.views import ParkedView, ProblemView

_PARKED = {
    "gate": "Waiting for approval",
    "ask": "Waiting for an answer",
    "budget": "Waiting for more budget",
    "reconcile": "Waiting · did it happen?",
    "sleep": "Waiting for its time",
    "retry": "Waiting to retry",
}
_NODE = {
    TaskStatus.PENDING: "Not started",
    TaskStatus.READY: "Ready",
    TaskStatus.COMPLETED: "Done",
    TaskStatus.FAILED: "Failed",
    TaskStatus.CANCELED: "Canceled",
}
_SKIPPED = {
    "no live path": "Skipped · other case",
    "upstream failed": "Skipped · an earlier step failed",
    "skipped by a person after it failed": "Skipped by a person",
}
_RUN = {
    RunStatus.CREATED: "Starting",
    RunStatus.RUNNING: "Running",
    RunStatus.PAUSED: "Paused",
    RunStatus.STALLED: "Stalled",
    RunStatus.COMPLETED: "Completed",
    RunStatus.FAILED: "Failed",
    RunStatus.CANCELED: "Canceled",
}
_HINTS = {
    "tool_failed": "Fix the cause, then retry the run. What is done stays done.",
    "unknown_tool": "Register the tool, then retry the run. Nothing was lost.",
    "unknown_agent": "Register the agent, then retry the run. Nothing was lost.",
    "unknown_outcome": "Look in the system that was written to, then say whether it happened.",
    "interrupted": "It was cut off before it had any effect.",
    "timeout": "It took longer than it may. Give the node more time, or find out what is slow.",
    "input_invalid": "Look at what flows into this node, and at its input mapping.",
    "output_invalid": "The tool gave something other than it promised; its author has to know.",
    "provider_error": "Look at the agent's model and its key, then try again. Nothing that is done is lost.",
    "output_incomplete": "Ask for less at once, or give the agent a model that can say more.",
    "divergence": "The agent or a tool has changed since. Try again starts its work anew.",
    "gate_rejected": "Somebody said no. Retry asks again; cancel ends the run.",
    "no_branch_case_matched": "Give the branch a last case “true”, then start a new run.",
}
_PERMANENT_HINT = "This graph cannot go on with this input: change it, then start a new run."


def node_text(task: TaskState, parked: ParkedView | None) -> str:
    """The word on the card: “Running, try 2”, “Waiting · 0 of 2”, “Skipped · other case”."""
    if task.status is TaskStatus.RUNNING:
        return f"Running, try {task.attempt}" if task.attempt > 1 else "Running"
    if task.status is TaskStatus.WAITING and parked is not None:
        if parked.cause == "gate" and parked.required > 1:
            return f"Waiting · {parked.approvals} of {parked.required}"
        return _PARKED[parked.cause]
    if task.status is TaskStatus.SKIPPED:
        return _SKIPPED.get(task.skip_reason or "", "Skipped after it failed")
    if task.status is TaskStatus.COMPLETED and task.case is not None:
        return f"Done · {task.case}"
    if task.status is TaskStatus.FAILED and task.failure is not None and task.failure.code == "gate_rejected":
        return "Rejected"
    return _NODE.get(task.status, "Waiting")


def skip_text(reason: str) -> str:
    """Why a node was skipped, as the end of a sentence."""
    known = {
        "no live path": "another case was taken",
        "upstream failed": "an earlier step failed",
        "skipped by a person after it failed": "a person decided so after it failed",
    }
    return known.get(reason, reason)


def run_text(
    status: RunStatus, waiting: int, *, canceling: bool = False, refusal: Mapping[str, Any] | None = None
) -> str:
    """The run's word: “Running · 1 waiting”. `waiting` counts open questions to people."""
    if status is RunStatus.STALLED and refusal and refusal.get("failure") == "gate_rejected":
        return "Stalled · rejected"
    if canceling and not status.finished:
        return "Canceling"
    if status is RunStatus.WAITING:
        return f"Waiting for {_answers(waiting)}" if waiting else "Waiting for its time"
    if waiting and not status.finished:
        return f"{_RUN[status]} · {waiting} waiting"
    return _RUN[status]


def _answers(count: int) -> str:
    return "an answer" if count == 1 else f"{count} answers"


def failure_view(failure: Failure, node: str) -> ProblemView:
    return ProblemView(
        code=failure.code, message=failure.message, node=node, hint=_HINTS.get(failure.code, "")
    )


def refusal_view(refusal: Mapping[str, Any] | None) -> ProblemView | None:
    """A run row's refusal (see RunSummary), with what to do about it."""
    if refusal is None:
        return None
    permanent = refusal.get("permanent")
    code = str(refusal.get("code", ""))
    cause = str(refusal.get("failure")) if code == "runtime_refusal" else code
    general = _PERMANENT_HINT if permanent else "Retry the run when the cause is gone."
    return ProblemView(
        code=code,
        message=str(refusal.get("message", "")),
        permanent=permanent,
        node=refusal.get("node"),
        hint=_HINTS.get(cause, general),
    )
