"""The event log's vocabulary: frozen, tagged, and pinned by a wire-level contract test.

*External* events report what the world did (a person, a clock, a tool); *engine* events are what
`decide` derived from them. Replay feeds the external ones again and compares the engine ones.
"""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict

Origin = Literal["external", "engine"]
Effect = Literal["read", "idempotent", "write"]
Timer = Literal["sleep", "retry", "deadline", "timeout", "budget"]
Cause = Literal["gate", "ask", "budget", "reconcile"]


class Frozen(BaseModel):
    # Non-finite numbers stay what they are, so that `encode` refuses them instead of writing null.
    model_config = ConfigDict(frozen=True, extra="forbid", ser_json_inf_nan="constants")


class Actor(Frozen):
    """Who did it. `id` is the user's primary key; the system itself has none."""

    id: int | None = None
    name: str


SYSTEM = Actor(name="system")


class Failure(Frozen):
    """Why an attempt failed.

    `code`: ``tool_error`` (the tool raised), ``unknown_outcome`` (a write was cut off: it may have
    happened), ``interrupted`` (a call was cut off and surely had no lasting effect), ``timeout``,
    ``input_invalid``, ``output_invalid``, ``gate_rejected``, ``predicate_failed``, ``node_failed``
    (something inside this team, map or fold), ``provider_error`` (a model could not be reached or gave
    nothing of use), ``output_incomplete`` (the answer was cut off), ``divergence`` (an attempt that was
    taken up again asks for something else than what was recorded).
    `before_effect`: the tool said that nothing had happened yet, so trying again is safe.
    """

    code: str
    message: str
    before_effect: bool = False


class ToolBinding(Frozen):
    effect: Effect
    input_schema: dict[str, Any] | None = None
    output_schema: dict[str, Any] | None = None


class AgentBinding(Frozen):
    """`hash` names the definition, which is kept for ever. `role` is what the agent is best at."""

    hash: str
    model: str = ""
    role: str | None = None
    tools: tuple[str, ...] = ()


class RoleBinding(Frozen):
    """`requires_approval`: people decide before anybody works in this role."""

    hash: str
    tools: tuple[str, ...] = ()
    requires_approval: bool = False


class Bindings(Frozen):
    """What the names in a graph meant here, at the moment of recording."""

    tools: dict[str, ToolBinding] = {}
    agents: dict[str, AgentBinding] = {}
    roles: dict[str, RoleBinding] = {}
    default_agent: str | None = None


class Usage(Frozen):
    """Tokens of one model call."""

    input_tokens: int = 0
    output_tokens: int = 0


class Policy(Frozen):
    """Every setting that `decide` reads, recorded so that replay reads the same."""

    retry_base_seconds: float = 0.5
    retry_cap_seconds: float = 60.0
    max_predicate_reruns: int = 2


class Event(Frozen):
    origin: ClassVar[Origin]

    @property
    def kind(self) -> str:
        return type(self).__name__


class External(Event):
    origin = "external"


class Engine(Event):
    origin = "engine"


# ── external ────────────────────────────────────────────────────────────────────────────────


class RunStarted(External):
    """`key` is random and the run's own: idempotency keys never meet between two installations."""

    graph_hash: str
    input: Any
    labels: dict[str, str] = {}
    bindings: Bindings
    policy: Policy
    engine: str
    key: str
    forked_from: dict[str, Any] | None = None
    kept: dict[str, Any] | None = None


class ToolCallCompleted(External):
    """`error` is null when the call worked; then `output` is its exact JSON value."""

    call: str
    output: Any = None
    error: Failure | None = None
    duration_ms: int = 0


class ModelCallRequested(External):
    """Committed before the call is made. A call is ``path#attempt.turn`` where an agent works,
    ``path#attempt.decision`` and ``path#attempt.judge.n`` elsewhere.

    `request` is what is new since the last call of the same conversation; `request_hash` is over all of it.
    """

    call: str
    node: str
    purpose: Literal["work", "decision", "judge", "plan"]
    model: str
    request_hash: str
    request: Any = None


class ModelCallCompleted(External):
    """`response` is the model's message as JSON, null where `error` says why there is none.

    `finish`: ``stop``, ``tool_call``, ``length``, ``content_filter`` or ``error``. `cost_usd`: decimal text,
    null where no price is known.
    """

    call: str
    response: Any = None
    finish: str = "stop"
    usage: Usage = Usage()
    cost_usd: str | None = None
    error: Failure | None = None
    duration_ms: int = 0


class AgentToolCallRequested(External):
    """A tool call that a model asked for: ``path#attempt.turn.position`` in its reply. Committed before it
    is made; it ends with ToolCallCompleted like any other."""

    call: str
    node: str
    tool: str
    input: Any
    effect: Effect
    idempotency_key: str


class AgentCompleted(External):
    """An agent's attempt is over. `call` is ``path#attempt``; `output` is null where `error` is set."""

    call: str
    output: Any = None
    error: Failure | None = None


