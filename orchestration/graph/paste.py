"""Copies of nodes, of this or another document, as diffs that add them under ids of their own."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from orchestration.graph.diff.add_remove import AddNode
from orchestration.graph.diff.contents import contents_of, walk, with_contents
from orchestration.graph.diff.keys import Keys
from orchestration.graph.diff.sketch import Sketch, needs_of
from orchestration.graph.document import Document, document_from_value
from orchestration.graph.nodes import Body, Dependency, Node
from orchestration.graph.outline import body_of
from orchestration.graph.problems import DocumentInvalid, Problem, ProblemCode
from orchestration.graph.validation import structure_problems

_LONGEST_ID = 64
_NUMBERED = re.compile(r"(.*[^-_])[-_][0-9]+")

Nodes = tuple[Node, ...]


def paste_diffs(
    document: Document, nodes: list[Any], *, team: str | None = None, keep_needs: bool = False
) -> list[AddNode]:
    """Diffs that add `nodes`, JSON as in a document, at the end of what `team` holds, in their order.

    What needs or runs one of the others follows its new id, and so do expressions. Needs of any other node
    are dropped; with `keep_needs` only those that cannot be there. A map or fold whose body stands in
    `document` beside it brings that body along. Raises DocumentInvalid with the paths in `nodes`, and
    Refusal when an expression would become too long.
    """
    given = _with_bodies(document, _without_held(document_from_value({"name": "-", "nodes": nodes}).nodes))
    inner = {node.id for node in given}
    fragment = Document(name="-", nodes=tuple(_needing(node, inner) for node in given))
    if problems := structure_problems(fragment):
        raise DocumentInvalid(problems)
    names = fresh_ids(document, [node.id for node, _, _ in walk(given)])
    # Keys are looked up where every need is still there: what a value was keyed by does not change.
    keys = Keys(Sketch(Document(name="-", nodes=given)), names).changes() if names else {}
    beside = _held_by(document, team)
    kept = _may_be_needed(beside) if keep_needs else frozenset()
    bodies = {body for node in given if (body := body_of(node)) is not None}
    copies = [
        _copied(_needing(node, inner | (set() if node.id in bodies else kept)), names, keys, inner)
        for node in given
    ]
    return list(_in_order(copies, len(beside), team))


def fresh_ids(document: Document, ids: Iterable[str]) -> dict[str, str]:
    """New ids for those of `ids` that the document uses: the old ones with -2, -3 … behind them.

    No new id is one of `ids`, so the renames may happen in any order.
    """
    used = {node.id for node, _, _ in walk(document.nodes)}
    ids = list(ids)
    taken = used | set(ids)
    numbers: dict[str, int] = {}
    found = {}
    for id in ids:
        if id not in used:
            continue
        stem = numbered[1] if (numbered := _NUMBERED.fullmatch(id)) else id
        number = numbers.get(stem, 2)
        while (new := _numbered(stem, number)) in taken:
            number += 1
        numbers[stem] = number + 1
        taken.add(new)
        found[id] = new
    return found


def _numbered(stem: str, number: int) -> str:
    suffix = f"-{number}"
    return stem[: _LONGEST_ID - len(suffix)] + suffix


def _without_held(nodes: Nodes) -> Nodes:
    """Whoever selects a team and something in it means the team."""
    held = {node.id: node for node, owner, _ in walk(nodes) if owner is not None}
    return tuple(node for node in nodes if held.get(node.id) != node)


def _with_bodies(document: Document, nodes: Nodes) -> Nodes:
    """And the bodies that were not given, as long as the document has the very owner."""
    known = {node.id: node for node, _, _ in walk(document.nodes)}
    found = {node.id: node for node in nodes}
    for node in nodes:
        owner = node
        while (body := body_of(owner)) is not None and body not in found:
            if owner.id not in known or body_of(known[owner.id]) != body:
                raise DocumentInvalid([_no_body(nodes, node, owner, body)])
            owner = found[body] = known[body]
    return tuple(found.values()) if len(found) > len(nodes) else nodes


def _no_body(nodes: Nodes, node: Node, owner: Node, body: str) -> Problem:
    path = f"$.nodes[{nodes.index(node)}].body.node"
    message = f"“{owner.id}” has the body “{body}”, which is not among what is pasted."
    return Problem(ProblemCode.UNKNOWN_BODY, "well_formed", owner.id, path, message)


def _needing(node: Node, known: set[str] | frozenset[str]) -> Node:
    """The node with those of its needs that are known."""
    kept = tuple(edge for edge in node.depends_on if edge.node in known)
    return node if len(kept) == len(node.depends_on) else node.model_copy(update={"depends_on": kept})


def _copied(
    node: Node, names: Mapping[str, str], keys: Mapping[str, dict[str, Any]], siblings: set[str]
) -> Node:
    """The node under its new id, and so all that it holds; `siblings` are pasted beside it."""
    fields: dict[str, Any] = dict(keys.get(node.id, {}))
    if node.id in names:
        fields["id"] = names[node.id]
    if any(edge.node in names and edge.node in siblings for edge in node.depends_on):
        fields["depends_on"] = tuple(
            Dependency(node=names[edge.node], case=edge.case)
            if edge.node in names and edge.node in siblings
            else edge
            for edge in node.depends_on
        )
    if (body := body_of(node)) is not None and body in names:
        fields["body"] = Body(node=names[body])
    copy = node.model_copy(update=fields) if fields else node
    if held := contents_of(node):
        inside = {child.id for child in held}
        copy = with_contents(copy, tuple(_copied(child, names, keys, inside) for child in held))
    return copy


def _may_be_needed(nodes: Nodes) -> frozenset[str]:
    bodies = {body_of(node) for node in nodes}
    return frozenset(node.id for node in nodes if node.id not in bodies)


def _held_by(document: Document, team: str | None) -> Nodes:
    """Nothing if there is no such holder: adding to it will be refused."""
    if team is None:
        return document.nodes
    holders = (contents_of(node) for node, _, _ in walk(document.nodes) if node.id == team)
    return next(holders, None) or ()


def _in_order(nodes: list[Node], start: int, team: str | None) -> Iterator[AddNode]:
    """Each after those that it needs, put where it stands among those that are there already."""
    places: list[int] = []
    for place in _needs_first(nodes):
        before = bisect_left(places, place)
        places.insert(before, place)
        yield AddNode(node=nodes[place], team=team, at=start + before)


def _needs_first(nodes: list[Node]) -> Iterator[int]:
    """Places in `nodes`, which have no cycle, in an order in which they can be added."""
    place_of = {node.id: place for place, node in enumerate(nodes)}
    done: set[str] = set()
    for place, node in enumerate(nodes):
        todo = [(place, iter(needs_of(node)))]
        while todo:
            here, needs = todo[-1]
            need = next((id for id in needs if id in place_of and id not in done), None)
            if need is not None:
                todo.append((place_of[need], iter(needs_of(nodes[place_of[need]]))))
                continue
            todo.pop()
            if nodes[here].id not in done:
                done.add(nodes[here].id)
                yield here
