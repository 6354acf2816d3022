"""What a log means so far: one mutable object per drive, changed by `fold` alone.

Everything that `decide` needs next (what is ready, what waits for attention, how many calls are in
flight) is kept up to date event by event, so nothing ever scans all nodes. The object is private to
its owner: a driver, a replay or a projection each fold their own.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from orchestration.engine.budgets import Spent
from orchestration.engine.events import (
    Actor,
    AgentAssigned,
    AgentToolCallRequested,
    Bindings,
    Cause,
    Completion,
    DecisionRecorded,
    Failure,
    ModelCallRequested,
    Policy,
    Timer,
)
from orchestration.engine.ports import (
    Choose,
    ClosedSuspension,
    Command,
    Judge,
    MakeCall,
    OpenedSuspension,
)
from orchestration.engine.status import EdgeState, RunStatus, TaskStatus
from orchestration.engine.talks import Talk
from orchestration.engine.walks import Walk
from orchestration.graph.nodes import AgentNode, BranchNode, GateNode, Node, ToolNode
from orchestration.graph.topology import Edge, Topology

# Why a node is skipped that did nothing wrong itself.
DERIVED = ("upstream failed", "no live path")


class MalformedLog(Exception):
    """The log holds an event that cannot follow from those before it."""


@dataclass(slots=True)
class Held:
    """What a team, map or fold has walked. A team has one walk, under 0.

    `inputs` are a map's items; `outputs` is by index, of items and passes that have joined. `arrived`
    holds the walks that are over and wait to be joined, `lost` the failed ones that end a map, `active`
    counts those that are neither joined nor lost. `stopped`: a fold's condition was true.
    """

    inputs: list[Any] = field(default_factory=list)
    outputs: dict[int, Any] = field(default_factory=dict)
    walks: list[Walk] = field(default_factory=list)
    arrived: dict[int, None] = field(default_factory=dict)
    lost: dict[int, None] = field(default_factory=dict)
    active: int = 0
    stopped: bool = False


@dataclass(slots=True)
class TaskState:
    """One node in a run: in a body, of one item or pass. `order` is its place among all that are walked.

    `retries_before` and `reruns_before` are the counts when an operator last retried. `held` is what a
    team, map or fold keeps of what it walks, `talk` what an agent has said so far. `by_hand`: a person gave
    the output, so nothing judges it. `approved`: people let somebody work in this role.
    """

    path: str
    node: Node
    index: int
    undecided: int
    walk: Walk
    order: tuple[int, ...] = ()
    status: TaskStatus = TaskStatus.PENDING
    live: int = 0
    attempt: int = 0
    retry_count: int = 0
    retries_before: int = 0
    predicate_rerun_count: int = 0
    reruns_before: int = 0
    predicate_outcome: dict[str, Any] | None = None
    assigned_agent: str | None = None
    assigned: AgentAssigned | None = None
    talk: Talk | None = None
    approved: bool = False
    input: Any = None
    output: Any = None
    entered_at: datetime | None = None
    finished_at: datetime | None = None
    failure: Failure | None = None
    call: str | None = None
    completion: Completion | None = None
    suspension: str | None = None
    by_hand: bool = False
    due: datetime | None = None
    case: str | None = None
    skip_reason: str | None = None
    broken: bool = False
    ticket: int = 0
    held: Held | None = None

    @property
    def needs_slot(self) -> bool:
        """Agent and tool work and what a model decides count against `max_parallel`; all else is free."""
        if isinstance(self.node, BranchNode):
            return self.node.decided_by_model
        return isinstance(self.node, AgentNode | ToolNode)

    @property
    def skipped_itself(self) -> bool:
        """For its own failure or by a person, not because of what it depends on."""
        return self.status is TaskStatus.SKIPPED and self.skip_reason not in DERIVED

    @property
    def takes_turns(self) -> bool:
        return isinstance(self.node, AgentNode | ToolNode) and self.node.execution_mode == "sequential"


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a suspension ends: `outcome` is approved, rejected, expired or resolved."""

    outcome: str
    input: Any = None
    reason: str = ""


