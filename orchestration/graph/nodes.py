"""The eight kinds of node.

An absent optional field is None, which means “the graph's default” where there is one.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Discriminator, Field, Tag, model_validator
from pydantic_core import PydanticCustomError

from orchestration.graph.parts import (
    Choice,
    Expression,
    Flag,
    JsonSchema,
    Name,
    Part,
    Seconds,
    Slug,
    Title,
    Whole,
)

FailureStrategy = Literal["abort", "retry", "skip", "ask"]
ExecutionMode = Literal["parallel", "sequential"]


class Dependency(Part):
    """The node that is needed; `case` labels the edge out of a branch. JSON: ``"id"`` or an object."""

    node: Name
    case: Name | None = None

    @model_validator(mode="before")
    @classmethod
    def _from_id(cls, data: Any) -> Any:
        return {"node": data} if isinstance(data, str) else data

    def to_value(self) -> Any:
        return self.node if self.case is None else {"node": self.node, "case": self.case}


class Predicate(Part):
    """What must hold of a node's output before its dependents run."""

    kind: Literal["natural", "expression"]
    value: Expression


class BaseNode(Part):
    """What every kind has. `input` maps field → expression."""

    id: Slug
    kind: str
    title: Title | None = None
    description: str | None = None
    depends_on: tuple[Dependency, ...] = ()
    failure_strategy: FailureStrategy | None = None
    max_retries: Annotated[Whole, Field(ge=0)] | None = None
    execution_mode: ExecutionMode = "parallel"
    input: dict[Name, str] | None = None
    input_schema: JsonSchema | None = None
    output_schema: JsonSchema | None = None


class AgentNode(BaseNode):
    """`description` is the task. Without `tool_allowlist` it has the tools of its role, then of the agent."""

    kind: Literal["agent"]
    role: Name | None = None
    tool_allowlist: tuple[Name, ...] | None = None
    agent_hint: Name | None = None
    agent_hash: Name | None = None
    model: Name | None = None
    timeout_seconds: Seconds | None = None
    verify_predicate: Predicate | None = None


class ToolNode(BaseNode):
    kind: Literal["tool"]
    tool: Choice
    timeout_seconds: Seconds | None = None
    verify_predicate: Predicate | None = None


class Submit(Part):
    """The value that is submitted for the people who did not answer in time; null is a value too."""

    nullable: ClassVar[frozenset[str]] = frozenset({"submit"})

    submit: Any


def _text_or_object(value: Any) -> str:
    return "text" if isinstance(value, str) else "object"


class GateNode(BaseNode):
    """Parks the run until `required_approvals` people approve a value that satisfies `approval_schema`."""

    kind: Literal["gate"]
    prompt: str | None = None
    approval_schema: JsonSchema | None = None
    assignees: tuple[Name, ...] = ()
    groups: tuple[Name, ...] = ()
    required_approvals: Annotated[Whole, Field(ge=1)] = 1
    allow_self_approval: Flag = True
    on_reject: Literal["fail", "continue"] = "fail"
    deadline_seconds: Seconds | None = None
    on_deadline: Annotated[
        Annotated[Literal["reject"], Tag("text")] | Annotated[Submit, Tag("object")],
        Discriminator(_text_or_object),
    ] = "reject"


class ExpressionWhen(Part):
    kind: Literal["expression"]
    value: Expression


class ModelDecision(Part):
    kind: Literal["model_decision"]


class Case(Part):
    name: Name
    when: Annotated[ExpressionWhen | ModelDecision, Field(discriminator="kind")]


class BranchNode(BaseNode):
    """Takes the first case that is true, in this order; a last case ``true`` is the else."""

    kind: Literal["branch"]
    cases: tuple[Case, ...] = ()
    agent_hint: Name | None = None
    agent_hash: Name | None = None

    @property
    def decided_by_model(self) -> bool:
        return any(case.when.kind == "model_decision" for case in self.cases)


class Subgraph(Part):
    nodes: tuple[Node, ...] = ()


class Body(Part):
    """What a map or fold runs: one node beside it, by id, or a graph of its own. Exactly one is set."""

    node: Name | None = None
    graph: Subgraph | None = None

    @model_validator(mode="after")
    def _exactly_one(self) -> Body:
        if (self.node is None) == (self.graph is None):
            raise PydanticCustomError("body_shape", "A body has either “node” or “graph”")
        return self


class MapNode(BaseNode):
    """Runs its body for each item of the list that `over` gives, at most `concurrency` at a time."""

    kind: Literal["map"]
    over: Expression
    concurrency: Annotated[Whole, Field(ge=1)] | None = None
    body: Body
    on_item_error: Literal["fail", "skip"] = "fail"


class BestBy(Part):
    best_by: Expression


class FoldNode(BaseNode):
    """Runs its body again and again, each pass on the output of the last."""

    kind: Literal["fold"]
    body: Body
    max_iterations: Annotated[Whole, Field(ge=1)]
    stop_when: Expression | None = None
    join: Annotated[
        Annotated[Literal["last", "all"], Tag("text")] | Annotated[BestBy, Tag("object")],
        Discriminator(_text_or_object),
    ] = "last"
    on_bound: Literal["join", "fail"] = "join"


class DelayNode(BaseNode):
    kind: Literal["delay"]
    seconds: Annotated[Seconds, Field(ge=1)]


class TeamNode(BaseNode):
    """Holds a subgraph that walks in the same log; its output is that of the subgraph's sinks."""

    kind: Literal["team"]
    goal: str | None = None
    nodes: tuple[Node, ...] = ()


Node = Annotated[
    AgentNode | ToolNode | GateNode | BranchNode | MapNode | FoldNode | DelayNode | TeamNode,
    Field(discriminator="kind"),
]

for _recursive in (Subgraph, Body, MapNode, FoldNode, TeamNode):
    _recursive.model_rebuild()

# Asked of thousands of nodes: their kind is far quicker than `isinstance`, which models answer in Python.
HOLDING_KINDS = frozenset({"team", "map", "fold"})
RUNNING_KINDS = frozenset({"map", "fold"})

KINDS: dict[str, type[BaseNode]] = {
    "agent": AgentNode,
    "tool": ToolNode,
    "gate": GateNode,
    "branch": BranchNode,
    "map": MapNode,
    "fold": FoldNode,
    "delay": DelayNode,
    "team": TeamNode,
}
