"""The run as a whole: its beginning, pauses, retries and its end."""

from __future__ import annotations

from orchestration.engine import events as e
from orchestration.engine.fold import agents, holding
from orchestration.engine.fold.handlers import on, task_at
from orchestration.engine.ports import ClearTimer, ClosedSuspension
from orchestration.engine.state import RunState
from orchestration.engine.status import RunStatus, TaskStatus


@on(e.RunStarted)
def _run_started(state: RunState, event: e.RunStarted, envelope: e.Envelope) -> None:
    state.started_at = envelope.at
    state.key, state.engine = event.key, event.engine
    state.input, state.labels = event.input, event.labels
    state.bindings, state.policy = event.bindings, event.policy
    state.root.value = event.input
    state.open(state.root)


@on(e.RunPaused)
def _run_paused(state: RunState, event: e.RunPaused, envelope: e.Envelope) -> None:
    state.paused = True


@on(e.RunContinued)
def _run_continued(state: RunState, event: e.RunContinued, envelope: e.Envelope) -> None:
    state.paused = False
    # A process that started while the run was paused made none of the calls it found in flight.
    # Whoever has made one already knows it by its id.
    agents.carry_on(state)


@on(e.RunRetried)
def _run_retried(state: RunState, event: e.RunRetried, envelope: e.Envelope) -> None:
    state.bindings = event.bindings
    for path in list(state.failed):
        task = task_at(state, path, TaskStatus.FAILED)
        holding.forgive(state, task)
        task.finished_at = None
        state.make_ready(task)
    state.failed.clear()


@on(e.CancelRequested)
def _cancel_requested(state: RunState, event: e.CancelRequested, envelope: e.Envelope) -> None:
    state.canceling = True
    agents.stop(state)


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
    for under_way in (state.to_begin, state.working, state.choosing, state.judging, state.asking):
        under_way.clear()


@on(e.RunCompleted)
def _run_completed(state: RunState, event: e.RunCompleted, envelope: e.Envelope) -> None:
    state.output = event.output
    _finish(state, RunStatus.COMPLETED, envelope)


@on(e.RunFailed)
def _run_failed(state: RunState, event: e.RunFailed, envelope: e.Envelope) -> None:
    state.error = event.error
    _finish(state, RunStatus.FAILED, envelope)


@on(e.RunCanceled)
def _run_canceled(state: RunState, event: e.RunCanceled, envelope: e.Envelope) -> None:
    _finish(state, RunStatus.CANCELED, envelope)
