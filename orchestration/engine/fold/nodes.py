"""Nodes: entered, left, failed, tried again, skipped."""

from __future__ import annotations

from orchestration.engine import events as e
from orchestration.engine.failures import attempt_failure
from orchestration.engine.fold import agents, holding, judging
from orchestration.engine.fold.handlers import on, set_timer, task_at
from orchestration.engine.state import MalformedLog, RunState, TaskState
from orchestration.engine.status import TaskStatus
from orchestration.engine.talks import Talk
from orchestration.graph.nodes import AgentNode


@on(e.NodeEntered)
def _node_entered(state: RunState, event: e.NodeEntered, envelope: e.Envelope) -> None:
    task = task_at(state, event.node, TaskStatus.READY)
    if event.attempt != task.attempt + 1:
        raise MalformedLog(f"attempt {event.attempt} of {event.node} follows {task.attempt}")
    task.attempt = event.attempt
    task.input = event.input
    task.entered_at = task.entered_at or envelope.at
    agents.entered(state, task, task.failure)
    task.failure, task.completion, task.due, task.by_hand = None, None, None, False
    task.predicate_outcome = None
    state.set_status(task, TaskStatus.RUNNING)
    state.verified = True
    state.unchecked.clear()  # refusals are looked for among all ready nodes before any is entered
    if task.takes_turns:
        state.turn = task.path
    holding.entered(state, task)


@on(e.NodeExited)
def _node_exited(state: RunState, event: e.NodeExited, envelope: e.Envelope) -> None:
    task = task_at(state, event.node, TaskStatus.RUNNING, TaskStatus.WAITING)
    task.output = event.output
    if not judging.judge(state, task):
        holding.completed(state, task, envelope.at)


@on(e.NodeFailed)
def _node_failed(state: RunState, event: e.NodeFailed, envelope: e.Envelope) -> None:
    task = task_at(state, event.node, TaskStatus.RUNNING, TaskStatus.WAITING)
    task.failure = event.error
    task.walk.failed[task.path] = None
    holding.left(state, task, TaskStatus.FAILED, envelope.at)
    holding.noticed(state, task.walk)


@on(e.NodeRetried)
def _node_retried(state: RunState, event: e.NodeRetried, envelope: e.Envelope) -> None:
    task = task_at(state, event.node, TaskStatus.RUNNING)
    if task.predicate_outcome is not None:
        _judged_again(state, task, event)
        return
    task.failure = attempt_failure(state, task)
    # Cut off for another's sake is no try of its own.
    task.retry_count += task.failure is None or task.failure.code != "interrupted"
    task.completion, task.call = None, None
    task.due = event.due
    state.attention.pop(task.path, None)
    state.set_status(task, TaskStatus.WAITING)
    set_timer(state, "retry", task.path, event.due)


def _judged_again(state: RunState, task: TaskState, event: e.NodeRetried) -> None:
    """Its output was not good enough: it runs anew, at once."""
    task.predicate_rerun_count += 1
    task.predicate_outcome, task.output, task.completion, task.call = None, None, None, None
    task.talk = Talk(reason=event.reason) if isinstance(task.node, AgentNode) else None
    state.attention.pop(task.path, None)
    state.make_ready(task)


@on(e.NodeSkipped)
def _node_skipped(state: RunState, event: e.NodeSkipped, envelope: e.Envelope) -> None:
    task = task_at(state, event.node)
    if task.status.settled and task.status is not TaskStatus.FAILED:
        raise MalformedLog(f"{event.node} is {task.status}, so it cannot be skipped")
    task.skip_reason = event.reason
    task.broken = event.reason != "no live path"
    holding.left(state, task, TaskStatus.SKIPPED, envelope.at)
    state.settle_edges(task)
    holding.unfailed(state, task)
    holding.noticed(state, task.walk)


@on(e.BranchTaken)
def _branch_taken(state: RunState, event: e.BranchTaken, envelope: e.Envelope) -> None:
    task = task_at(state, event.node, TaskStatus.RUNNING)
    task.case = event.case
    state.touched.add(task.path)