class PredicateEvaluated(External):
    """`error`: the judge could not be reached, again and again; then nothing was judged."""

    node: str
    passed: bool
    confidence: float | None = None
    reason: str = ""
    error: Failure | None = None


class DecisionRecorded(External):
    """A person's (or the system's) answer; who it was stands in the envelope's actor."""

    suspension: str
    outcome: Literal["approve", "reject", "withdraw"]
    input: Any = None
    reason: str = ""


class TimerFired(External):
    """`of`: a node path for sleep and retry, a suspension for deadline, a call for timeout."""

    timer: Timer
    of: str


class RunPaused(External):
    reason: str = ""


class RunContinued(External):
    pass


class RunRetried(External):
    bindings: Bindings


class CancelRequested(External):
    reason: str = ""


class NodeRetryRequested(External):
    node: str


class NodeSkipRequested(External):
    node: str
    reason: str = ""


class GraphChanged(External):
    graph_hash: str
    diffs: list[dict[str, Any]]
    bindings: Bindings


class CallResolved(External):
    """A person's word on a write whose outcome nobody knows."""

    call: str
    happened: bool
    output: Any = None


class BudgetExtended(External):
    """`by` is decimal text: that much more than before."""

    limit: Literal["tokens", "cost_usd", "wall_seconds"]
    by: str


# ── engine ──────────────────────────────────────────────────────────────────────────────────


class NodeEntered(Engine):
    node: str
    attempt: int
    input: Any = None


class AgentAssigned(Engine):
    """Who works on it and as what. `tools` are those that it may call; `reason` says why this agent."""

    node: str
    agent: str
    agent_hash: str
    reason: str
    role: str | None = None
    role_hash: str | None = None
    tools: tuple[str, ...] = ()


class ToolCallRequested(Engine):
    """Committed before the call is made."""

    call: str
    node: str
    tool: str
    input: Any
    effect: Effect
    idempotency_key: str


class NodeExited(Engine):
    node: str
    output: Any = None


class NodeFailed(Engine):
    """The last attempt failed and no strategy took it further."""

    node: str
    error: Failure
    attempt: int


class NodeRetried(Engine):
    """Another attempt is due; `attempt` is its number, `reason` says what went wrong before."""

    node: str
    attempt: int
    reason: str
    due: datetime


class NodeSkipped(Engine):
    node: str
    reason: str


class BranchTaken(Engine):
    """`errors`: case name → the recorded evaluation error that made it false."""

    node: str
    case: str
    errors: dict[str, str] = {}


class MapFannedOut(Engine):
    node: str
    count: int


class MapItemJoined(Engine):
    node: str
    index: int


class FoldPassJoined(Engine):
    """`stopped`: the fold's condition was true of this pass; `error` made it false instead."""

    node: str
    index: int
    stopped: bool = False
    error: str | None = None


class FoldConverged(Engine):
    """`winner`: the pass whose output it is; null where all are joined."""

    node: str
    winner: int | None
    reason: str


class Suspended(Engine):
    suspension: str
    node: str | None = None
    cause: Cause
    approval_schema: Any = None
    prompt: str = ""
    due: datetime | None = None


class Resumed(Engine):
    suspension: str
    input: Any = None


class SleepStarted(Engine):
    node: str
    due: datetime


class SleepCompleted(Engine):
    node: str


class BudgetExceeded(Engine):
    limit: str
    observed: str


class RunCompleted(Engine):
    output: Any = None


class RunFailed(Engine):
    """`error`: {code, message, …the refusal's fields}."""

    error: dict[str, Any]


class RunCanceled(Engine):
    pass


Completion = ToolCallCompleted | AgentCompleted | ModelCallCompleted
TERMINAL = (RunCompleted, RunFailed, RunCanceled)
KINDS: dict[str, type[Event]] = {
    cls.__name__: cls for base in (External, Engine) for cls in base.__subclasses__()
}


class Envelope(Frozen):
    """One row of a log. `seq` runs from 0 without gaps and is unique in its run."""

    run: int
    seq: int
    payload: Event
    at: datetime
    actor: Actor | None = None

    @property
    def origin(self) -> Origin:
        return self.payload.origin

    @property
    def kind(self) -> str:
        return self.payload.kind


def encode(event: Event) -> str:
    """The payload as JSON text, exactly as it is stored and compared.

    Plain `json` on purpose: it keeps integers of any size and tells 1 from 1.0 and true.
    Raises ValueError on a non-finite number.
    """
    return json.dumps(
        event.model_dump(mode="json"), ensure_ascii=False, allow_nan=False, separators=(",", ":")
    )


def decode(kind: str, text: str) -> Event:
    """The event of a stored row. Raises KeyError for an unknown kind, ValueError for a bad payload."""
    return KINDS[kind].model_validate(json.loads(text))
