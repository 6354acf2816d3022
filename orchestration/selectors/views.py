"""What a browser or an API client sees of a run: whole views, projected here and nowhere else.

These models are the one source of the API's schema, of the socket's messages and of the
TypeScript types generated from them.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from orchestration.engine.status import EdgeState, RunStatus, TaskStatus


class View(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Preview(View):
    """A value for display: its JSON text, cut at 2,000 characters when `cut` is true."""

    text: str
    cut: bool
    size: int


class ProblemView(View):
    """A failure or a refusal in words: what happened and what to do."""

    code: str
    message: str
    permanent: bool | None = None
    node: str | None = None
    hint: str = ""


class DependencyView(View):
    node: str
    case: str | None = None
    state: EdgeState


class ParkedView(View):
    """What a waiting node waits for. `approval` is the id of the open approval, if people decide."""

    cause: Literal["gate", "ask", "budget", "reconcile", "sleep", "retry"]
    approval: int | None = None
    suspension: str | None = None
    due: datetime | None = None
    approvals: int = 0
    required: int = 0


class NodeView(View):
    """One node of a run as the canvas, the table and the panel's head show it.

    `id` is the node's path; `status_text` is the word on the card ("Running, try 2"). `items` counts the
    items of an entered map and the passes of a fold, by where they stand. `model` is what the assigned
    agent asks; `simulated` says that no real model answers.
    """

    id: str
    node: str
    title: str
    kind: str
    index: int
    team: str | None = None
    status: TaskStatus
    status_text: str
    attempt: int
    retry_count: int
    predicate_rerun_count: int
    predicate_outcome: dict[str, Any] | None = None
    assigned_agent: str | None = None
    model: str | None = None
    simulated: bool = False
    entered_at: datetime | None = None
    finished_at: datetime | None = None
    result: Preview | None = None
    problem: ProblemView | None = None
    parked: ParkedView | None = None
    case: str | None = None
    skip_reason: str | None = None
    items: dict[TaskStatus, int] | None = None
    depends_on: list[DependencyView]


class ProgressView(View):
    """`done` counts settled nodes (completed, failed, skipped, canceled) of `total`."""

    done: int
    total: int
    by_status: dict[TaskStatus, int]


class TriedView(View):
    """What a test run walks: the draft as it was at a version, or one `node` of it alone."""

    draft_version: int
    node: str | None


class SpentView(View):
    """What a run has used. `cost_usd` and `limits` are decimal text; `unpriced` counts model calls whose
    price is not known. `wall_seconds` is time at work until `busy_since`, from where it runs on.
    """

    tokens: int
    cost_usd: str
    unpriced: int
    wall_seconds: float | None = None
    busy_since: datetime | None = None
    limits: dict[Literal["tokens", "cost_usd", "wall_seconds"], str]


class RunView(View):
    """A run's header. `verbs` are those that this run's state allows; permission is asked apart.

    `revision` is null in a test run, which has `tried` instead. `budget_approval` is the open question
    about more budget. `spent` is null in lists, and where no model was asked and no budget is set.
    """

    id: int
    graph_slug: str
    graph_name: str
    revision: int | None
    tried: TriedView | None = None
    graph_hash: str
    status: RunStatus
    status_text: str
    seq: int
    progress: ProgressView
    waiting: int
    started_by: str
    created_at: datetime
    started_at: datetime | None = None
    finished_at: datetime | None = None
    labels: dict[str, str]
    output: Preview | None = None
    refusal: ProblemView | None = None
    spent: SpentView | None = None
    budget_approval: int | None = None
    verbs: list[Literal["pause", "continue", "cancel", "retry"]]


class EventView(View):
    """One event of the log in one line of words; `payload` is its exact JSON.

    Except for the fields that `cut` names: they hold the beginning of their text, as text.
    """

    seq: int
    kind: str
    origin: Literal["external", "engine"]
    at: datetime
    actor: str | None = None
    node: str | None = None
    summary: str
    payload: dict[str, Any]
    cut: list[str] = []


class RunSnapshot(View):
    """`GET runs/<id>/view`: where the page starts; the socket goes on after `seq`."""

    seq: int
    run: RunView
    nodes: list[NodeView]


class CallView(View):
    """One call of an attempt: of a tool, or of a model, whose name then stands in `tool`.

    Long values are shortened to text as in events, and named in `cut`. A model's `input` is what is new
    since its last call. `cost_usd` is decimal text.
    """

    id: str
    kind: Literal["tool", "model"] = "tool"
    tool: str
    effect: Literal["read", "idempotent", "write"] | None = None
    purpose: Literal["work", "decision", "judge", "plan"] | None = None
    input: Any
    output: Any = None
    finish: str | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost_usd: str | None = None
    problem: ProblemView | None = None
    idempotency_key: str | None = None
    requested_at: datetime
    completed_at: datetime | None = None
    duration_ms: int | None = None
    cut: list[str] = []


class AttemptView(View):
    """One try. `agent` is who worked on it, and `why` that one; `tokens` and `cost_usd` are of its calls."""

    number: int
    entered_at: datetime
    finished_at: datetime | None = None
    reason: str = ""
    problem: ProblemView | None = None
    agent: str | None = None
    role: str | None = None
    why: str = ""
    tokens: int = 0
    cost_usd: str | None = None
    calls: list[CallView]


class NodeDetail(View):
    """The node panel: the card's view plus exact values, attempts, events and the node's fields.

    `document` holds the node's own JSON; with `view` it carries all fifteen TaskNode fields by name.
    `input` and `output` are exact; everywhere else a long value is shortened, so that it is sent once.
    """

    view: NodeView
    document: dict[str, Any]
    description: str
    input: Any = None
    output: Any = None
    attempts: list[AttemptView]
    events: list[EventView]
    task: dict[str, Any]


class ApprovalView(View):
    """An approval as its page shows it: question, form, evidence, who may decide, receipt."""

    id: int
    run: int
    graph_name: str
    node: str
    node_title: str
    cause: Literal["gate", "ask", "budget", "reconcile"]
    status: Literal["open", "approved", "rejected", "expired", "closed"]
    prompt: str
    approval_schema: Any
    evidence: dict[str, Any]
    fixed_input: Any = None
    has_fixed_input: bool = False
    required: int
    approvals: list[dict[str, Any]]
    assignees: list[str]
    groups: list[str]
    version: int
    created_at: datetime
    due: datetime | None = None
    receipt: dict[str, Any] | None = None


# ── the run socket ──────────────────────────────────────────────────────────────────────────


class Hello(View):
    type: Literal["hello"] = "hello"
    seq: int
    protocol: int = 1


class Reset(View):
    """Too far behind, or too slow: fetch the view again and go on from its `seq`."""

    type: Literal["reset"] = "reset"
    seq: int


class Update(View):
    """Contiguous: `from` is the last `to` + 1. One with `run` alone has no events and moves no cursor."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, serialize_by_alias=True)

    type: Literal["update"] = "update"
    from_: int = Field(alias="from")
    to: int
    run: RunView | None = None
    nodes: list[NodeView]
    events: list[EventView]


class Ping(View):
    type: Literal["ping"] = "ping"


class SocketError(View):
    type: Literal["error"] = "error"
    code: str
