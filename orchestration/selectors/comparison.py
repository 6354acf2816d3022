"""Two states of a graph on one canvas: both documents laid over each other, by the ids of their nodes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from orchestration.graph.compare import ChangedNodes, changed_nodes, compare, sharing
from orchestration.graph.diff import describe_all
from orchestration.graph.diff.contents import shell_of
from orchestration.graph.diff.set_graph import GraphFields
from orchestration.graph.document import Document
from orchestration.graph.topology import Topology
from orchestration.selectors.draft_views import Comparison, FieldChange, Mark, OverlayEdge, OverlayNode

# What a node is, and what the canvas draws apart from it.
_NOT_FIELDS = frozenset({"id", "nodes"})


def comparison(old: Document, new: Document, *, names: tuple[str, str]) -> Comparison:
    """What turns `old` into `new`; `names` are those of the two states."""
    new = sharing(old, new)
    before, after = Topology(old), Topology(new)
    diffs = compare(old, new)
    return Comparison(
        old=names[0],
        new=names[1],
        words=describe_all(diffs, old),
        diffs=[diff.to_value() for diff in diffs],
        graph=list(_changes(_graph_value(old), _graph_value(new), GraphFields.model_fields)),
        nodes=_nodes(before, after, changed_nodes(old, new)),
        edges=list(_edges(before, after)),
    )


def _graph_value(document: Document) -> dict[str, Any]:
    alone = document.model_copy(update={"nodes": ()})
    return {name: value for name, value in alone.to_value().items() if name in GraphFields.model_fields}


def _nodes(before: Topology, after: Topology, changed: ChangedNodes) -> list[OverlayNode]:
    marks: dict[str, Mark] = {
        **dict.fromkeys(changed["rerouted"], "rerouted"),
        **dict.fromkeys(changed["changed"], "changed"),
        **dict.fromkeys(changed["added"], "added"),
        **dict.fromkeys(changed["removed"], "removed"),
    }
    rerouted = set(changed["rerouted"])
    found = []
    for id in _in_order(before, after):
        there = after if id in after.nodes else before
        node = there.nodes[id]
        names = [*changed["changed"].get(id, ()), *(("depends_on",) if id in rerouted else ())]
        mark = marks.get(id, "same")
        fields = _fields(before, after, id, names) if mark != "same" else []
        if mark == "changed" and not fields:
            # Its siblings went round it: it stands at the place that it had.
            mark = "same"
        found.append(
            OverlayNode(
                id=id,
                title=node.title or id,
                kind=node.kind,
                team=there.owner[id],
                mark=mark,
                fields=fields,
            )
        )
    return found


def _fields(before: Topology, after: Topology, id: str, names: list[str]) -> list[FieldChange]:
    """All that a node says where it came or went, else the fields that are named."""
    old, new = _node_value(before, id), _node_value(after, id)
    if not old or not new:
        return list(_changes(old, new, {**old, **new}))
    if "place" in names:
        old["place"], new["place"] = _place(before, id), _place(after, id)
    return list(_changes(old, new, names))


def _node_value(topology: Topology, id: str) -> dict[str, Any]:
    """The node's own fields, and its holder as ``team``. Empty where it is not."""
    node = topology.nodes.get(id)
    if node is None:
        return {}
    value = {name: item for name, item in shell_of(node).to_value().items() if name not in _NOT_FIELDS}
    owner = topology.owner[id]
    return value if owner is None else {**value, "team": owner}


def _place(topology: Topology, id: str) -> int:
    """Counted from 1, as people do."""
    return topology.levels[topology.owner[id]].index(id) + 1


def _changes(old: dict[str, Any], new: dict[str, Any], names: Iterable[str]) -> Iterator[FieldChange]:
    for name in names:
        one, other = _text(old, name), _text(new, name)
        if one != other:
            yield FieldChange(field=name, old=one, new=other)


def _text(value: dict[str, Any], name: str) -> str | None:
    return json.dumps(value[name], ensure_ascii=False) if name in value else None


def _in_order(before: Topology, after: Topology) -> Iterator[str]:
    """The new document in pre-order; each removed node behind the sibling that it stood behind."""
    levels = _levels(before, after)
    todo = list(reversed(levels.get(None, ())))
    while todo:
        id = todo.pop()
        yield id
        todo += reversed(levels.get(id, ()))


def _levels(before: Topology, after: Topology) -> dict[str | None, list[str]]:
    levels: dict[str | None, list[str]] = {}
    for owner in {**after.levels, **before.levels}:
        now = after.levels.get(owner, ())
        standing = set(now)
        behind: dict[str | None, list[str]] = {}
        last: str | None = None
        for id in before.levels.get(owner, ()):
            if id in standing:
                last = id
            elif id not in after.nodes:
                behind.setdefault(last, []).append(id)
        levels[owner] = behind.get(None, []) + [one for id in now for one in (id, *behind.get(id, ()))]
    return levels


def _edges(before: Topology, after: Topology) -> Iterator[OverlayEdge]:
    """The edges of the new document by target, then those that only the old one has."""
    old, new = _keys(before), _keys(after)
    for key in new:
        yield _edge(key, "same" if key in old else "added")
    for key in old:
        if key not in new:
            yield _edge(key, "removed")


_Key = tuple[str, str, str | None]


def _keys(topology: Topology) -> dict[_Key, None]:
    return {
        (edge.source, edge.target, edge.case): None
        for node in topology
        for edge in topology.incoming[node.id]
    }


def _edge(key: _Key, mark: Any) -> OverlayEdge:
    source, target, case = key
    label = "" if case is None else f":{case}"
    return OverlayEdge(id=f"{source}→{target}{label}", source=source, target=target, case=case, mark=mark)
