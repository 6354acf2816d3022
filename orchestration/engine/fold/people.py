"""What people ask of one node: to try it again, or to go on without it."""

from __future__ import annotations

from orchestration.engine import events as e
from orchestration.engine.fold import holding
from orchestration.engine.fold.handlers import on, task_at
from orchestration.engine.state import MalformedLog, RunState, TaskState
from orchestration.engine.status import EdgeState, TaskStatus


@on(e.NodeRetryRequested)
def _retry_requested(state: RunState, event: e.NodeRetryRequested, envelope: e.Envelope) -> None:
    task = state.outermost_failed(task_at(state, event.node, TaskStatus.FAILED, TaskStatus.SKIPPED))
    if task.status is TaskStatus.SKIPPED and not task.skipped_itself:
        raise MalformedLog(f"{event.node} was skipped for another's sake")
    was_skipped = task.status is TaskStatus.SKIPPED
    task.finished_at, task.skip_reason, task.broken = None, None, False
    holding.forgive(state, task)
    state.make_ready(task)
    if was_skipped:
        _wait_again(state, task)
    holding.unfailed(state, task)


def _wait_again(state: RunState, source: TaskState) -> None:
    """What was skipped for the sake of `source` and never entered waits for it once more."""
    prefix, seen, found = source.walk.prefix, {source.path}, [source]
    for task in found:
        for edge in state.topology.outgoing[task.node.id]:
            target = state.tasks.get(prefix + edge.target)
            if target is None or target.path in seen:
                continue
            if target.status is TaskStatus.SKIPPED and not target.skipped_itself and not target.attempt:
                target.finished_at, target.skip_reason, target.broken = None, None, False
                state.set_status(target, TaskStatus.PENDING)
            if target.status is TaskStatus.PENDING:
                seen.add(target.path)
                found.append(target)
    for target in found[1:]:
        _look_again(state, target)


def _look_again(state: RunState, task: TaskState) -> None:
    edges = state.topology.incoming[task.node.id]
    states = [state.edge_state(edge, task.walk.prefix) for edge in edges]
    task.undecided = states.count(EdgeState.UNDECIDED)
    task.live = states.count(EdgeState.LIVE)
    state.to_skip.pop(task.path, None)
    if EdgeState.BROKEN in states:
        state.to_skip[task.path] = "upstream failed"
    elif task.undecided == 0:
        state.to_skip[task.path] = "no live path"


@on(e.NodeSkipRequested)
def _skip_requested(state: RunState, event: e.NodeSkipRequested, envelope: e.Envelope) -> None:
    task = task_at(state, event.node)
    if task.status in (TaskStatus.COMPLETED, TaskStatus.SKIPPED, TaskStatus.CANCELED):
        raise MalformedLog(f"{event.node} is {task.status}, so it cannot be skipped")
    state.to_skip[task.path] = f"by a person: {event.reason}" if event.reason else "by a person"
