"""`fold(state, envelope)`: one event further. Total: an impossible event raises MalformedLog."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from orchestration.engine import events as e
from orchestration.engine.ports import (
    ClearTimer,
    ClosedSuspension,
    MakeCall,
    OpenedSuspension,
    SetTimer,
    StopCall,
)
from orchestration.engine.state import (
    MalformedLog,
    RunState,
    Suspension,
    TaskState,
    Verdict,
    person,
    required_approvals,
)
from orchestration.engine.status import RunStatus, TaskStatus
from orchestration.graph.nodes import AgentNode, GateNode, ToolNode

E = TypeVar("E", bound=e.Event)
Handler = Callable[[RunState, Any, e.Envelope], None]
_HANDLERS: dict[type[e.Event], Handler] = {}


def fold(state: RunState, envelope: e.Envelope) -> None:
    """Change `state` by one event. After MalformedLog the state must be thrown away."""
    if envelope.seq != state.seq + 1:
        raise MalformedLog(f"event {envelope.seq} follows {state.seq}")
    if state.finished is not None:
        raise MalformedLog(f"event {envelope.seq} ({envelope.kind}) comes after the run's end")
    if (envelope.seq == 0) is not isinstance(envelope.payload, e.RunStarted):
        raise MalformedLog(f"event {envelope.seq} is {envelope.kind}; a log begins with RunStarted, once")
    handler = _HANDLERS.get(type(envelope.payload))
    if handler is None:
        raise MalformedLog(f"this engine does not fold {envelope.kind}")
    state.run = envelope.run
    state.at = envelope.at
    handler(state, envelope.payload, envelope)
    state.seq = envelope.seq


def _on(kind: type[E]) -> Callable[[Callable[[RunState, E, e.Envelope], None]], Handler]:
    def register(handler: Callable[[RunState, E, e.Envelope], None]) -> Handler:
        _HANDLERS[kind] = handler
        return handler

    return register


def _task(state: RunState, path: str, *allowed: TaskStatus) -> TaskState:
    task = state.tasks.get(path)
    if task is None:
        raise MalformedLog(f"there is no node {path}")
    if allowed and task.status not in allowed:
        raise MalformedLog(f"{path} is {task.status}, expected {' or '.join(allowed)}")
    return task


# ── the run ──


@_on(e.RunStarted)
def _run_started(state: RunState, event: e.RunStarted, envelope: e.Envelope) -> None:
    state.started_at = envelope.at
    state.key, state.engine = event.key, event.engine
    state.input, state.labels = event.input, event.labels
    state.bindings, state.policy = event.bindings, event.policy
    topology = state.topology
    bodies = {topology.body_node(id) for id in topology.levels[None]}
    for id in topology.levels[None]:
        if id in bodies:
            continue
        node = topology.nodes[id]
        incoming = topology.incoming[id]
        state.tasks[id] = TaskState(id, node, topology.index[id], undecided=len(incoming))
        state.counts[TaskStatus.PENDING] += 1
        state.touched.add(id)
    for task in state.tasks.values():
        if task.undecided == 0:
            state.make_ready(task)


@_on(e.RunPaused)
def _run_paused(state: RunState, event: e.RunPaused, envelope: e.Envelope) -> None:
    state.paused = True


@_on(e.RunContinued)
def _run_continued(state: RunState, event: e.RunContinued, envelope: e.Envelope) -> None:
    state.paused = False
    # A process that started while the run was paused made none of the calls it found in flight.
    # Whoever has made one already knows it by its id.
    state.outbox.commands.extend(state.open_calls.values())


@_on(e.RunRetried)
def _run_retried(state: RunState, event: e.RunRetried, envelope: e.Envelope) -> None:
    state.bindings = event.bindings
    for path in list(state.failed):
        task = _task(state, path, TaskStatus.FAILED)
        task.retries_before = task.retry_count
        task.finished_at = None
        state.make_ready(task)
    state.failed.clear()


@_on(e.CancelRequested)
def _cancel_requested(state: RunState, event: e.CancelRequested, envelope: e.Envelope) -> None:
    state.canceling = True
    state.outbox.commands.extend(StopCall(call) for call in state.open_calls)


def _finish(state: RunState, status: RunStatus, envelope: e.Envelope) -> None:
    state.finished, state.finished_at = status, envelope.at
    for task in state.tasks.values():
        if not task.status.settled:
            task.finished_at = envelope.at
            state.set_status(task, TaskStatus.CANCELED)
    state.outbox.closed.extend(ClosedSuspension(id, "closed") for id in state.suspensions)
    state.closed_suspensions.update(state.suspensions)
    state.suspensions.clear()
    state.outbox.commands.extend(ClearTimer(timer, of) for timer, of in state.timers)
    for pending in (state.timers, state.attention, state.to_skip, state.unchecked, state.reconciling):
        pending.clear()


@_on(e.RunCompleted)
def _run_completed(state: RunState, event: e.RunCompleted, envelope: e.Envelope) -> None:
    state.output = event.output
    _finish(state, RunStatus.COMPLETED, envelope)


@_on(e.RunFailed)
def _run_failed(state: RunState, event: e.RunFailed, envelope: e.Envelope) -> None:
    state.error = event.error
    _finish(state, RunStatus.FAILED, envelope)


@_on(e.RunCanceled)
def _run_canceled(state: RunState, event: e.RunCanceled, envelope: e.Envelope) -> None:
    _finish(state, RunStatus.CANCELED, envelope)


# ── nodes ──


@_on(e.NodeEntered)
def _node_entered(state: RunState, event: e.NodeEntered, envelope: e.Envelope) -> None:
    task = _task(state, event.node, TaskStatus.READY)
    if event.attempt != task.attempt + 1:
        raise MalformedLog(f"attempt {event.attempt} of {event.node} follows {task.attempt}")
    task.attempt = event.attempt
    task.input = event.input
    task.entered_at = task.entered_at or envelope.at
    task.failure, task.completion, task.due = None, None, None
    state.set_status(task, TaskStatus.RUNNING)
    state.verified = True
    state.unchecked.clear()  # refusals are looked for among all ready nodes before any is entered
    if task.takes_turns:
        state.turn = task.path


def _leave(state: RunState, task: TaskState, status: TaskStatus, envelope: e.Envelope) -> None:
    task.finished_at = envelope.at
    task.completion, task.call, task.suspension, task.due = None, None, None, None
    state.attention.pop(task.path, None)
    state.to_skip.pop(task.path, None)
    if state.turn == task.path:
        state.turn = None
    state.set_status(task, status)


@_on(e.NodeExited)
def _node_exited(state: RunState, event: e.NodeExited, envelope: e.Envelope) -> None:
    task = _task(state, event.node, TaskStatus.RUNNING, TaskStatus.WAITING)
    task.output = event.output
    _leave(state, task, TaskStatus.COMPLETED, envelope)
    state.settle_edges(task)


@_on(e.NodeFailed)
def _node_failed(state: RunState, event: e.NodeFailed, envelope: e.Envelope) -> None:
    task = _task(state, event.node, TaskStatus.RUNNING, TaskStatus.WAITING)
    task.failure = event.error
    state.failed[task.path] = None
    _leave(state, task, TaskStatus.FAILED, envelope)


@_on(e.NodeRetried)
def _node_retried(state: RunState, event: e.NodeRetried, envelope: e.Envelope) -> None:
    task = _task(state, event.node, TaskStatus.RUNNING)
    if task.completion is not None:
        task.failure = task.completion.error
    task.retry_count += 1
    task.completion, task.call = None, None
    task.due = event.due
    state.attention.pop(task.path, None)
    state.set_status(task, TaskStatus.WAITING)
    _set_timer(state, "retry", task.path, event.due)


@_on(e.NodeSkipped)
def _node_skipped(state: RunState, event: e.NodeSkipped, envelope: e.Envelope) -> None:
    task = _task(state, event.node, TaskStatus.PENDING, TaskStatus.RUNNING, TaskStatus.WAITING)
    task.skip_reason = event.reason
    task.broken = event.reason != "no live path"
    _leave(state, task, TaskStatus.SKIPPED, envelope)
    state.settle_edges(task)


@_on(e.BranchTaken)
def _branch_taken(state: RunState, event: e.BranchTaken, envelope: e.Envelope) -> None:
    task = _task(state, event.node, TaskStatus.RUNNING)
    task.case = event.case
    state.touched.add(task.path)


# ── calls ──


@_on(e.ToolCallRequested)
def _tool_call_requested(state: RunState, event: e.ToolCallRequested, envelope: e.Envelope) -> None:
    task = _task(state, event.node, TaskStatus.RUNNING)
    node = task.node
    timeout = node.timeout_seconds if isinstance(node, ToolNode | AgentNode) else None
    call = MakeCall(
        call=event.call,
        node=event.node,
        tool=event.tool,
        input=event.input,
        effect=event.effect,
        idempotency_key=event.idempotency_key,
        timeout_seconds=timeout or state.topology.document.defaults.timeout_seconds,
    )
    task.call = event.call
    state.open_calls[event.call] = call
    state.outbox.commands.append(call)


@_on(e.ToolCallCompleted)
def _tool_call_completed(state: RunState, event: e.ToolCallCompleted, envelope: e.Envelope) -> None:
    call = state.open_calls.pop(event.call, None)
    if call is None:
        raise MalformedLog(f"call {event.call} is not in flight")
    task = _task(state, call.node, TaskStatus.RUNNING)
    task.completion = event
    state.attention[task.path] = None
    state.touched.add(task.path)


@_on(e.CallResolved)
def _call_resolved(state: RunState, event: e.CallResolved, envelope: e.Envelope) -> None:
    suspension = state.suspensions.get(state.reconciling.get(event.call, ""))
    if suspension is None or suspension.node is None:
        raise MalformedLog(f"call {event.call} does not wait for a word")
    suspension.verdict = Verdict("resolved", {"happened": event.happened, "output": event.output})
    state.attention[suspension.node] = None


# ── waiting ──


def _set_timer(state: RunState, timer: e.Timer, of: str, due: Any) -> None:
    state.timers[timer, of] = due
    state.outbox.commands.append(SetTimer(timer, of, due))


def _clear_timer(state: RunState, timer: e.Timer, of: str) -> None:
    if state.timers.pop((timer, of), None) is not None:
        state.outbox.commands.append(ClearTimer(timer, of))


@_on(e.TimerFired)
def _timer_fired(state: RunState, event: e.TimerFired, envelope: e.Envelope) -> None:
    if (event.timer, event.of) not in state.timers:
        raise MalformedLog(f"no {event.timer} timer runs for {event.of}")
    _clear_timer(state, event.timer, event.of)
    if event.timer == "retry":
        task = _task(state, event.of, TaskStatus.WAITING)
        task.due = None
        state.make_ready(task)
    elif event.timer == "sleep":
        state.attention[_task(state, event.of, TaskStatus.WAITING).path] = None
    elif event.timer == "deadline":
        _deadline_passed(state, state.suspensions[event.of])
    else:
        raise MalformedLog(f"this engine sets no {event.timer} timer")


def _deadline_passed(state: RunState, suspension: Suspension) -> None:
    node = state.tasks[suspension.node].node if suspension.node else None
    if suspension.verdict is not None or not isinstance(node, GateNode) or suspension.node is None:
        raise MalformedLog(f"the deadline of {suspension.id} decides nothing")
    if node.on_deadline == "reject":
        suspension.verdict = Verdict("expired", reason="The deadline passed.")
    else:
        suspension.verdict = Verdict("approved", node.on_deadline.submit)
    state.attention[suspension.node] = None


@_on(e.SleepStarted)
def _sleep_started(state: RunState, event: e.SleepStarted, envelope: e.Envelope) -> None:
    task = _task(state, event.node, TaskStatus.RUNNING)
    task.due = event.due
    state.set_status(task, TaskStatus.WAITING)
    _set_timer(state, "sleep", task.path, event.due)


@_on(e.SleepCompleted)
def _sleep_completed(state: RunState, event: e.SleepCompleted, envelope: e.Envelope) -> None:
    _task(state, event.node, TaskStatus.WAITING)


@_on(e.Suspended)
def _suspended(state: RunState, event: e.Suspended, envelope: e.Envelope) -> None:
    if event.suspension in state.suspensions or event.suspension in state.closed_suspensions:
        raise MalformedLog(f"suspension {event.suspension} opens twice")
    node = None
    if event.node is not None:
        task = _task(state, event.node, TaskStatus.RUNNING)
        node = task.node if event.cause == "gate" else None
        task.suspension, task.due = event.suspension, event.due
        if task.completion is not None:
            task.failure, task.completion = task.completion.error, None
        if event.cause == "reconcile" and task.call is not None:
            state.reconciling[task.call] = event.suspension
        state.attention.pop(task.path, None)
        state.set_status(task, TaskStatus.WAITING)
    state.suspensions[event.suspension] = Suspension(
        event.suspension, event.node, event.cause, required_approvals(node), event.due
    )
    state.outbox.opened.append(
        OpenedSuspension(
            event.suspension, event.node, event.cause, event.approval_schema, event.prompt, event.due
        )
    )
    if event.due is not None:
        _set_timer(state, "deadline", event.suspension, event.due)


@_on(e.DecisionRecorded)
def _decision_recorded(state: RunState, event: e.DecisionRecorded, envelope: e.Envelope) -> None:
    suspension = state.suspensions.get(event.suspension)
    if suspension is None or suspension.verdict is not None or suspension.node is None:
        raise MalformedLog(f"suspension {event.suspension} is not open")
    state.touched.add(suspension.node)
    voice = person(envelope.actor)
    if event.outcome == "withdraw":
        suspension.approvals.pop(voice, None)
    elif event.outcome == "reject":
        suspension.verdict = Verdict("rejected", reason=event.reason)
    else:
        suspension.approvals[voice] = event
        if len(suspension.approvals) >= suspension.required:
            fixed = suspension.fixed or event
            suspension.verdict = Verdict("approved", fixed.input, event.reason)
    if suspension.verdict is not None:
        state.attention[suspension.node] = None


@_on(e.Resumed)
def _resumed(state: RunState, event: e.Resumed, envelope: e.Envelope) -> None:
    suspension = state.suspensions.pop(event.suspension, None)
    if suspension is None or suspension.verdict is None:
        raise MalformedLog(f"suspension {event.suspension} has no verdict")
    state.closed_suspensions.add(suspension.id)
    state.outbox.closed.append(ClosedSuspension(suspension.id, suspension.verdict.outcome))
    _clear_timer(state, "deadline", suspension.id)
    if suspension.node is None:
        return
    task = _task(state, suspension.node, TaskStatus.WAITING)
    if task.call is not None:
        state.reconciling.pop(task.call, None)
    task.suspension, task.due = None, None
    state.attention.pop(task.path, None)
    state.set_status(task, TaskStatus.RUNNING)
    if suspension.cause in ("ask", "reconcile") and _goes_again(suspension.verdict.input):
        task.retries_before = task.retry_count
        state.make_ready(task)


def _goes_again(answer: Any) -> bool:
    """Whether a person's word sends the node into another attempt."""
    return isinstance(answer, dict) and (answer.get("action") == "retry" or answer.get("happened") is False)
