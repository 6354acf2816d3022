"""Undoing: the way from one document back to another, as diffs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from orchestration.graph.diff.applying import apply
from orchestration.graph.diff.contents import shell_of
from orchestration.graph.diff.difference import Layout, difference
from orchestration.graph.diff.registry import GraphDiff
from orchestration.graph.diff.restore import Placed, Restore, fingerprint
from orchestration.graph.diff.sameness import identical
from orchestration.graph.diff.set_graph import GraphFields, SetGraph
from orchestration.graph.document import Document
from orchestration.graph.validation import DEFAULT_LIMITS
from orchestration.graph.wellformed import Limits


def invert(document: Document, diff: GraphDiff, *, limits: Limits = DEFAULT_LIMITS) -> list[GraphDiff]:
    """What undoes `diff` exactly once it is applied to `document`. Raises DiffError if it cannot be.

    ``apply(apply(document, [diff]), invert(document, diff)) == document``, the order of nodes included.
    Empty if the diff changes nothing.
    """
    return way_back(document, apply(document, [diff], limits=limits))


def way_back(before: Document, after: Document) -> list[GraphDiff]:
    """At most one `set_graph` and one `restore` that turn `after` into `before`.

    One call serves several diffs at once. A node that someone changes in the meantime is protected: the
    restore expects to find each node as it is in `after`.
    """
    return [*graph_change(after, before), *node_restoration(Layout(after), Layout(before))]


def graph_change(old: Document, new: Document) -> list[GraphDiff]:
    """The `set_graph` that gives `old` the own fields of `new`, if any differ."""
    if old is new:
        return []
    changes: dict[str, Any] = {}
    unset = []
    for name in GraphFields.model_fields:
        value, default = getattr(new, name), Document.model_fields[name].default
        if identical(getattr(old, name), value):
            continue
        if identical(value, default):
            unset.append(name)
        else:
            changes[name] = value
    if not changes and not unset:
        return []
    return [SetGraph.model_validate({"set": GraphFields(**changes), "unset": unset})]


def node_restoration(old: Layout, new: Layout, named: Sequence[str] | None = None) -> list[GraphDiff]:
    """The `restore` that gives the old document the nodes of the new one, if any differ.

    `named` are the nodes that differ, if that is known. They are the same on the way there and back: the
    others stand in one order in both documents.
    """
    named = difference(old, new).named() if named is None else named
    if not named:
        return []
    nodes = {
        id: Placed(node=shell_of(new.nodes[id]), team=new.home[id], at=new.place[id])
        if id in new.nodes
        else None
        for id in named
    }
    expected = {id: fingerprint(old.nodes[id], old.home[id]) if id in old.nodes else None for id in named}
    return [Restore(nodes=nodes, expected=expected)]
