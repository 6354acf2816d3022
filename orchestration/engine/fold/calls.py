"""Calls: requested, completed, and resolved by a person where nobody knew."""

from __future__ import annotations

from orchestration.engine import events as e
from orchestration.engine.fold import holding
from orchestration.engine.fold.agents import agent_tool_completed
from orchestration.engine.fold.handlers import count_calls, on, task_at
from orchestration.engine.ports import MakeCall
from orchestration.engine.state import MalformedLog, RunState, Verdict
from orchestration.engine.status import TaskStatus
from orchestration.engine.talks import seconds_for


@on(e.ToolCallRequested)
def _tool_call_requested(state: RunState, event: e.ToolCallRequested, envelope: e.Envelope) -> None:
    task = task_at(state, event.node, TaskStatus.RUNNING)
    call = MakeCall(
        call=event.call,
        node=event.node,
        tool=event.tool,
        input=event.input,
        effect=event.effect,
        idempotency_key=event.idempotency_key,
        timeout_seconds=seconds_for(state, task.node),
    )
    task.call = event.call
    state.open_calls[event.call] = call
    count_calls(task.walk, 1)
    state.outbox.commands.append(call)


@on(e.ToolCallCompleted)
def _tool_call_completed(state: RunState, event: e.ToolCallCompleted, envelope: e.Envelope) -> None:
    if agent_tool_completed(state, event):
        return
    call = state.open_calls.pop(event.call, None)
    if call is None:
        raise MalformedLog(f"call {event.call} is not in flight")
    task = task_at(state, call.node, TaskStatus.RUNNING)
    task.completion = event
    state.attention[task.path] = None
    state.touched.add(task.path)
    count_calls(task.walk, -1)
    holding.noticed(state, task.walk)


@on(e.CallResolved)
def _call_resolved(state: RunState, event: e.CallResolved, envelope: e.Envelope) -> None:
    suspension = state.suspensions.get(state.reconciling.get(event.call, ""))
    if suspension is None or suspension.node is None:
        raise MalformedLog(f"call {event.call} does not wait for a word")
    suspension.verdict = Verdict("resolved", {"happened": event.happened, "output": event.output})
    state.attention[suspension.node] = None
