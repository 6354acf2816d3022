"""What differs between two documents, node by node; shared nodes are not looked into."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from orchestration.graph.diff.contents import contents_of, shell_of
from orchestration.graph.diff.sameness import identical
from orchestration.graph.document import Document
from orchestration.graph.nodes import Node


class Layout:
    """Each node of a document with its holder, in pre-order, and the ids of each level in order."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.nodes: dict[str, Node] = {}
        self.home: dict[str, str | None] = {}
        self.place: dict[str, int] = {}
        self.levels: dict[str | None, list[str]] = {}
        self._add(None, document.nodes)

    def _add(self, owner: str | None, nodes: tuple[Node, ...]) -> None:
        self.levels[owner] = [node.id for node in nodes]
        for place, node in enumerate(nodes):
            self.nodes[node.id] = node
            self.home[node.id] = owner
            self.place[node.id] = place
            if (held := contents_of(node)) is not None:
                self._add(node.id, held)


@dataclass(frozen=True, slots=True)
class Difference:
    """Ids, each in one list only: gone, new, with other fields of their own, and the same but elsewhere.

    What only shifts because siblings come or go is nowhere. `removed` is in the old order, the others in
    the new one.
    """

    removed: list[str]
    added: list[str]
    changed: list[str]
    moved: list[str]

    def __bool__(self) -> bool:
        return bool(self.removed or self.added or self.changed or self.moved)


def difference(old: Layout, new: Layout) -> Difference:
    removed = [id for id in old.nodes if id not in new.nodes]
    added = [id for id in new.nodes if id not in old.nodes]
    kept = [id for id in new.nodes if id in old.nodes]
    changed = [id for id in kept if not _same_shell(old.nodes[id], new.nodes[id])]
    moved = {id for id in kept if old.home[id] != new.home[id]}
    for owner, ids in new.levels.items():
        if owner in old.levels:
            places = [old.place[id] for id in ids if id in old.home and old.home[id] == owner]
            steady = longest_rising(places)
            moved |= {old.levels[owner][place] for place in places} - {
                old.levels[owner][place] for place in steady
            }
    other = set(changed)
    return Difference(removed, added, changed, [id for id in kept if id in moved and id not in other])


def longest_rising(numbers: Sequence[int]) -> list[int]:
    """A longest rising subsequence of distinct numbers: what need not move when all are put in order."""
    tails: list[int] = []
    ends: list[int] = []
    before: list[int | None] = []
    for place, number in enumerate(numbers):
        length = bisect_left(tails, number)
        before.append(ends[length - 1] if length else None)
        tails[length : length + 1] = [number]
        ends[length : length + 1] = [place]
    found = []
    step = ends[-1] if ends else None
    while step is not None:
        found.append(numbers[step])
        step = before[step]
    return found[::-1]


def _same_shell(one: Node, other: Node) -> bool:
    if one is other:
        return True
    if contents_of(one) is None and contents_of(other) is None:
        return identical(one, other)
    return identical(shell_of(one), shell_of(other))
