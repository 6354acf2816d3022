"""The nodes that a node holds: a team's, or those of the graph that a map or fold has as its body."""

from __future__ import annotations

from collections.abc import Iterator

from orchestration.graph.document import Document
from orchestration.graph.nodes import HOLDING_KINDS, Body, FoldNode, MapNode, Node, Subgraph, TeamNode


def contents_of(node: Node) -> tuple[Node, ...] | None:
    """None for a node that cannot hold any."""
    if node.kind not in HOLDING_KINDS:
        return None
    if isinstance(node, TeamNode):
        return node.nodes
    if isinstance(node, MapNode | FoldNode) and node.body.graph is not None:
        return node.body.graph.nodes
    return None


def with_contents(node: Node, nodes: tuple[Node, ...]) -> Node:
    if isinstance(node, TeamNode):
        return node.model_copy(update={"nodes": nodes})
    if isinstance(node, MapNode | FoldNode) and node.body.graph is not None:
        return node.model_copy(update={"body": Body(graph=Subgraph(nodes=nodes))})
    return node


def shell_of(node: Node) -> Node:
    """The node alone, without what it holds."""
    return with_contents(node, ()) if contents_of(node) else node


def walk(nodes: tuple[Node, ...], owner: str | None = None) -> Iterator[tuple[Node, str | None, int]]:
    """Each node in pre-order, with the id of its holder and its place there."""
    for place, node in enumerate(nodes):
        yield node, owner, place
        if held := contents_of(node):
            yield from walk(held, node.id)


def find_node(document: Document, id: str) -> Node | None:
    return next((node for node, _, _ in walk(document.nodes) if node.id == id), None)
