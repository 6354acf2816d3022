"""The shape of one document, indexed once so that nobody scans it again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from orchestration.graph.document import Document
from orchestration.graph.nodes import FoldNode, MapNode, Node, TeamNode


@dataclass(frozen=True, slots=True)
class Edge:
    """`target` depends on `source`; `case` labels an edge out of a branch; `position` is in depends_on."""

    source: str
    target: str
    case: str | None
    position: int


class Topology:
    """Nodes by id in pre-order, with their edges both ways and the level each one stands on.

    A *level* is a list of sibling nodes: the document's own (named None), a team's or a body's
    (named by the owner's id).
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        self.nodes: dict[str, Node] = {}
        self.index: dict[str, int] = {}
        self.owner: dict[str, str | None] = {}
        self.levels: dict[str | None, tuple[str, ...]] = {}
        self.incoming: dict[str, tuple[Edge, ...]] = {}
        self.outgoing: dict[str, list[Edge]] = {}
        self._add_level(None, document.nodes)

    def _add_level(self, owner: str | None, nodes: tuple[Node, ...]) -> None:
        self.levels[owner] = tuple(node.id for node in nodes)
        for node in nodes:
            self.nodes[node.id] = node
            self.index[node.id] = len(self.index)
            self.owner[node.id] = owner
            self.outgoing.setdefault(node.id, [])
            self.incoming[node.id] = tuple(
                Edge(dependency.node, node.id, dependency.case, position)
                for position, dependency in enumerate(node.depends_on)
            )
            for edge in self.incoming[node.id]:
                self.outgoing.setdefault(edge.source, []).append(edge)
            if isinstance(node, TeamNode):
                self._add_level(node.id, node.nodes)
            elif isinstance(node, MapNode | FoldNode) and node.body.graph is not None:
                self._add_level(node.id, node.body.graph.nodes)

    def __iter__(self) -> Iterator[Node]:
        return iter(self.nodes.values())

    def body_node(self, owner: str) -> str | None:
        """The id of the node that a map or fold runs as its body, when the body is one node."""
        node = self.nodes[owner]
        return node.body.node if isinstance(node, MapNode | FoldNode) else None

    def sinks(self, level: str | None) -> tuple[str, ...]:
        """The nodes of a level on which no other node depends, bodies left out, in document order."""
        bodies = {body for id in self.levels[level] if (body := self.body_node(id)) is not None}
        return tuple(id for id in self.levels[level] if not self.outgoing[id] and id not in bodies)
