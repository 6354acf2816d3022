"""The two settings of agent nodes that change most."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from orchestration.graph.diff.errors import DiffCode, Refusal
from orchestration.graph.diff.operation import NodeId, Operation
from orchestration.graph.diff.sketch import Sketch
from orchestration.graph.diff.words import Words, listed
from orchestration.graph.nodes import AgentNode
from orchestration.graph.parts import Name


class SetRole(Operation):
    """Gives an agent node another role, or none."""

    form_title: ClassVar[str] = "Set the role"
    nullable: ClassVar[frozenset[str]] = frozenset({"role"})

    op: Literal["set_role"] = "set_role"
    id: NodeId = Field(title="Node")
    role: Name | None = Field(title="Role", description="Null takes the role away.")

    def edit(self, sketch: Sketch) -> None:
        if _agent(sketch, self.id).role != self.role:
            sketch.amend(self.id, role=self.role)

    def describe(self, words: Words) -> str:
        if self.role is None:
            return f"Took the role of {words.name(self.id)} away"
        return f"Gave {words.name(self.id)} the role “{self.role}”"


class SetTools(Operation):
    """Replaces the whole list of tools that an agent node may use; what is named twice counts once."""

    form_title: ClassVar[str] = "Set the tools"

    op: Literal["set_tools"] = "set_tools"
    id: NodeId = Field(title="Node")
    tool_allowlist: tuple[Name, ...] = Field(title="Tools", description="An empty list allows none.")

    def edit(self, sketch: Sketch) -> None:
        tools = tuple(dict.fromkeys(self.tool_allowlist))
        if _agent(sketch, self.id).tool_allowlist != tools:
            sketch.amend(self.id, tool_allowlist=tools)

    def describe(self, words: Words) -> str:
        tools = listed([f"“{tool}”" for tool in dict.fromkeys(self.tool_allowlist)])
        return f"Allowed {words.name(self.id)} {f'the tools {tools}' if tools else 'no tools'}"


def _agent(sketch: Sketch, id: str) -> AgentNode:
    node = sketch.node(id)
    if not isinstance(node, AgentNode):
        raise Refusal(DiffCode.INVALID_NODE, f"“{id}” is a {node.kind} node, not an agent node.", node=id)
    return node
