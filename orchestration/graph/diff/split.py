"""Splitting one node into several."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from orchestration.graph.diff.bodies import drop_orphan, is_body, with_bodies
from orchestration.graph.diff.contents import walk
from orchestration.graph.diff.edges import redirect, refuse_labelled
from orchestration.graph.diff.errors import DiffCode, Refusal
from orchestration.graph.diff.given import GivenNode
from orchestration.graph.diff.operation import NodeId, Operation
from orchestration.graph.diff.sketch import Sketch
from orchestration.graph.diff.words import Words, listed, title
from orchestration.graph.nodes import Dependency


class SplitNode(Operation):
    """Replaces a node by others, given in full and inserted in its place.

    Every dependent depends on all of them (but not on one that is the body of another). The node's own
    id may be reused, and so may those of what it held. Its body goes with it unless a new node owns it.
    """

    form_title: ClassVar[str] = "Split a node"

    op: Literal["split_node"] = "split_node"
    id: NodeId = Field(title="Node")
    into: tuple[GivenNode, ...] = Field(
        title="Into",
        description="The nodes that take its place, each with what it depends on.",
        json_schema_extra={"minItems": 1},
    )

    def edit(self, sketch: Sketch) -> None:
        sketch.node(self.id)
        if not self.into:
            raise Refusal(DiffCode.EMPTY_SPLIT, f"“{self.id}” has to be split into something.", node=self.id)
        refuse_labelled(sketch, self.id, f"“{self.id}” cannot be split")
        new_ids = {node.id for node, _, _ in walk(self.into)}
        bodies = [body for body in with_bodies(sketch, [self.id]) if body != self.id]
        for body in bodies:
            if body in new_ids:
                sketch.remove(body)
        at, owner = sketch.place_of(self.id), sketch.home[self.id]
        sketch.remove(self.id)
        for offset, node in enumerate(self.into):
            sketch.place(node, owner, at + offset)
        for body in bodies:
            if body not in new_ids:
                drop_orphan(sketch, body)
        # An entry that names the old id means the entry that reuses it.
        heirs = [Dependency(node=node.id) for node in self.into if not is_body(sketch, node.id)]
        redirect(sketch, self.id, heirs, but={node.id for node in self.into})

    def describe(self, words: Words) -> str:
        return f"Split {words.name(self.id)} into {listed([title(node) for node in self.into])}"
