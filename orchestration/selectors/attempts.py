"""The tries at a node, each with its calls of tools and models, as its part of the log tells them."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from orchestration.engine.events import Failure
from orchestration.selectors.previews import shortened_fields
from orchestration.selectors.spending import dollars
from orchestration.selectors.views import AttemptView, CallView, EventView
from orchestration.selectors.words import failure_view


def attempts_of(events: Iterable[EventView], path: str) -> list[AttemptView]:
    """Oldest first. Long values of calls are shortened."""
    found = _Attempts(path)
    for event in events:
        found.add(event)
    return [_short(attempt) for attempt in found.attempts]


def _short(attempt: AttemptView) -> AttemptView:
    calls = []
    for call in attempt.calls:
        values, cut = shortened_fields({"input": call.input, "output": call.output})
        calls.append(call.model_copy(update={**values, "cut": cut}) if cut else call)
    costs = [Decimal(call.cost_usd) for call in calls if call.cost_usd is not None]
    return attempt.model_copy(
        update={
            "calls": calls,
            "tokens": sum((call.input_tokens or 0) + (call.output_tokens or 0) for call in calls),
            "cost_usd": dollars(sum(costs, Decimal(0))) if costs else None,
        }
    )


class _Attempts:
    """Collects attempts from a node's events; views are frozen, so each step replaces the last one."""

    def __init__(self, path: str) -> None:
        self.attempts: list[AttemptView] = []
        self._path = path
        self._reason = ""

    def add(self, event: EventView) -> None:
        payload = event.payload
        if event.kind == "NodeEntered":
            entered = AttemptView(
                number=payload["attempt"], entered_at=event.at, reason=self._reason, calls=[]
            )
            self.attempts.append(entered)
            self._reason = ""
        elif self.attempts:
            self._go_on(event, payload)

    def _go_on(self, event: EventView, payload: dict[str, Any]) -> None:
        if event.kind in _REQUESTED:
            self._change(calls=[*self.attempts[-1].calls, _REQUESTED[event.kind](event)])
        elif event.kind in ("ToolCallCompleted", "ModelCallCompleted"):
            self._complete(event)
        elif event.kind == "AgentAssigned":
            self._change(agent=payload["agent"], role=payload.get("role"), why=payload["reason"])
        elif event.kind == "AgentCompleted":
            self._end(event, payload.get("error"))
        elif event.kind == "NodeRetried":
            self._reason = payload["reason"]
            self._change(finished_at=event.at)
        elif event.kind == "NodeFailed":
            self._end(event, payload["error"])
        elif event.kind in ("NodeExited", "NodeSkipped"):
            self._change(finished_at=event.at)

    def _end(self, event: EventView, error: dict[str, Any] | None) -> None:
        if error:
            self._change(finished_at=event.at, problem=self._problem(error))

    def _problem(self, error: dict[str, Any]) -> Any:
        return failure_view(Failure.model_validate(error), self._path)

    def _change(self, **changes: Any) -> None:
        self.attempts[-1] = self.attempts[-1].model_copy(update=changes)

    def _complete(self, event: EventView) -> None:
        """A call is of the attempt that asked, which need not be the last one."""
        for number, attempt in enumerate(self.attempts):
            for place, call in enumerate(attempt.calls):
                if call.id == event.payload["call"] and call.completed_at is None:
                    calls = [*attempt.calls]
                    calls[place] = call.model_copy(update=self._result(event))
                    changes: dict[str, Any] = {"calls": calls}
                    if event.payload.get("error") and attempt.agent is None:
                        # Of an agent only the last word counts: a failed call may be made up for.
                        changes |= {"problem": calls[place].problem, "finished_at": event.at}
                    self.attempts[number] = attempt.model_copy(update=changes)

    def _result(self, event: EventView) -> dict[str, Any]:
        payload = event.payload
        error = payload.get("error")
        result: dict[str, Any] = {
            "problem": self._problem(error) if error else None,
            "completed_at": event.at,
            "duration_ms": payload.get("duration_ms"),
        }
        if event.kind == "ToolCallCompleted":
            return {**result, "output": payload.get("output")}
        usage = payload.get("usage") or {}
        return {
            **result,
            "output": payload.get("response"),
            "finish": payload.get("finish"),
            "input_tokens": usage.get("input_tokens"),
            "output_tokens": usage.get("output_tokens"),
            "cost_usd": payload.get("cost_usd"),
        }


def _tool(event: EventView) -> CallView:
    payload = event.payload
    return CallView(
        id=payload["call"],
        kind="tool",
        tool=payload["tool"],
        effect=payload["effect"],
        input=payload["input"],
        idempotency_key=payload["idempotency_key"],
        requested_at=event.at,
    )


def _model(event: EventView) -> CallView:
    payload = event.payload
    return CallView(
        id=payload["call"],
        kind="model",
        tool=payload["model"],
        purpose=payload["purpose"],
        input=payload.get("request"),
        requested_at=event.at,
    )


_REQUESTED = {"ToolCallRequested": _tool, "AgentToolCallRequested": _tool, "ModelCallRequested": _model}
