"""The node panel: what the card shows, plus exact values, attempts and the node's part of the log."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from orchestration.engine.events import Failure
from orchestration.engine.state import TaskState
from orchestration.graph.document import Defaults
from orchestration.graph.nodes import Node
from orchestration.selectors.previews import shortened, shortened_event, shortened_fields
from orchestration.selectors.views import AttemptView, CallView, EventView, NodeDetail, NodeView
from orchestration.selectors.words import failure_view


def node_detail(view: NodeView, task: TaskState, defaults: Defaults, events: list[EventView]) -> NodeDetail:
    """`events` are those about this node, in order."""
    return NodeDetail(
        view=view,
        document=task.node.to_value(),
        description=task.node.description or "",
        input=task.input,
        output=task.output,
        attempts=[_short(attempt) for attempt in attempts_of(events, view.id)],
        events=[shortened_event(event) for event in events],
        task=task_fields(view, task, defaults),
    )


def task_fields(view: NodeView, task: TaskState, defaults: Defaults) -> dict[str, Any]:
    """All fifteen fields of a TaskNode by name, the graph's defaults filled in, a long result shortened."""
    node = task.node
    predicate = getattr(node, "verify_predicate", None)
    return {
        "id": node.id,
        "title": view.title,
        "description": node.description or "",
        "agent_hint": getattr(node, "agent_hint", None),
        "status": view.status.value,
        "depends_on": [dependency.to_value() for dependency in node.depends_on],
        "result": shortened(task.output)[0],
        "assigned_agent": task.assigned_agent,
        "retry_count": task.retry_count,
        "predicate_rerun_count": task.predicate_rerun_count,
        "failure_strategy": node.failure_strategy or defaults.failure_strategy,
        "max_retries": _or(node.max_retries, defaults.max_retries),
        "execution_mode": _execution_mode(node),
        "verify_predicate": predicate.to_value() if predicate is not None else None,
        "predicate_outcome": task.predicate_outcome,
    }


def _short(attempt: AttemptView) -> AttemptView:
    calls = []
    for call in attempt.calls:
        values, cut = shortened_fields({"input": call.input, "output": call.output})
        calls.append(call.model_copy(update={**values, "cut": cut}) if cut else call)
    return attempt.model_copy(update={"calls": calls})


def _or(value: int | None, default: int) -> int:
    return default if value is None else value


def _execution_mode(node: Node) -> str:
    return node.execution_mode


def attempts_of(events: Iterable[EventView], path: str) -> list[AttemptView]:
    """The tries at a node, oldest first, each with its calls."""
    found = _Attempts(path)
    for event in events:
        found.add(event)
    return found.attempts


class _Attempts:
    """Collects attempts from a node's events; views are frozen, so each step replaces the last one."""

    def __init__(self, path: str) -> None:
        self.attempts: list[AttemptView] = []
        self._path = path
        self._reason = ""

    def add(self, event: EventView) -> None:
        payload = event.payload
        if event.kind == "NodeEntered":
            attempt = AttemptView(
                number=payload["attempt"], entered_at=event.at, reason=self._reason, calls=[]
            )
            self.attempts.append(attempt)
            self._reason = ""
        elif not self.attempts:
            return
        elif event.kind == "ToolCallRequested":
            self._change(calls=[*self.attempts[-1].calls, _requested(event)])
        elif event.kind == "ToolCallCompleted":
            self._complete(event)
        elif event.kind == "NodeRetried":
            self._reason = payload["reason"]
            self._change(finished_at=event.at)
        elif event.kind == "NodeFailed":
            failure = Failure.model_validate(payload["error"])
            self._change(finished_at=event.at, problem=failure_view(failure, self._path))
        elif event.kind in ("NodeExited", "NodeSkipped"):
            self._change(finished_at=event.at)

    def _change(self, **changes: Any) -> None:
        self.attempts[-1] = self.attempts[-1].model_copy(update=changes)

    def _complete(self, event: EventView) -> None:
        payload = event.payload
        error = payload.get("error")
        problem = failure_view(Failure.model_validate(error), self._path) if error else None
        result = {
            "output": payload.get("output"),
            "problem": problem,
            "completed_at": event.at,
            "duration_ms": payload.get("duration_ms"),
        }
        calls = [
            call.model_copy(update=result) if call.id == payload["call"] else call
            for call in self.attempts[-1].calls
        ]
        self._change(calls=calls, **({"problem": problem, "finished_at": event.at} if problem else {}))


def _requested(event: EventView) -> CallView:
    payload = event.payload
    return CallView(
        id=payload["call"],
        tool=payload["tool"],
        effect=payload["effect"],
        input=payload["input"],
        idempotency_key=payload["idempotency_key"],
        requested_at=event.at,
    )
