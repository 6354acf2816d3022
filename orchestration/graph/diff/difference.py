"""What differs between two documents, node by node; shared nodes are not looked into."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

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
    """Ids of nodes that are gone, new, different in fields of their own, or elsewhere.

    Elsewhere is with another holder or in another order among siblings; what only shifts because
    siblings come or go is not. `removed` is in the old order, the others in the new one.
    """

    removed: list[str]
    added: list[str]
    changed: list[str]
    moved: list[str]

    def named(self) -> list[str]:
        return list(dict.fromkeys([*self.removed, *self.added, *self.changed, *self.moved]))


def difference(old: Layout, new: Layout) -> Difference:
    kept = [id for id in new.nodes if id in old.nodes]
    moved = {id for id in kept if old.home[id] != new.home[id]}
    for owner in new.levels.keys() & old.levels.keys():
        places = [old.place[id] for id in new.levels[owner] if old.home.get(id, id) == owner]
        if any(after < before for before, after in pairwise(places)):
            steady = set(longest_rising(places))
            moved |= {old.levels[owner][place] for place in places if place not in steady}
    return Difference(
        removed=[id for id in old.nodes if id not in new.nodes],
        added=[id for id in new.nodes if id not in old.nodes],
        changed=[id for id in kept if not _same_shell(old.nodes[id], new.nodes[id])],
        moved=[id for id in kept if id in moved],
    )


def changed_fields(old: Node, new: Node) -> list[str]:
    """The fields that differ, but for `id`, `depends_on` and what the nodes hold."""
    one, other = shell_of(old), shell_of(new)
    fields = {**type(new).model_fields, **type(old).model_fields}
    return [
        name
        for name, field in fields.items()
        if name not in ("id", "depends_on")
        and not identical(getattr(one, name, field.default), getattr(other, name, field.default))
    ]


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
