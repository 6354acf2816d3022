"""The only loop and the only writer of logs.

It takes one external event at a time, stamps it, folds it, lets `decide` run until it is quiet and
appends everything in one transaction. Only after the commit are watchers told and calls made.
Two drivers of one run are told apart by `(run, seq)`: the loser reloads and decides again.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from orchestration.engine.admission import Admitted, NotAdmitted, Submission, admit
from orchestration.engine.decide import decide
from orchestration.engine.errors import EngineError, RuntimeRefusal
from orchestration.engine.events import Actor, Envelope, Event, RunStarted, Timer
from orchestration.engine.fold import fold
from orchestration.engine.ports import (
    Choose,
    Clock,
    Dispatcher,
    EventLog,
    Judge,
    MakeCall,
    Notifier,
    Projection,
    RunAgent,
    RunSummary,
    SeqConflict,
    UnknownRun,
)
from orchestration.engine.state import MalformedLog, RunState
from orchestration.engine.talks import run_agent
from orchestration.graph.topology import Topology

CONFLICT_RETRIES = 20
KEPT_RUNS = 512

Outcome = Admitted | NotAdmitted | Exception


@dataclass(slots=True)
class Live:
    """A run in memory: its folded log, and the transient refusal that no log holds."""

    state: RunState
    refusal: EngineError | None = None


@dataclass(slots=True)
class Batch:
    outcomes: list[Outcome] = field(default_factory=list)
    envelopes: list[Envelope] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Pending:
    """What a run waits for, copied out: calls without a completion, agents at work, what models judge
    and choose, timers that run, and the calls in doubt with the suspension that asks about each.

    `held` says that nothing new may begin: the run is paused or over its budget.
    """

    seq: int
    calls: tuple[MakeCall, ...]
    judges: tuple[Judge, ...]
    agents: tuple[RunAgent, ...]
    choices: tuple[Choose, ...]
    timers: tuple[tuple[Timer, str, datetime], ...]
    in_doubt: dict[str, str]
    held: bool
    canceling: bool
    finished: bool


class Driver:
    """Drives runs over the given ports. Safe to share between threads; one writes at a time."""

    def __init__(self, log: EventLog, clock: Clock, dispatcher: Dispatcher, notifier: Notifier) -> None:
        self.log = log
        self.clock = clock
        self.dispatcher = dispatcher
        self.notifier = notifier
        self._lock = threading.Lock()
        self._kept: OrderedDict[int, Live] = OrderedDict()

    def start(self, create: Callable[[], int], event: RunStarted, actor: Actor | None) -> int:
        """Create the run's row and its first events together; when anything fails neither is kept.

        `create` inserts the row and gives its id. Raises what it raises, UnknownDocument, ValueError
        for an input that cannot be recorded.
        """
        with self._lock:
            with self.log.transaction():
                run = create()
                live = Live(RunState(Topology(self.log.document(event.graph_hash))))
                batch = Batch()
                self._record(live, run, event, actor, batch)
                projection = self._append(run, live, batch)
            self._keep(run, live)
        self._after_commit(run, live, projection)
        return run

    def submit(self, run: int, submissions: Sequence[Submission]) -> list[Outcome]:
        """Record what is admitted, in order; one outcome for each submission.

        An outcome is Admitted, NotAdmitted, or the exception that a guard raised. Raises UnknownRun,
        MalformedLog, and RuntimeRefusal(store) when other drivers kept winning.
        """
        for _ in range(CONFLICT_RETRIES):
            with self._lock:
                try:
                    with self.log.transaction():
                        live = self._load(run)
                        before = (live.state.seq, live.refusal)
                        batch = self._take(run, live, submissions)
                        if (live.state.seq, live.refusal) == before:
                            self._keep(run, live)
                            return batch.outcomes
                        projection = self._append(run, live, batch)
                    self._keep(run, live)
                except SeqConflict:
                    self._kept.pop(run, None)
                    continue
                except BaseException:
                    self._kept.pop(run, None)
                    raise
            self._after_commit(run, live, projection)
            return batch.outcomes
        raise RuntimeRefusal(
            cause="store",
            node=None,
            detail=f"Run {run} was written by others {CONFLICT_RETRIES} times in a row.",
        )

    def pending(self, run: int) -> Pending:
        """What this run waits for now. Raises UnknownRun, MalformedLog."""
        with self._lock:
            live = self._load(run)
            self._keep(run, live)
            state = live.state
            return Pending(
                seq=state.seq,
                calls=tuple(state.open_calls.values()),
                judges=tuple(state.judging.values()),
                agents=tuple(run_agent(state, state.tasks[path]) for path in state.working),
                choices=tuple(state.choosing.values()),
                timers=tuple((timer, of, due) for (timer, of), due in state.timers.items()),
                in_doubt=dict(state.reconciling),
                held=state.paused or state.over_budget is not None,
                canceling=state.canceling,
                finished=state.finished is not None,
            )

    def state(self, run: int) -> RunState:
        """The folded log itself, for tests and single-threaded tools: it changes with the next submission."""
        with self._lock:
            live = self._load(run)
            self._keep(run, live)
            return live.state

    # ── inside the transaction ──

    def _load(self, run: int) -> Live:
        live = self._kept.get(run)
        if live is None:
            envelopes = self.log.read(run)
            if not envelopes or not isinstance(envelopes[0].payload, RunStarted):
                raise UnknownRun(run)
            live = Live(RunState(Topology(self.log.document(envelopes[0].payload.graph_hash))))
        else:
            envelopes = self.log.read(run, live.state.seq)
        if envelopes:
            for envelope in envelopes:
                fold(live.state, envelope)
            live.state.drain()
            live.state.touched.clear()
            live.refusal = decide(live.state).refusal
        return live

    def _take(self, run: int, live: Live, submissions: Sequence[Submission]) -> Batch:
        batch = Batch()
        for submission in submissions:
            refused = self._refused(live, submission)
            if refused is not None:
                batch.outcomes.append(refused)
                continue
            batch.outcomes.append(Admitted(live.state.seq + 1))
            self._record(live, run, submission.event, submission.actor, batch)
        return batch

    def _refused(self, live: Live, submission: Submission) -> Exception | None:
        """Why the submission is not recorded: the run's own reason, else whatever its guard raises."""
        try:
            admit(live.state, submission, stalled=live.refusal is not None)
        except NotAdmitted as refused:
            return refused
        try:
            if submission.guard is not None:
                submission.guard()
        except Exception as error:
            return error
        return None

    def _record(self, live: Live, run: int, event: Event, actor: Actor | None, batch: Batch) -> None:
        at = self.clock.now()

        def append(payload: Event, actor: Actor | None = None) -> None:
            envelope = Envelope.model_construct(
                run=run, seq=live.state.seq + 1, payload=payload, at=at, actor=actor
            )
            fold(live.state, envelope)
            batch.envelopes.append(envelope)

        append(event, actor)
        live.refusal = settle(live.state, append)

    def _append(self, run: int, live: Live, batch: Batch) -> Projection:
        outbox = live.state.drain()
        live.state.touched.clear()
        projection = Projection(
            summary=summarize(live.state, live.refusal),
            opened=outbox.opened,
            closed=outbox.closed,
            commands=outbox.commands,
        )
        self.log.append(run, batch.envelopes, projection)
        return projection

    # ── after it ──

    def _after_commit(self, run: int, live: Live, projection: Projection) -> None:
        self.notifier.notify(run, projection.summary.seq)
        if projection.commands:
            self.dispatcher.dispatch(run, projection.commands)

    def _keep(self, run: int, live: Live) -> None:
        self._kept.pop(run, None)
        if live.state.finished is None:
            self._kept[run] = live
        while len(self._kept) > KEPT_RUNS:
            self._kept.popitem(last=False)


