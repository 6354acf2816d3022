"""Teams, maps and folds: the walks inside them, opened, joined, taken up again and closed."""

from __future__ import annotations

from datetime import datetime

from orchestration.engine import events as e
from orchestration.engine.fold.handlers import clear_timer, on, task_at
from orchestration.engine.outcomes import outcome
from orchestration.engine.ports import ClosedSuspension
from orchestration.engine.state import Held, MalformedLog, RunState, TaskState
from orchestration.engine.status import TaskStatus
from orchestration.engine.walks import Walk, body_walk, team_walk
from orchestration.graph.nodes import HOLDING_KINDS, FoldNode, MapNode, TeamNode

# What a single node may wait for; deadlines are of suspensions.
WAITING_TIMERS: tuple[e.Timer, ...] = ("sleep", "retry")


def holding(state: RunState, path: str) -> tuple[TaskState, Held]:
    task = task_at(state, path, TaskStatus.RUNNING)
    if task.held is None:
        raise MalformedLog(f"{path} holds no walks")
    return task, task.held


# ── beginning ───────────────────────────────────────────────────────────────────────────────


def entered(state: RunState, task: TaskState) -> None:
    """A node that holds others begins what it holds, or takes up again what failed or never ran."""
    if task.node.kind not in HOLDING_KINDS:
        return
    if task.held is not None:
        _take_up(state, task, task.held)
        return
    task.held = Held()
    if isinstance(task.node, TeamNode):
        _open(state, task.held, team_walk(task, task.input))
    elif isinstance(task.node, FoldNode):
        _open_pass(state, task, task.input)


def _open(state: RunState, held: Held, walk: Walk) -> None:
    held.walks.append(walk)
    held.active += 1
    state.open(walk)
    noticed(state, walk)


def _open_pass(state: RunState, task: TaskState, value: object) -> None:
    assert task.held is not None
    body = state.topology.body_node(task.node.id)
    _open(state, task.held, body_walk(task, body, len(task.held.walks), value))


def _open_items(state: RunState, task: TaskState, held: Held) -> None:
    """As many more items as `concurrency` allows. A lost one ends the map: no other begins."""
    assert isinstance(task.node, MapNode)
    body, most = state.topology.body_node(task.node.id), task.node.concurrency or len(held.inputs)
    while held.active < most and len(held.walks) < len(held.inputs) and not held.lost:
        index = len(held.walks)
        _open(state, held, body_walk(task, body, index, held.inputs[index]))


@on(e.MapFannedOut)
def _map_fanned_out(state: RunState, event: e.MapFannedOut, envelope: e.Envelope) -> None:
    task, held = holding(state, event.node)
    if not isinstance(task.input, list) or len(task.input) != event.count or held.walks:
        raise MalformedLog(f"{event.node} does not fan out into {event.count}")
    held.inputs = task.input
    _open_items(state, task, held)


# ── going on ────────────────────────────────────────────────────────────────────────────────


def noticed(state: RunState, walk: Walk) -> None:
    """Tell the owners of this walk and of those around it, as far as they are over."""
    at: Walk | None = walk
    while at is not None and at.owner is not None:
        _arrived(state, at, at.owner)
        at = at.owner.walk


def _arrived(state: RunState, walk: Walk, owner: TaskState) -> None:
    held = owner.held
    if held is None or walk.joined or not walk.over or owner.status is not TaskStatus.RUNNING:
        return
    index = walk.index or 0
    if walk.failed and isinstance(owner.node, MapNode) and owner.node.on_item_error == "fail":
        if index not in held.lost:
            held.lost[index] = None
            held.active -= 1
    else:
        held.arrived[index] = None
    if held.arrived or not held.active:
        state.attention[owner.path] = None


def _joined(state: RunState, task: TaskState, held: Held, index: int, at: datetime) -> Walk:
    if index not in held.arrived:
        raise MalformedLog(f"{task.path}[{index}] is not over")
    del held.arrived[index]
    walk = held.walks[index]
    walk.joined = True
    held.active -= 1
    held.outputs[index] = None if walk.failed else outcome(state, walk)
    _close(state, walk, at)
    state.touched.add(task.path)
    return walk


@on(e.MapItemJoined)
def _map_item_joined(state: RunState, event: e.MapItemJoined, envelope: e.Envelope) -> None:
    task, held = holding(state, event.node)
    _joined(state, task, held, event.index, envelope.at)
    _open_items(state, task, held)
    if not held.arrived and held.active:
        state.attention.pop(task.path, None)


