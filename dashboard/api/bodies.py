"""What requests carry and what lists answer."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError
from rest_framework.exceptions import ParseError
from rest_framework.request import Request

from dashboard.api.problems import FieldError
from orchestration.selectors.draft_views import Position
from orchestration.selectors.views import EventView, NodeView, RunView, View

Body = TypeVar("Body", bound=BaseModel)


def _storable(text: str) -> str:
    if "\0" in text:
        raise ValueError("Text may not hold the NUL character.")
    return text


# After the length, which pydantic then counts in characters and not in items.
Storable = AfterValidator(_storable)
Label = Annotated[str, Field(max_length=200), Storable]


class Incoming(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class RunStart(Incoming):
    """Start a run of `graph`'s latest revision, or of `revision`, with `input`.

    With `draft` it is a test run of the draft as it is now; with `node` too, of that node alone, whose
    routed value is then `input`.
    """

    graph: Annotated[str, Field(max_length=80), Storable]
    revision: Annotated[int, Field(ge=1, le=2**31 - 1)] | None = None
    draft: bool = False
    node: Annotated[str, Field(max_length=64), Storable] | None = None
    input: Any = None
    labels: Annotated[dict[Label, Label], Field(max_length=50)] = {}

    @model_validator(mode="after")
    def _one_thing(self) -> RunStart:
        if self.draft and self.revision is not None:
            raise PydanticCustomError("one_thing", "It is either a revision or the draft that is run.")
        if self.node is not None and not self.draft:
            raise PydanticCustomError("one_thing", "A node is tried out of the draft: “draft” is true.")
        return self


class Nothing(Incoming):
    """Nothing is asked; the body may be absent."""


class Reason(Incoming):
    """Why, for the log; may be empty."""

    reason: Annotated[str, Field(max_length=10_000), Storable] = ""


class ApprovalInput(Incoming):
    """An answer to check; nothing is recorded."""

    input: Any = None


class Decision(Incoming):
    """`input` counts with ``approve``; `version` is the one that the person saw.

    ``withdraw`` takes back one's own approval while others are still asked to confirm it.
    """

    outcome: Literal["approve", "reject", "withdraw"]
    input: Any = None
    reason: Annotated[str, Field(max_length=10_000), Storable] = ""
    version: Annotated[int, Field(ge=0, le=2**31 - 1)] | None = None


class ValidationResult(View):
    """Empty `errors`: the answer would be accepted."""

    errors: list[FieldError]


class RunPage(View):
    """Newest first; `next` is the address of the page that follows."""

    results: list[RunView]
    next: str | None


class NodePage(View):
    """`next` is the address of the page that follows."""

    results: list[NodeView]
    next: str | None


class ApprovalSummary(View):
    """An approval as a list shows it; the question with its evidence is read by its id."""

    id: int
    run: int
    graph_name: str
    node: str
    cause: Literal["gate", "ask", "budget", "reconcile"]
    status: Literal["open", "approved", "rejected", "expired", "closed"]
    prompt: str
    version: int
    created_at: datetime
    due: datetime | None
    decided_at: datetime | None
    decided_by: str


class ApprovalPage(View):
    results: list[ApprovalSummary]
    next: str | None


class EventPage(View):
    """Events after the one asked for, in order; `seq` is the last event of the whole log."""

    events: list[EventView]
    seq: int


class GraphNode(View):
    """One node of a graph's structure. `team` is the node that it is drawn in: its team, map or fold."""

    id: str
    title: str
    kind: str
    index: int
    team: str | None


class GraphEdge(View):
    """`target` depends on `source`; `case` is the branch's case that it follows."""

    id: str
    source: str
    target: str
    case: str | None


class GraphStructure(View):
    """`positions` are those kept for the graph, of the nodes that it has here."""

    nodes: list[GraphNode]
    edges: list[GraphEdge]
    positions: dict[str, Position]


class GraphSummary(View):
    """`revision`, `graph_hash` and `published_at` are null for a graph that was never published.

    `unpublished` counts the changes of the draft since.
    """

    slug: str
    name: str
    goal: str
    revision: int | None
    graph_hash: str | None
    published_at: datetime | None
    node_count: int
    unpublished: int
    archived: bool


class GraphList(View):
    results: list[GraphSummary]
    next: str | None


class GraphDetail(GraphSummary):
    """What to fill in to start a graph, and what it looks like: its latest revision, else its draft."""

    input_schema: Any
    document: dict[str, Any]
    nodes: list[GraphNode]
    edges: list[GraphEdge]


def body_of(request: Request, model: type[Body]) -> Body:
    """The request's body as `model`. Raises pydantic's ValidationError, ParseError when it is no object."""
    if not isinstance(request.data, dict):
        raise ParseError("The body is a JSON object.")
    return model.model_validate(dict(request.data))