def settle(state: RunState, append: Callable[[Event], Any]) -> EngineError | None:
    """Let `decide` run until it is quiet; give the transient refusal it ended with, if any."""
    while True:
        step = decide(state)
        if not step.events:
            return step.refusal
        for event in step.events:
            append(event)


def summarize(state: RunState, refusal: EngineError | None) -> RunSummary:
    """The run's row as the folded log and the refusal say it."""
    shown: dict[str, Any] | None = state.error
    if refusal is not None:
        shown = {
            "code": refusal.code,
            "message": refusal.message,
            "permanent": refusal.permanent,
            "node": refusal.node,
            "failure": _failure_behind(state, refusal),
        }
    elif shown is not None:
        shown = {**shown, "permanent": True}
    return RunSummary(
        status=state.status(stalled=refusal is not None),
        seq=state.seq,
        waiting=len(state.suspensions),
        counts={status.value: count for status, count in state.counts.items() if count},
        refusal=shown,
        output=state.output,
        started_at=state.started_at,
        finished_at=state.finished_at,
    )


def _failure_behind(state: RunState, refusal: EngineError) -> str | None:
    """The code of the failure that the refusal reports, if it is a node's."""
    task = state.tasks.get(refusal.node or "")
    return task.failure.code if task is not None and task.failure is not None else None


__all__ = ["Driver", "MalformedLog", "Outcome", "settle", "summarize"]