@dataclass(slots=True)
class Suspension:
    """An open question. Approvals are kept by person; the first one fixes the input."""

    id: str
    node: str | None
    cause: Cause
    required: int
    due: datetime | None
    approvals: dict[tuple[int | None, str], DecisionRecorded] = field(default_factory=dict)
    verdict: Verdict | None = None

    @property
    def fixed(self) -> DecisionRecorded | None:
        """The approval whose input the others confirm."""
        return next(iter(self.approvals.values()), None)


def person(actor: Actor | None) -> tuple[int | None, str]:
    """Who counts as one voice: the user's key, or the name where there is no user."""
    if actor is None:
        return (None, "")
    return (actor.id, "" if actor.id is not None else actor.name)


@dataclass(slots=True)
class Outbox:
    """What the events folded since the last `drain` ask of the world."""

    opened: list[OpenedSuspension] = field(default_factory=list)
    closed: list[ClosedSuspension] = field(default_factory=list)
    commands: list[Command] = field(default_factory=list)


# Ready nodes in document order: (order, path, ticket). An entry whose ticket is not its node's latest is
# left over from an earlier time that the node was ready, maybe in another queue, and counts for nothing.
Queue = list[tuple[tuple[int, ...], str, int]]


class RunState:
    """The folded log of one run. Read it freely; only `fold` may change it."""

    def __init__(self, topology: Topology) -> None:
        self.topology = topology
        self.root = Walk(None)
        self.run = 0
        self.seq = -1
        self.at: datetime | None = None
        self.started_at: datetime | None = None
        self.finished_at: datetime | None = None
        self.key = ""
        self.engine = ""
        self.input: Any = None
        self.output: Any = None
        self.error: dict[str, Any] | None = None
        self.labels: dict[str, str] = {}
        self.bindings = Bindings()
        self.policy = Policy()
        self.paused = False
        self.canceling = False
        self.verified = False
        self.finished: RunStatus | None = None
        self.tasks: dict[str, TaskState] = {}
        self.counts: dict[TaskStatus, int] = dict.fromkeys(TaskStatus, 0)
        self.touched: set[str] = set()
        self.attention: dict[str, None] = {}
        self.to_skip: dict[str, str] = {}
        self.unchecked: dict[str, None] = {}
        self.turn: str | None = None
        self.open_calls: dict[str, MakeCall] = {}
        self.judging: dict[str, Judge] = {}
        self.working: dict[str, str] = {}
        self.to_begin: dict[str, None] = {}
        self.choosing: dict[str, Choose] = {}
        self.asking: dict[str, ModelCallRequested | AgentToolCallRequested] = {}
        self.spent = Spent()
        self.over_budget: str | None = None
        self.reconciling: dict[str, str] = {}
        self.suspensions: dict[str, Suspension] = {}
        self.closed_suspensions: set[str] = set()
        self.timers: dict[tuple[Timer, str], datetime] = {}
        self.outbox = Outbox()
        self._tickets = 0
        self._free: Queue = []
        self._slotted: Queue = []
        self._turned: Queue = []

    # ── reading ──

    @property
    def wall_limited(self) -> bool:
        budget = self.topology.document.budget
        return budget is not None and budget.wall_seconds is not None

    @property
    def unsettled(self) -> int:
        """Nodes of the document's own level that are not settled."""
        return self.root.unsettled

    @property
    def failed(self) -> dict[str, None]:
        """Nodes of the document's own level that stop the run."""
        return self.root.failed

    def status(self, *, stalled: bool = False) -> RunStatus:
        """The run's word. `stalled` is the driver's: a transient refusal is not in the log."""
        if self.finished is not None:
            return self.finished
        if self.seq < 0:
            return RunStatus.CREATED
        if self.paused:
            return RunStatus.PAUSED
        if stalled:
            return RunStatus.STALLED
        if self.in_flight or not (self.suspensions or self.timers):
            return RunStatus.RUNNING
        return RunStatus.WAITING

    def outermost_failed(self, task: TaskState) -> TaskState:
        """The failed node around it that stops the most; the node itself where none does."""
        found, walk = task, task.walk
        while (owner := walk.owner) is not None:
            found, walk = (owner if owner.status is TaskStatus.FAILED else found), owner.walk
        return found

    @property
    def in_flight(self) -> int:
        """Calls without a completion, agents at work, and what models choose or judge."""
        return len(self.open_calls) + len(self.working) + len(self.choosing) + len(self.judging)

    def edge_state(self, edge: Edge, prefix: str = "") -> EdgeState:
        """How the edge stands in the walk whose paths begin with `prefix`."""
        source = self.tasks.get(prefix + edge.source)
        if source is None:
            return EdgeState.UNDECIDED
        if source.status is TaskStatus.COMPLETED:
            taken = edge.case is None or source.case is None or edge.case == source.case
            return EdgeState.LIVE if taken else EdgeState.DEAD
        if source.status is TaskStatus.SKIPPED:
            return EdgeState.BROKEN if source.broken else EdgeState.DEAD
        return EdgeState.UNDECIDED

    def next_ready(self, *, slots: int) -> TaskState | None:
        """The first ready node, in document order, that may be entered with `slots` free."""
        queues = [self._free]
        if slots > 0:
            queues.append(self._slotted)
            if self._turn_is_free():
                queues.append(self._turned)
        tops = [queue[0] for queue in queues if self._prune(queue)]
        return self.tasks[min(tops)[1]] if tops else None

    def _turn_is_free(self) -> bool:
        """What is held back by a failure beside it does not hold up the rest of the run."""
        holder = self.tasks[self.turn] if self.turn is not None else None
        return holder is None or (holder.status is not TaskStatus.RUNNING and holder.walk.draining)

    def drain(self) -> Outbox:
        """Hand over what was collected since the last call."""
        outbox, self.outbox = self.outbox, Outbox()
        return outbox

    # ── changing (for fold) ──

    def open(self, walk: Walk) -> None:
        """Begin a level: those of its nodes that depend on nothing are ready."""
        for id in walk.ids(self.topology):
            node, path, index = self.topology.nodes[id], walk.prefix + id, self.topology.index[id]
            undecided = len(self.topology.incoming[id])
            self.tasks[path] = TaskState(path, node, index, undecided, walk, (*walk.order, index))
            walk.paths.append(path)
            walk.unsettled += 1
            self.counts[TaskStatus.PENDING] += 1
            self.touched.add(path)
        for path in walk.paths:
            if self.tasks[path].undecided == 0:
                self.make_ready(self.tasks[path])

    def set_status(self, task: TaskState, status: TaskStatus) -> None:
        self.counts[task.status] -= 1
        self.counts[status] += 1
        task.walk.unsettled += task.status.settled - status.settled
        task.status = status
        self.touched.add(task.path)

    def make_ready(self, task: TaskState) -> None:
        self.set_status(task, TaskStatus.READY)
        self.unchecked[task.path] = None
        self._tickets += 1
        task.ticket = self._tickets
        queue = self._free
        if task.needs_slot:
            # A retried node that already holds the turn goes ahead beside the parallel ones.
            queue = self._turned if task.takes_turns and self.turn != task.path else self._slotted
        heapq.heappush(queue, (task.order, task.path, task.ticket))

    def settle_edges(self, task: TaskState) -> None:
        """Tell every dependent of a settled task how its edge turned out."""
        prefix = task.walk.prefix
        for edge in self.topology.outgoing[task.node.id]:
            target = self.tasks.get(prefix + edge.target)
            if target is None or target.status is not TaskStatus.PENDING:
                continue
            self.touched.add(target.path)
            state = self.edge_state(edge, prefix)
            if state is EdgeState.BROKEN:
                self.to_skip[target.path] = "upstream failed"
                continue
            target.undecided -= 1
            target.live += state is EdgeState.LIVE
            if target.undecided == 0 and target.path not in self.to_skip:
                if target.live:
                    self.make_ready(target)
                else:
                    self.to_skip[target.path] = "no live path"

    def _prune(self, queue: Queue) -> bool:
        while queue and not self._counts(queue[0]):
            heapq.heappop(queue)
        return bool(queue)

    def _counts(self, entry: tuple[tuple[int, ...], str, int]) -> bool:
        """An entry of a draining walk is dropped too: it comes back when the walk is taken up again."""
        task = self.tasks[entry[1]]
        return task.status is TaskStatus.READY and task.ticket == entry[2] and not task.walk.draining


def required_approvals(node: Node | None) -> int:
    """How many people a suspension needs; only gates have a quorum."""
    return node.required_approvals if isinstance(node, GateNode) else 1
