"""Is the sketch still well-formed? Looks only at what the last diff has touched.

The verdict equals that of `validation.is_well_formed` on the whole document, as long as the document
was well-formed before: that law is tested on random documents and diffs.
"""

from __future__ import annotations

from collections.abc import Container

from orchestration.graph.cycles import find_cycles
from orchestration.graph.diff.errors import DiffCode, Refusal
from orchestration.graph.diff.size import frame_size, generous_size, shell_size, value_depth, written_size
from orchestration.graph.diff.sketch import Marks, Sketch, needs_of
from orchestration.graph.jsontext import LIMIT_DEPTH
from orchestration.graph.nodes import Node, TeamNode
from orchestration.graph.outline import body_of
from orchestration.graph.suggestions import Names
from orchestration.graph.wellformed import Limits

_SHOWN_IN_CYCLE = 12


def check(sketch: Sketch, limits: Limits) -> None:
    """Raises Refusal if the sketch broke a rule since the last check; then forgets what was touched."""
    marks = sketch.marks
    touched = {**marks.changed, **marks.placed}
    for id in touched:
        if id in marks.changed:
            _check_dependencies(sketch, sketch.nodes[id])
        else:
            _check_moved(sketch, sketch.nodes[id])
        _check_body(sketch, id)
    for id in (*marks.placed, *marks.removed):
        _check_left_behind(sketch, id, touched)
    _check_cycles(sketch, marks)
    _check_counts(sketch, limits)
    _check_levels(sketch, marks, limits)
    _check_nesting(sketch, touched, marks)
    _check_size(sketch, marks, limits)
    sketch.marks = Marks()


def _check_dependencies(sketch: Sketch, node: Node) -> None:
    if not node.depends_on:
        return
    nodes, homes, owners = sketch.nodes, sketch.home, sketch.owners
    home = homes[node.id]
    seen = set()
    for dependency in node.depends_on:
        needed = dependency.node
        if (needed, dependency.case) in seen:
            message = f"“{node.id}” names the dependency “{needed}” twice."
            raise Refusal(DiffCode.INVALID_NODE, message, node=node.id)
        seen.add((needed, dependency.case))
        if needed not in nodes:
            raise _unknown(sketch, node.id, needed)
        if homes[needed] != home:
            message = f"“{node.id}” cannot depend on “{needed}”, which stands on another level."
            raise Refusal(DiffCode.UNKNOWN_DEPENDENCY, message, node=node.id)
        if needed in owners and (owner := _owner(sketch, needed)):
            message = f"“{needed}” is the body of “{owner}”, so “{node.id}” cannot depend on it."
            raise Refusal(DiffCode.INVALID_NODE, message, node=node.id)
    if owner := _owner(sketch, node.id):
        message = f"“{node.id}” is the body of “{owner}”, so it cannot depend on anything."
        raise Refusal(DiffCode.INVALID_NODE, message, node=node.id)


def _check_moved(sketch: Sketch, node: Node) -> None:
    """Of a node that only stands elsewhere now; most often, all that it needs has gone with it."""
    homes, owners = sketch.home, sketch.owners
    home = homes[node.id]
    for dependency in node.depends_on:
        if homes.get(dependency.node) != home or owners.get(dependency.node) or dependency.node not in homes:
            _check_dependencies(sketch, node)
            return
    if owners.get(node.id):
        _check_dependencies(sketch, node)


def _check_body(sketch: Sketch, owner: str) -> None:
    body = body_of(sketch.nodes[owner])
    if body is None or body == owner:  # A body of itself is a cycle.
        return
    if body not in sketch.nodes or sketch.home[body] != sketch.home[owner]:
        message = f"“{owner}” has the body “{body}”, but there is no such node beside it."
        raise Refusal(DiffCode.INVALID_NODE, message, node=owner)
    others = [other for other in sketch.owners[body] if other != owner]
    if others:
        message = f"“{body}” is already the body of “{others[0]}”; a body has one owner."
        raise Refusal(DiffCode.INVALID_NODE, message, node=owner)
    if sketch.nodes[body].depends_on or sketch.dependents.get(body):
        message = f"“{body}” cannot be the body of “{owner}” while an edge touches it."
        raise Refusal(DiffCode.INVALID_NODE, message, node=owner)


def _check_left_behind(sketch: Sketch, id: str, touched: Container[str]) -> None:
    """What names a node that has moved or gone, but was not touched itself."""
    for dependent in sketch.dependents.get(id, ()):
        if dependent not in touched:
            _check_dependencies(sketch, sketch.nodes[dependent])
    for owner in sketch.owners.get(id, ()):
        if owner not in touched:
            _check_body(sketch, owner)


