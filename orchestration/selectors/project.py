"""A run's log, folded and turned into views: the one projection behind pages, API and sockets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from orchestration.engine.drive import summarize
from orchestration.engine.events import Envelope, RunStarted
from orchestration.engine.fold import fold
from orchestration.engine.state import RunState, TaskState
from orchestration.engine.status import EdgeState, TaskStatus
from orchestration.engine.talks import SIMULATED, model_of
from orchestration.engine.walks import Walk
from orchestration.eventlog import DjangoEventLog, topology_of
from orchestration.models import Approval, Run
from orchestration.selectors.detail import node_detail
from orchestration.selectors.headers import header
from orchestration.selectors.previews import preview
from orchestration.selectors.repeats import repeats
from orchestration.selectors.sentences import event_view
from orchestration.selectors.spending import spent_view
from orchestration.selectors.titles import Titles
from orchestration.selectors.views import (
    DependencyView,
    EventView,
    NodeDetail,
    NodeView,
    ParkedView,
    ProblemView,
    RunSnapshot,
    RunView,
)
from orchestration.selectors.words import failure_view, node_text


class RunProjection:
    """One run as far as it was told of it. Feed it the log in order; ask for views at any time.

    Belongs to one thread at a time. `row` comes with its graph, revision and starter joined
    (`Run.objects.with_context()`).
    """

    def __init__(self, row: Run) -> None:
        self.row = row
        self.topology = topology_of(row.revision.graph_hash)
        self.state = RunState(self.topology)
        self.titles = Titles(self.topology)
        self._suspended: dict[str, str | None] = {}
        self._approvals: dict[str, int] = {}

    @property
    def seq(self) -> int:
        """The last event that was folded; -1 before the first."""
        return self.state.seq

    # ── going on ──

    def advance(self, envelopes: Iterable[Envelope]) -> set[str]:
        """Fold what comes next; gives the paths of the nodes whose view changed. Raises MalformedLog."""
        for envelope in envelopes:
            suspension = getattr(envelope.payload, "suspension", None)
            if suspension is not None and envelope.kind == "Suspended":
                self._suspended[suspension] = getattr(envelope.payload, "node", None)
            fold(self.state, envelope)
            if isinstance(envelope.payload, RunStarted):
                self.state.touched.update(self.topology.nodes)
        self.state.drain()
        changed = set(self.state.touched)
        self.state.touched.clear()
        for path in list(changed):
            # A settled node also decides the edges of those that need it.
            task = self.state.tasks.get(path)
            if task is not None and task.status.settled:
                prefix = task.walk.prefix
                changed.update(prefix + edge.target for edge in self.topology.outgoing[task.node.id])
        return changed

    def catch_up(self) -> tuple[list[Envelope], set[str]]:
        """Read the row and the rest of the log: the new events, and the paths of the changed nodes."""
        row = Run.objects.with_context().get(pk=self.row.pk)
        envelopes = DjangoEventLog().read(row.pk, self.seq)
        self.row = row
        return envelopes, self.advance(envelopes)

    # ── views ──

    def run_view(self) -> RunView:
        summary = summarize(self.state, None)
        if self.row.seq == self.seq and self.row.status == Run.Status.STALLED:
            # Only the row knows of a stall: nothing is appended for it.
            summary = replace(summary, status=self.row.status, refusal=self.row.refusal)
        return header(
            self.row,
            summary,
            canceling=self.state.canceling,
            spent=spent_view(self.state),
            budget_approval=self._approval(self.state.over_budget) if self.state.over_budget else None,
        )

    def snapshot(self) -> RunSnapshot:
        inside = [path for path in self.state.tasks if path not in self.topology.nodes]
        nodes = [self.node_view(path) for path in (*self.topology.nodes, *inside)]
        return RunSnapshot(seq=self.seq, run=self.run_view(), nodes=nodes)

    def node_view(self, path: str) -> NodeView:
        """One node. Raises KeyError for a path that this graph does not have."""
        task = self.state.tasks.get(path) or self._not_begun(path)
        parked = self._parked(task)
        return NodeView(
            id=path,
            node=task.node.id,
            title=self.titles.of(path),
            kind=task.node.kind,
            index=task.index,
            team=self.topology.owner[task.node.id],
            status=task.status,
            status_text=node_text(task, parked),
            attempt=task.attempt,
            retry_count=task.retry_count,
            predicate_rerun_count=task.predicate_rerun_count,
            predicate_outcome=task.predicate_outcome,
            assigned_agent=task.assigned_agent,
            model=model_of(self.state, task),
            simulated=model_of(self.state, task) == SIMULATED,
            entered_at=task.entered_at,
            finished_at=task.finished_at,
            result=preview(task.output) if task.status is TaskStatus.COMPLETED else None,
            problem=self._problem(task),
            parked=parked,
            case=task.case,
            skip_reason=task.skip_reason,
            items=repeats(task),
            depends_on=self._dependencies(task),
        )

    def node_detail(self, path: str, envelopes: Iterable[Envelope] | None = None) -> NodeDetail:
        """The node's panel. Reads the log when it is not handed over. Raises KeyError."""
        view = self.node_view(path)
        log = DjangoEventLog().read(self.row.pk) if envelopes is None else envelopes
        events = [item for item in map(self.event_view, self._upto(log)) if item.node == path]
        task = self.state.tasks.get(path) or self._not_begun(path)
        return node_detail(view, task, self.topology.document.defaults, events)

    def event_view(self, envelope: Envelope) -> EventView:
        """One event in words; events that were not folded yet may lack their node."""
        return event_view(envelope, self.titles, self._suspended.get)

    # ── parts ──

    def _upto(self, envelopes: Iterable[Envelope]) -> Iterable[Envelope]:
        return (envelope for envelope in envelopes if envelope.seq <= self.seq)

    def _not_begun(self, path: str) -> TaskState:
        """Nodes inside a team or a body have no state until their owner is entered."""
        node, undecided = self.topology.nodes[path], len(self.topology.incoming[path])
        return TaskState(path, node, self.topology.index[path], undecided, Walk(self.topology.owner[path]))

    def _dependencies(self, task: TaskState) -> list[DependencyView]:
        prefix, begun = task.walk.prefix, task.path in self.state.tasks
        return [
            DependencyView(
                node=prefix + edge.source,
                case=edge.case,
                state=self.state.edge_state(edge, prefix) if begun else EdgeState.UNDECIDED,
            )
            for edge in self.topology.incoming[task.node.id]
        ]

    def _problem(self, task: TaskState) -> ProblemView | None:
        if task.failure is None or task.status is TaskStatus.COMPLETED:
            return None
        return failure_view(task.failure, task.path)

    def _parked(self, task: TaskState) -> ParkedView | None:
        if task.status is not TaskStatus.WAITING:
            return None
        suspension = self.state.suspensions.get(task.suspension or "")
        if suspension is None:
            cause = "retry" if ("retry", task.path) in self.state.timers else "sleep"
            return ParkedView(cause=cause, due=task.due)
        return ParkedView(
            cause=suspension.cause,
            approval=self._approval(suspension.id),
            suspension=suspension.id,
            due=suspension.due,
            approvals=len(suspension.approvals),
            required=suspension.required,
        )

    def _approval(self, suspension: str) -> int | None:
        if suspension not in self._approvals:
            rows = Approval.objects.filter(run_id=self.row.pk).values_list("suspension", "pk")
            self._approvals = dict(rows)
        return self._approvals.get(suspension)
