"""A document as flat nodes, and what is different after a change: what a browser keeps and takes."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import Any

from orchestration.graph.diff.contents import shell_of, walk
from orchestration.graph.diff.difference import Layout, difference
from orchestration.graph.diff.inverting import graph_change, node_restoration
from orchestration.graph.diff.registry import GraphDiff
from orchestration.graph.diff.sameness import identical
from orchestration.graph.diff.set_graph import GraphFields, SetGraph
from orchestration.graph.document import Document

_NOT_OWN = ("schema_version", "nodes")


@dataclass(frozen=True, slots=True)
class Step:
    """From one document to the next. `patch` is {graph: own fields or None, nodes: {id: {node, team, at}
    or None}}; `inverse` leads back. Both are empty when the documents say the same. `layout` is that of
    the next one.
    """

    patch: dict[str, Any]
    inverse: list[GraphDiff]
    layout: Layout

    def __bool__(self) -> bool:
        return bool(self.inverse)


def step_between(old: Layout, after: Document) -> Step:
    """What a change from one document to another did. Nodes that both share are not looked into.

    The order of an object's keys counts here, since forms show the fields of a schema in that order.
    """
    new = Layout(after)
    named = difference(old, new).named()
    named += _respelled(old, new, set(named))
    back = graph_change(after, old.document) or _fields_respelled(after, old.document)
    nodes = {id: _placed(new, id) if id in new.nodes else None for id in named}
    patch = {"graph": graph_fields(after) if back else None, "nodes": nodes}
    return Step(patch, [*back, *node_restoration(new, old, named)], new)


def _respelled(old: Layout, new: Layout, but: Container[str]) -> list[str]:
    """Nodes that say the same in another order of keys."""
    apart = [id for id, node in new.nodes.items() if old.nodes.get(id, node) is not node and id not in but]
    return [
        id for id in apart if not identical(shell_of(old.nodes[id]), shell_of(new.nodes[id]), ordered=True)
    ]


def _fields_respelled(old: Document, new: Document) -> list[GraphDiff]:
    fields = {
        name: getattr(new, name)
        for name in GraphFields.model_fields
        if not identical(getattr(old, name), getattr(new, name), ordered=True)
    }
    return [SetGraph.model_validate({"set": GraphFields(**fields)})] if fields else []


def graph_fields(document: Document) -> dict[str, Any]:
    """What a document says of itself: name, goal, defaults, budget, input_schema, those that are set."""
    value = document.model_copy(update={"nodes": ()}).to_value()
    return {name: item for name, item in value.items() if name not in _NOT_OWN}


def flat_nodes(document: Document) -> Iterator[dict[str, Any]]:
    """Every node in document order as {node, team, at}: alone, with what holds it and its place there."""
    for node, team, at in walk(document.nodes):
        yield {"node": shell_of(node).to_value(), "team": team, "at": at}


def _placed(layout: Layout, id: str) -> dict[str, Any]:
    node = shell_of(layout.nodes[id]).to_value()
    return {"node": node, "team": layout.home[id], "at": layout.place[id]}
