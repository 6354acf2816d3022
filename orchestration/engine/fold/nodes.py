"""Nodes: entered, left, failed, tried again, skipped."""

from __future__ import annotations

from orchestration.engine import events as e
from orchestration.engine.fold import holding
from orchestration.engine.fold.handlers import on, set_timer, task_at
from orchestration.engine.state import MalformedLog, RunState, TaskState
from orchestration.engine.status import TaskStatus


@on(e.NodeEntered)
def _node_entered(state: RunState, event: e.NodeEntered, envelope: e.Envelope) -> None:
    task = task_at(state, event.node, TaskStatus.READY)
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
    holding.entered(state, task)


def _leave(state: RunState, task: TaskState, status: TaskStatus, envelope: e.Envelope) -> None:
    task.finished_at = envelope.at
    task.completion, task.call, task.suspension, task.due = None, None, None, None
    state.attention.pop(task.path, None)
    state.to_skip.pop(task.path, None)
    if state.turn == task.path:
        state.turn = None
    state.set_status(task, status)
    if status is not TaskStatus.FAILED:
        holding.closed(state, task, envelope.at)


@on(e.NodeExited)
def _node_exited(state: RunState, event: e.NodeExited, envelope: e.Envelope) -> None:
    task = task_at(state, event.node, TaskStatus.RUNNING, TaskStatus.WAITING)
    task.output = event.output
    _leave(state, task, TaskStatus.COMPLETED, envelope)
    state.settle_edges(task)
    holding.noticed(state, task.walk)


@on(e.NodeFailed)
def _node_failed(state: RunState, event: e.NodeFailed, envelope: e.Envelope) -> None:
    task = task_at(state, event.node, TaskStatus.RUNNING, TaskStatus.WAITING)
    task.failure = event.error
    task.walk.failed[task.path] = None
    _leave(state, task, TaskStatus.FAILED, envelope)
    holding.noticed(state, task.walk)


@on(e.NodeRetried)
def _node_retried(state: RunState, event: e.NodeRetried, envelope: e.Envelope) -> None:
    task = task_at(state, event.node, TaskStatus.RUNNING)
    task.failure = task.completion.error if task.completion else holding.failure_inside(state, task)
    task.retry_count += 1
    task.completion, task.call = None, None
    task.due = event.due
    state.attention.pop(task.path, None)
    state.set_status(task, TaskStatus.WAITING)
    set_timer(state, "retry", task.path, event.due)


@on(e.NodeSkipped)
def _node_skipped(state: RunState, event: e.NodeSkipped, envelope: e.Envelope) -> None:
    task = task_at(state, event.node, TaskStatus.PENDING, TaskStatus.RUNNING, TaskStatus.WAITING)
    task.skip_reason = event.reason
    task.broken = event.reason != "no live path"
    _leave(state, task, TaskStatus.SKIPPED, envelope)
    state.settle_edges(task)
    holding.noticed(state, task.walk)


@on(e.BranchTaken)
def _branch_taken(state: RunState, event: e.BranchTaken, envelope: e.Envelope) -> None:
    task = task_at(state, event.node, TaskStatus.RUNNING)
    task.case = event.case
    state.touched.add(task.path)
