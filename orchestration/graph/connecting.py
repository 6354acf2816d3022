"""Where an edge may not go, and why, in words for whoever is dragging it.

The verdict equals that of `add_edge` itself: that law is tested on random documents.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from orchestration.graph.diff.contents import shell_of
from orchestration.graph.diff.size import generous_size, written_size
from orchestration.graph.diff.sketch import Sketch
from orchestration.graph.document import Document
from orchestration.graph.nodes import BranchNode, Dependency, Node, TeamNode
from orchestration.graph.validation import DEFAULT_LIMITS
from orchestration.graph.wellformed import Limits

End = Literal["source", "target"]

# A circle up to this long is written out; of a longer one both ends are shown.
_SHOWN_IN_CIRCLE = 6
_LONGEST_NAME = 60
# More bytes than any one edge takes.
_EDGE_BYTES = 2_000


@dataclass(frozen=True, slots=True)
class ForbiddenEnd:
    node: str
    message: str


def forbidden_ends(
    document: Document, node: str, end: End, *, limits: Limits = DEFAULT_LIMITS
) -> list[ForbiddenEnd]:
    """Each node, in pre-order, to which no edge can lead from `node`, which is that `end` of it.

    As a `source` it would be needed by the others, as a `target` it would need them. An edge out of a
    branch follows a case: it is forbidden once every case has its edge to that target. Raises KeyError
    if the document, which has to be well-formed, has no such node.
    """
    sketch = Sketch(document)
    ends = _Ends(sketch, sketch.nodes[node], end)
    sizes = _Sizes(document, limits)
    found = []
    for id in sketch.nodes:
        message = ends.why_not(id) or sizes.why_not(*ends.edge_to(id))
        if message is not None:
            found.append(ForbiddenEnd(id, message))
    return found


def free_cases(target: Node, source: Node) -> list[str | None]:
    """The cases of `source` without an edge to `target`; [None] stands for one free edge without a case."""
    taken = {edge.case for edge in target.depends_on if edge.node == source.id}
    cases: Iterable[str | None] = (None,)
    if isinstance(source, BranchNode) and source.cases:
        cases = dict.fromkeys(case.name for case in source.cases)
    return [case for case in cases if case not in taken]


class _Ends:
    """The rules about one end that stays; `why_not` asks them in the order in which they tell most."""

    def __init__(self, sketch: Sketch, fixed: Node, end: End) -> None:
        self._sketch = sketch
        self._fixed = fixed
        self._end = end
        self._holders = tuple(_holders(sketch, fixed.id))
        self._circles = _Circles(sketch, fixed.id, end)

    def edge_to(self, id: str) -> tuple[Node, Node]:
        """The target and the source of the edge that would be dropped on `id`."""
        other = self._sketch.nodes[id]
        return (other, self._fixed) if self._end == "source" else (self._fixed, other)

    def why_not(self, id: str) -> str | None:
        fixed = self._fixed.id
        if id == fixed:
            return "A node cannot need itself"
        for one in (fixed, id):
            if owner := next(iter(self._sketch.owners.get(one, ())), None):
                return f"{self._name(one)} is the body of {self._name(owner)}; edges cannot touch it"
        if self._sketch.home[id] != self._sketch.home[fixed]:
            return f"{self._where(id)}; an edge stays on one level"
        if (circle := self._circles.through(id)) is not None:
            shown = " → ".join("…" if step is None else _title(self._sketch.nodes[step]) for step in circle)
            return f"They would need each other: {shown}"
        return self._why_not_again(*self.edge_to(id))

    def _where(self, id: str) -> str:
        if id in self._holders:
            return f"{self._name(id)} holds {self._name(self._fixed.id)}"
        home = self._sketch.home[id]
        if home in self._holders or home is None:
            return f"{self._name(id)} stands outside of {self._place(self._holders[0])}"
        return f"{self._name(id)} stands in {self._place(home)}"

    def _place(self, holder: str) -> str:
        what = "team" if isinstance(self._sketch.nodes[holder], TeamNode) else "the body of"
        return f"{what} {self._name(holder)}"

    def _why_not_again(self, target: Node, source: Node) -> str | None:
        if free_cases(target, source):
            return None
        if isinstance(source, BranchNode) and source.cases:
            every = "every case" if len(source.cases) > 1 else "the only case"
            return f"{self._name(target.id)} already follows {every} of {self._name(source.id)}"
        return f"{self._name(target.id)} already needs {self._name(source.id)}"

    def _name(self, id: str) -> str:
        return f"“{_title(self._sketch.nodes[id])}”"


class _Circles:
    """What the fixed end needs, or what needs it, with the shortest way there: walked once for all."""

    def __init__(self, sketch: Sketch, fixed: str, end: End) -> None:
        self._fixed = fixed
        self._end = end
        self._before: dict[str, str] = {}
        # The first step of each way, and how many steps it has.
        self._first: dict[str, str] = {}
        self._length = {fixed: 0}
        todo = deque([fixed])
        while todo:
            id = todo.popleft()
            for next_id in _neighbours(sketch, id, end):
                if next_id not in self._length:
                    self._before[next_id] = id
                    self._first[next_id] = self._first.get(id, next_id)
                    self._length[next_id] = self._length[id] + 1
                    todo.append(next_id)

    def through(self, other: str) -> list[str | None] | None:
        """The circle that an edge to `other` would close, each needing the next; None in it is a gap."""
        if other not in self._length:
            return None
        way = self._way(other)
        return [other, *way] if self._end == "source" else [self._fixed, *reversed(way)]

    def _way(self, other: str) -> list[str | None]:
        if self._length[other] > _SHOWN_IN_CIRCLE:
            return [self._fixed, self._first[other], None, self._before[other], other]
        way: list[str | None] = [other]
        while other != self._fixed:
            other = self._before[other]
            way.append(other)
        return way[::-1]


class _Sizes:
    """Near the limit of a document's size every edge is measured; else none is."""

    def __init__(self, document: Document, limits: Limits) -> None:
        self._left: int | None = None
        if generous_size(document) + _EDGE_BYTES > limits.size_bytes:
            self._left = limits.size_bytes - written_size(document)

    def why_not(self, target: Node, source: Node) -> str | None:
        if self._left is None:
            return None
        shell = shell_of(target)
        edges = (Dependency(node=source.id, case=case) for case in free_cases(target, source))
        grown = (shell.model_copy(update={"depends_on": (*shell.depends_on, edge)}) for edge in edges)
        if min(map(written_size, grown)) - written_size(shell) <= self._left:
            return None
        return "The graph is as large as a graph may be"


def _neighbours(sketch: Sketch, id: str, end: End) -> Iterable[str]:
    if end == "target":
        return sketch.dependents.get(id, ())
    return (edge.node for edge in sketch.nodes[id].depends_on)


def _holders(sketch: Sketch, id: str) -> Iterable[str]:
    """What holds a node, and what holds that, up to the graph."""
    holder = sketch.home[id]
    while holder is not None:
        yield holder
        holder = sketch.home[holder]


def _title(node: Node) -> str:
    title = (node.title or "").strip() or node.id
    return title if len(title) <= _LONGEST_NAME else f"{title[: _LONGEST_NAME - 1]}…"
