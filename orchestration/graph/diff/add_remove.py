"""Adding and removing single nodes."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from orchestration.graph.diff.bodies import drop_orphan, refuse_body
from orchestration.graph.diff.edges import redirect
from orchestration.graph.diff.given import GivenNode
from orchestration.graph.diff.operation import NodeId, Operation, Place
from orchestration.graph.diff.sketch import Sketch
from orchestration.graph.diff.words import Words, title
from orchestration.graph.outline import body_of
from orchestration.graph.parts import Flag


class AddNode(Operation):
    """Adds a node with all it holds. `depends_on` carries its incoming edges."""

    form_title: ClassVar[str] = "Add a node"

    op: Literal["add_node"] = "add_node"
    node: GivenNode = Field(title="Node", description="The new node, with what it depends on.")
    team: NodeId | None = Field(
        default=None,
        title="Inside",
        description="The team, or the map or fold with a body of its own, that will hold the node.",
    )
    at: Place = None

    def edit(self, sketch: Sketch) -> None:
        sketch.place(self.node, self.team, self.at)

    def describe(self, words: Words) -> str:
        after = words.names(dict.fromkeys(dependency.node for dependency in self.node.depends_on))
        inside = f" in {words.name(self.team)}" if self.team is not None else ""
        return f"Added {self.node.kind} {title(self.node)}{f' after {after}' if after else ''}{inside}"


class RemoveNode(Operation):
    """Removes a node with all it holds, its body and every edge that touches it.

    With `bridge` what depended on it depends on what it depended on, labels included. A body goes with
    its owner and cannot be removed alone.
    """

    form_title: ClassVar[str] = "Remove a node"

    op: Literal["remove_node"] = "remove_node"
    id: NodeId = Field(title="Node")
    bridge: Flag = Field(
        default=False,
        title="Bridge the gap",
        description="Whatever depended on the node depends on what the node depended on.",
    )

    def edit(self, sketch: Sketch) -> None:
        node = sketch.node(self.id)
        refuse_body(sketch, self.id, "be removed alone")
        redirect(sketch, self.id, node.depends_on if self.bridge else ())
        sketch.remove(self.id)
        if (body := body_of(node)) is not None:
            drop_orphan(sketch, body)

    def describe(self, words: Words) -> str:
        bridged = " and bridged the gap" if self.bridge else ""
        return f"Removed {words.kind_and_name(self.id)}{bridged}"
