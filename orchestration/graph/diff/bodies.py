"""The rules about nodes that a map or fold runs as its body: one owner, no edge, never alone."""

from __future__ import annotations

from collections.abc import Iterable

from orchestration.graph.diff.errors import DiffCode, Refusal
from orchestration.graph.diff.sketch import Sketch
from orchestration.graph.outline import body_of


def is_body(sketch: Sketch, id: str) -> bool:
    return bool(sketch.owners.get(id))


def refuse_body(sketch: Sketch, id: str, what: str, code: DiffCode = DiffCode.INVALID_NODE) -> None:
    """Raises Refusal, which says that the body cannot `what`, if `id` is a body."""
    if owner := next(iter(sketch.owners.get(id, ())), None):
        raise Refusal(code, f"“{id}” is the body of “{owner}”, so it cannot {what}.", node=id)


def with_bodies(sketch: Sketch, ids: Iterable[str]) -> dict[str, None]:
    """`ids` and the bodies that follow them, a body's own body too."""
    found: dict[str, None] = {}
    for id in ids:
        follows: str | None = id
        while follows is not None and follows not in found:
            found[follows] = None
            follows = body_of(sketch.nodes[follows])
    return found


def drop_orphan(sketch: Sketch, body: str) -> None:
    """Remove what was the body of a node that is gone, and its own body, unless someone owns it again."""
    follows: str | None = body
    while follows is not None and follows in sketch.nodes and not is_body(sketch, follows):
        node = sketch.nodes[follows]
        sketch.remove(follows)
        follows = body_of(node)
