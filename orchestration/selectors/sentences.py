"""Each event of a log in one line of words."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from orchestration.engine import events as e
from orchestration.engine.events import Envelope
from orchestration.selectors.titles import Titles, node_of
from orchestration.selectors.views import EventView
from orchestration.selectors.words import skip_text

Sentence = Callable[[Any, str], str]

_TIMERS = {
    "sleep": "The time of {0} is up",
    "retry": "{0} is due for another try",
    "deadline": "The deadline of {0} passed",
    "timeout": "{0} took longer than it may",
    "budget": "The run's time budget is used up",
}
_WAITS = {
    "gate": "{0} waits for approval",
    "ask": "{0} failed and waits for an answer",
    "budget": "The run waits for more budget",
    "reconcile": "{0} may or may not have happened and waits for a person's word",
}
_DECIDED = {
    "approve": "{0} was approved",
    "reject": "{0} was rejected",
    "withdraw": "An approval of {0} was withdrawn",
}


def _with(text: str, detail: str | None) -> str:
    return f"{text}: {detail}" if detail else text


def _completed(event: e.ToolCallCompleted, title: str) -> str:
    if event.error is not None:
        return f"The call of {title} failed: {event.error.message}"
    return f"The call of {title} came back after {event.duration_ms} ms"


def _answered(event: e.ModelCallCompleted, title: str) -> str:
    if event.error is not None:
        return f"The model of {title} gave no answer: {event.error.message}"
    used = event.usage.input_tokens + event.usage.output_tokens
    return f"The model of {title} answered after {event.duration_ms} ms, {used:,} tokens"


def _agent_done(event: e.AgentCompleted, title: str) -> str:
    if event.error is not None:
        return f"The agent of {title} broke off: {event.error.message}"
    return f"The agent of {title} has its answer"


def _judged(event: e.PredicateEvaluated, title: str) -> str:
    if event.error is not None:
        return f"The check of {title} could not be made: {event.error.message}"
    return _with(f"The check of {title} {'passed' if event.passed else 'failed'}", event.reason)


_ASKS = {
    "work": "{0} asks {1}",
    "decision": "{0} lets {1} choose",
    "judge": "{0} is judged by {1}",
    "plan": "{0} is planned by {1}",
}


def _resolved(event: e.CallResolved, title: str) -> str:
    return f"{title} did happen" if event.happened else f"{title} did not happen and is made again"


_SENTENCES: dict[type[e.Event], Sentence] = {
    e.RunStarted: lambda event, title: "The run started",
    e.RunPaused: lambda event, title: _with("The run was paused", event.reason),
    e.RunContinued: lambda event, title: "The run was continued",
    e.RunRetried: lambda event, title: "The run was retried",
    e.CancelRequested: lambda event, title: _with("The run is to be canceled", event.reason),
    e.RunCompleted: lambda event, title: "The run completed",
    e.RunFailed: lambda event, title: _with("The run failed", event.error.get("message")),
    e.RunCanceled: lambda event, title: "The run was canceled",
    e.NodeEntered: lambda event, title: (
        f"{title} started" if event.attempt == 1 else f"{title} started, try {event.attempt}"
    ),
    e.NodeExited: lambda event, title: f"{title} finished",
    e.NodeFailed: lambda event, title: f"{title} failed: {event.error.message}",
    e.NodeRetried: lambda event, title: f"{title} will be tried again: {event.reason}",
    e.NodeSkipped: lambda event, title: f"{title} was skipped: {skip_text(event.reason)}",
    e.NodeRetryRequested: lambda event, title: f"{title} is to be tried again",
    e.NodeSkipRequested: lambda event, title: _with(f"{title} is to be skipped", event.reason),
    e.ToolCallRequested: lambda event, title: f"{title} calls {event.tool}",
    e.ToolCallCompleted: _completed,
    e.CallResolved: _resolved,
    e.AgentAssigned: lambda event, title: f"{title} was given to {event.agent}",
    e.ModelCallRequested: lambda event, title: _ASKS[event.purpose].format(title, event.model),
    e.ModelCallCompleted: _answered,
    e.AgentToolCallRequested: lambda event, title: f"The agent of {title} calls {event.tool}",
    e.AgentCompleted: _agent_done,
    e.PredicateEvaluated: _judged,
    e.BranchTaken: lambda event, title: f"{title} took the case “{event.case}”",
    e.MapFannedOut: lambda event, title: f"{title} has {event.count} items",
    e.MapItemJoined: lambda event, title: f"Item {event.index + 1} of {title} is done",
    e.FoldPassJoined: lambda event, title: f"Pass {event.index + 1} of {title} is done",
    e.FoldConverged: lambda event, title: _with(f"{title} has its result", event.reason),
    e.Suspended: lambda event, title: _WAITS[event.cause].format(title),
    e.Resumed: lambda event, title: f"{title} goes on",
    e.DecisionRecorded: lambda event, title: _with(_DECIDED[event.outcome].format(title), event.reason),
    e.TimerFired: lambda event, title: _TIMERS[event.timer].format(title),
    e.SleepStarted: lambda event, title: f"{title} waits for its time",
    e.SleepCompleted: lambda event, title: f"{title} has waited long enough",
    e.GraphChanged: lambda event, title: "The graph was changed",
    e.BudgetExceeded: lambda event, title: f"The budget of {event.limit} is used up",
    e.BudgetExtended: lambda event, title: f"The budget of {event.limit} was raised by {event.by}",
}


def event_view(envelope: Envelope, titles: Titles, suspended: Callable[[str], str | None]) -> EventView:
    """One event for the timeline; `suspended` gives the node of a suspension."""
    event = envelope.payload
    node = node_of(event, suspended)
    say = _SENTENCES.get(type(event))
    title = titles.of(node) if node else "The run"
    return EventView(
        seq=envelope.seq,
        kind=envelope.kind,
        origin=envelope.origin,
        at=envelope.at,
        actor=envelope.actor.name if envelope.actor else None,
        node=node,
        summary=say(event, title) if say else envelope.kind,
        payload=json.loads(e.encode(event)),
    )
