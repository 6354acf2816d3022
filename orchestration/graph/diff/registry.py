"""All operations. A new one is a module with a class like these, named here."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from pydantic import Field, TypeAdapter

from orchestration.graph.diff.add_remove import AddNode, RemoveNode
from orchestration.graph.diff.agents import SetRole, SetTools
from orchestration.graph.diff.edges import AddEdge, RemoveEdge, RerouteEdge
from orchestration.graph.diff.operation import Operation
from orchestration.graph.diff.rename import RenameNode
from orchestration.graph.diff.restore import Restore
from orchestration.graph.diff.set_graph import SetGraph
from orchestration.graph.diff.split import SplitNode
from orchestration.graph.diff.teams import UnwrapTeam, WrapInTeam
from orchestration.graph.diff.update import UpdateNode

GraphDiff: TypeAlias = Annotated[
    AddNode
    | RemoveNode
    | SplitNode
    | RerouteEdge
    | SetRole
    | SetTools
    | WrapInTeam
    | AddEdge
    | RemoveEdge
    | UpdateNode
    | RenameNode
    | UnwrapTeam
    | SetGraph
    | Restore,
    Field(discriminator="op"),
]

OPERATIONS: dict[str, type[Operation]] = {
    model.model_fields["op"].default: model
    for model in (
        AddNode,
        RemoveNode,
        SplitNode,
        RerouteEdge,
        SetRole,
        SetTools,
        WrapInTeam,
        AddEdge,
        RemoveEdge,
        UpdateNode,
        RenameNode,
        UnwrapTeam,
        SetGraph,
        Restore,
    )
}

adapter: TypeAdapter[Any] = TypeAdapter(GraphDiff)
