"""Giving a node another id."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from orchestration.graph.diff.keys import Keys
from orchestration.graph.diff.operation import NewId, NodeId, Operation
from orchestration.graph.diff.sketch import Sketch
from orchestration.graph.diff.words import Words
from orchestration.graph.nodes import Body, Dependency


class RenameNode(Operation):
    """Gives a node another id.

    Dependencies and bodies follow; so do the keys that expressions and an `input_schema` read where a
    routed value is an object by id. A run goes as before, but for the name.
    """

    form_title: ClassVar[str] = "Rename a node"

    op: Literal["rename_node"] = "rename_node"
    id: NodeId = Field(title="Node")
    new_id: NewId = Field(title="New id")

    def edit(self, sketch: Sketch) -> None:
        sketch.node(self.id)
        if self.new_id == self.id:
            return
        changes = Keys(sketch, {self.id: self.new_id}).changes()
        sketch.rename(self.id, self.new_id)
        for id, fields in changes.items():
            sketch.amend(self.new_id if id == self.id else id, **fields)
        for dependent in list(sketch.dependents.get(self.id, ())):
            depends_on = tuple(
                Dependency(node=self.new_id, case=edge.case) if edge.node == self.id else edge
                for edge in sketch.nodes[dependent].depends_on
            )
            sketch.amend(dependent, depends_on=depends_on)
        for owner in list(sketch.owners.get(self.id, ())):
            sketch.amend(owner, body=Body(node=self.new_id))
        # The edges are those that were there, so none of them can close a cycle.
        sketch.marks.gained_edges.clear()

    def describe(self, words: Words) -> str:
        return f"Renamed “{self.id}” to “{self.new_id}”"