@on(e.FoldPassJoined)
def _fold_pass_joined(state: RunState, event: e.FoldPassJoined, envelope: e.Envelope) -> None:
    task, held = holding(state, event.node)
    assert isinstance(task.node, FoldNode)
    _joined(state, task, held, event.index, envelope.at)
    held.stopped = event.stopped
    if event.stopped or event.index + 1 >= task.node.max_iterations:
        state.attention[task.path] = None  # what it converged to comes next
        return
    state.attention.pop(task.path, None)
    _open_pass(state, task, held.outputs[event.index])


@on(e.FoldConverged)
def _fold_converged(state: RunState, event: e.FoldConverged, envelope: e.Envelope) -> None:
    _, held = holding(state, event.node)
    if held.active or (event.winner is not None and event.winner not in held.outputs):
        raise MalformedLog(f"{event.node} cannot have converged")


# ── again ───────────────────────────────────────────────────────────────────────────────────


def _take_up(state: RunState, task: TaskState, held: Held) -> None:
    held.arrived.clear()
    held.active += len(held.lost)
    held.lost.clear()
    for walk in held.walks:
        if not walk.joined:
            _resume(state, walk)
    if isinstance(task.node, MapNode):
        _open_items(state, task, held)


def _resume(state: RunState, walk: Walk) -> None:
    """What failed may run again, and what was held back meanwhile takes its place in the queues."""
    failed = list(walk.failed)
    walk.failed.clear()
    for path in failed:
        state.tasks[path].finished_at = None
        state.make_ready(state.tasks[path])
    queue_again(state, walk)


def queue_again(state: RunState, walk: Walk) -> None:
    for path in walk.paths:
        task = state.tasks[path]
        if task.status is TaskStatus.READY:
            state.make_ready(task)
        elif task.held is not None and task.status is TaskStatus.RUNNING:
            for inner in task.held.walks:
                if not inner.joined:
                    queue_again(state, inner)
    noticed(state, walk)


def unfailed(state: RunState, task: TaskState) -> None:
    """It no longer stops its walk: the walk goes on, unless something else stops it or what is around it."""
    walk = task.walk
    if task.path not in walk.failed:
        return
    del walk.failed[task.path]
    held = walk.owner.held if walk.owner is not None else None
    if held is not None and not walk.failed and held.lost.pop(walk.index or 0, task) is None:
        held.active += 1
    if not walk.draining:
        queue_again(state, walk)


def forgive(state: RunState, task: TaskState) -> None:
    """An operator sends it on: its tries, and those of what failed inside, are counted from here."""
    task.retries_before, task.reruns_before = task.retry_count, task.predicate_rerun_count
    for walk in task.held.walks if task.held else ():
        for path in walk.failed:
            forgive(state, state.tasks[path])


# ── leaving ─────────────────────────────────────────────────────────────────────────────────


def left(state: RunState, task: TaskState, status: TaskStatus, at: datetime) -> None:
    """A node has ended, this way or that."""
    _let_go(state, task)
    task.finished_at, task.completion, task.call = at, None, None
    state.set_status(task, status)
    if status is not TaskStatus.FAILED:
        closed(state, task, at)


def completed(state: RunState, task: TaskState, at: datetime) -> None:
    left(state, task, TaskStatus.COMPLETED, at)
    state.settle_edges(task)
    noticed(state, task.walk)


def closed(state: RunState, task: TaskState, at: datetime) -> None:
    """What is still open inside a node that has ended ends with it."""
    for walk in task.held.walks if task.held else ():
        if not walk.joined:
            _close(state, walk, at)


def _close(state: RunState, walk: Walk, at: datetime) -> None:
    for path in walk.paths:
        task = state.tasks[path]
        closed(state, task, at)
        if task.status.settled:
            continue
        _let_go(state, task)
        task.finished_at = at
        state.set_status(task, TaskStatus.CANCELED)


def _let_go(state: RunState, task: TaskState) -> None:
    """Whatever it waited for, it waits no more: questions close, timers stop, the turn is free."""
    if task.suspension is not None and state.suspensions.pop(task.suspension, None) is not None:
        state.closed_suspensions.add(task.suspension)
        state.outbox.closed.append(ClosedSuspension(task.suspension, "closed"))
        clear_timer(state, "deadline", task.suspension)
    if task.call is not None:
        state.reconciling.pop(task.call, None)
    for timer in WAITING_TIMERS:
        clear_timer(state, timer, task.path)
    for waiting in (state.attention, state.to_skip, state.unchecked, state.to_begin):
        waiting.pop(task.path, None)
    if state.turn == task.path:
        state.turn = None
    task.suspension, task.due = None, None