def _check_cycles(sketch: Sketch, marks: Marks) -> None:
    """A new cycle runs along a new edge, so only what lies behind those is searched."""
    gained = marks.gained_edges
    needs: dict[str, list[str]] = {}
    # What nobody needs is on no cycle.
    todo = [needed for id, more in gained.items() if _is_needed(sketch, id) for needed in more]
    while todo:
        id = todo.pop()
        if id not in needs and id in sketch.nodes:
            needs[id] = needs_of(sketch.nodes[id])
            todo += needs[id]
    if not gained.keys() & needs.keys():
        return
    for cycle in find_cycles(needs):
        start = next(place for place, id in enumerate(cycle) if id in gained)
        path = (*cycle[start:], *cycle[:start])
        shown = [*path[:_SHOWN_IN_CYCLE], "…"] if len(path) > _SHOWN_IN_CYCLE else path
        message = f"That makes a cycle: {' → '.join([*shown, path[0]])} (each needs the next)."
        raise Refusal(DiffCode.CYCLE, message, node=path[0], cycle=path)


def _is_needed(sketch: Sketch, id: str) -> bool:
    return bool(sketch.dependents.get(id) or sketch.owners.get(id))


def _check_counts(sketch: Sketch, limits: Limits) -> None:
    if len(sketch.nodes) > limits.nodes:
        message = f"The document would have {len(sketch.nodes):,} nodes; the limit is {limits.nodes:,}."
        raise Refusal(DiffCode.LIMIT_EXCEEDED, message)


def _check_levels(sketch: Sketch, marks: Marks, limits: Limits) -> None:
    """Of what was placed or moved: the levels inside it lie deeper now."""
    level_of: dict[str | None, int] = {}
    for id in marks.placed:
        home = sketch.home[id]
        if home not in level_of:
            level_of[home] = _level_below(sketch, home)
        deepest = level_of[home] + (_height(sketch, id) if id in sketch.levels else 0)
        if deepest > limits.levels:
            message = f"“{id}” would bring nodes to level {deepest}; the limit is {limits.levels}."
            raise Refusal(DiffCode.LIMIT_EXCEEDED, message, node=id)


def _level_below(sketch: Sketch, owner: str | None) -> int:
    """1 for the document itself."""
    level = 1
    while owner is not None:
        level, owner = level + 1, sketch.home[owner]
    return level


def _height(sketch: Sketch, id: str) -> int:
    """How many levels a node holds; an empty team holds one."""
    height, ids = 0, [id]
    while holders := [holder for holder in ids if holder in sketch.levels]:
        height += 1
        ids = [child for holder in holders for child in sketch.levels[holder]]
    return height


def _check_nesting(sketch: Sketch, touched: dict[str, None], marks: Marks) -> None:
    """JSON that nests deeper than the reader's limit could never be loaded again.

    What was placed takes with it all that it holds.
    """
    around: dict[str | None, int] = {}
    looked_at = dict(touched)
    todo = [id for id in marks.placed if id in sketch.levels]
    while todo:
        held = sketch.levels[todo.pop()]
        todo += [id for id in held if id in sketch.levels and id not in marks.placed]
        looked_at.update(dict.fromkeys(held))
    for id in looked_at:
        depth = value_depth(sketch.nodes[id])
        if depth == 0:
            continue
        home = sketch.home[id]
        if home not in around:
            around[home] = _depth_around(sketch, home)
        if depth + around[home] > LIMIT_DEPTH:
            message = f"“{id}” would nest its values {depth + around[home]} deep; the limit is {LIMIT_DEPTH}."
            raise Refusal(DiffCode.LIMIT_EXCEEDED, message, node=id)


def _depth_around(sketch: Sketch, owner: str | None) -> int:
    """How deep in the document's JSON a node stands that `owner` holds, itself counted."""
    depth = 3  # The document, its list of nodes, the node.
    while owner is not None:
        # A body has an object for itself and one for its graph.
        depth += 2 if isinstance(sketch.nodes[owner], TeamNode) else 4
        owner = sketch.home[owner]
    return depth


def _check_size(sketch: Sketch, marks: Marks, limits: Limits) -> None:
    """Adds up what was written anew; only where the sum gets near the limit is everything measured."""
    if not marks.changed and not marks.document:
        return
    if sketch.size_bound is not None:
        sketch.size_bound += sum(shell_size(sketch.nodes[id]) for id in marks.changed)
        sketch.size_bound += frame_size(sketch.document()) if marks.document else 0
    else:
        sketch.size_bound = generous_size(sketch.document())
    if sketch.size_bound <= limits.size_bytes:
        return
    sketch.size_bound = written_size(sketch.document())
    if sketch.size_bound > limits.size_bytes:
        size, limit = sketch.size_bound, limits.size_bytes
        message = f"The document would have {size:,} bytes; the limit is {limit:,}."
        raise Refusal(DiffCode.LIMIT_EXCEEDED, message)


def _owner(sketch: Sketch, body: str) -> str | None:
    return next(iter(sketch.owners.get(body, ())), None)


def _unknown(sketch: Sketch, id: str, needed: str) -> Refusal:
    siblings = Names(sibling for sibling in sketch.levels[sketch.home[id]] if sibling != id)
    meant = siblings.closest(needed)
    hint = f" Did you mean “{meant}”?" if meant is not None else ""
    message = f"“{id}” depends on “{needed}”, but there is no such node.{hint}"
    return Refusal(DiffCode.UNKNOWN_DEPENDENCY, message, node=id)
