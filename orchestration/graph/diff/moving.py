"""What a restore says when all it does is to put nodes elsewhere, as an editor does that moves them."""

from __future__ import annotations

from collections.abc import Iterable

from orchestration.graph.diff.contents import shell_of
from orchestration.graph.diff.sameness import identical
from orchestration.graph.diff.words import Words
from orchestration.graph.nodes import Node


def moving(nodes: Iterable[tuple[Node, str | None]], words: Words) -> str | None:
    """``Moved “Check” into “Review”, without 2 dependencies``; None if anything else is done.

    `nodes` are the nodes restored, each with what will hold it. A move may take dependencies away, since
    none can lead into a team or out of it; the nodes that they come from are then named too.
    """
    nodes = list(nodes)
    moved: list[tuple[str, str | None]] = []
    lost = 0
    for node, holder in nodes:
        now = words.standing(node.id)
        if now is None:
            return None
        left = set(node.depends_on)
        gone = [edge for edge in now[0].depends_on if edge not in left]
        if not left.issubset(now[0].depends_on) or not identical(_but_edges(now[0]), _but_edges(node)):
            return None
        lost += len(gone)
        if holder != now[1]:
            moved.append((node.id, holder))
    if not moved:
        return None if lost else f"Moved {words.names(node.id for node, _ in nodes)}"
    where = _where({holder for _, holder in moved}, words)
    edges = f", without {lost} {'dependency' if lost == 1 else 'dependencies'}" if lost else ""
    return f"Moved {words.names(id for id, _ in moved)}{where}{edges}"


def _where(holders: set[str | None], words: Words) -> str:
    if len(holders) > 1:
        return ""
    (holder,) = holders
    return " to the top level" if holder is None else f" into {words.name(holder)}"


def _but_edges(node: Node) -> Node:
    return shell_of(node).model_copy(update={"depends_on": ()})
