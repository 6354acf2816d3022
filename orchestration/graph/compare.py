"""From one document to another: as a short list of diffs, and as sets of nodes for a picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

from orchestration.graph.diff.applying import apply
from orchestration.graph.diff.contents import contents_of, walk, with_contents
from orchestration.graph.diff.difference import Layout, changed_fields, difference
from orchestration.graph.diff.errors import DiffError
from orchestration.graph.diff.guessing import guess
from orchestration.graph.diff.inverting import graph_change, node_restoration
from orchestration.graph.diff.registry import GraphDiff
from orchestration.graph.diff.sameness import identical
from orchestration.graph.document import Document
from orchestration.graph.nodes import Node


class ChangedNodes(TypedDict):
    """Ids of nodes. `changed` gives the fields, in the order of the model.

    `changed` does not count `depends_on` (that is `rerouted`), nor what a node holds; ``team`` stands
    for another holder, ``place`` for another order among siblings that are in both documents.
    """

    added: list[str]
    removed: list[str]
    changed: dict[str, list[str]]
    rerouted: list[str]


def compare(old: Document, new: Document) -> list[GraphDiff]:
    """Diffs with ``apply(old, compare(old, new)) == new``; both documents have to be well-formed.

    What a person would have done, as far as that can be told; where it cannot, or where it would be
    long, at most one `set_graph` and one `restore`. Empty for equal documents.
    """
    if old is new:
        return []
    new = sharing(old, new)
    own = graph_change(old, new)
    exact = [*own, *node_restoration(Layout(old), Layout(new))]
    if len(exact) == len(own):
        return exact
    told = guess(old, new)
    if told is None:
        return exact
    try:
        result = apply(old, [*own, *told])
    except DiffError:
        return exact
    return [*own, *told] if identical(result, new) else exact


def changed_nodes(old: Document, new: Document) -> ChangedNodes:
    """What an overlay marks. `removed` is in the old document's pre-order, all else in the new one's."""
    before, after = Layout(old), Layout(new)
    found = difference(before, after)
    moved = set(found.moved)
    changed: dict[str, list[str]] = {}
    rerouted = []
    for id in after.nodes:
        if id not in before.nodes or (before.nodes[id] is after.nodes[id] and id not in moved):
            continue
        one, other = before.nodes[id], after.nodes[id]
        fields = changed_fields(one, other)
        if before.home[id] != after.home[id]:
            fields.append("team")
        elif id in moved:
            fields.append("place")
        if fields:
            changed[id] = fields
        if one.depends_on != other.depends_on:
            rerouted.append(id)
    return ChangedNodes(added=found.added, removed=found.removed, changed=changed, rerouted=rerouted)


def sharing(old: Document, new: Document) -> Document:
    """`new` with the very nodes of `old` where both say the same.

    Two documents that were read apart share nothing, and each look at their differences then compares
    every value again; shared nodes are passed over.
    """
    known = {node.id: node for node, _, _ in walk(old.nodes)}
    nodes = _shared_level(new.nodes, known)
    return new if nodes is new.nodes else new.model_copy(update={"nodes": nodes})


def _shared_level(nodes: tuple[Node, ...], known: Mapping[str, Node]) -> tuple[Node, ...]:
    shared = tuple(_shared(node, known) for node in nodes)
    return nodes if all(one is other for one, other in zip(shared, nodes, strict=True)) else shared


def _shared(node: Node, known: Mapping[str, Node]) -> Node:
    other = known.get(node.id)
    if other is node:
        return node
    if held := contents_of(node):
        level = _shared_level(held, known)
        node = node if level is held else with_contents(node, level)
    return other if other is not None and identical(other, node, ordered=True) else node
