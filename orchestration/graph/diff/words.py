"""How operations speak of nodes: by their titles, for people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from orchestration.graph.diff.contents import walk
from orchestration.graph.document import Document
from orchestration.graph.nodes import Dependency, Node

_SHOWN = 3


class Words:
    """The names of one document's nodes. An id that it does not have is its own name."""

    def __init__(self, document: Document, given: Mapping[str, Node] | None = None) -> None:
        self._document = document
        self._given = given or {}

    def node(self, id: str) -> Node | None:
        if id in self._given:
            return self._given[id]
        found = self.standing(id)
        return None if found is None else found[0]

    def standing(self, id: str) -> tuple[Node, str | None] | None:
        """A node of the document itself, and what holds it."""
        return self._nodes.get(id)

    @cached_property
    def _nodes(self) -> dict[str, tuple[Node, str | None]]:
        return {node.id: (node, owner) for node, owner, _ in walk(self._document.nodes)}

    def name(self, id: str) -> str:
        node = self.node(id)
        return f"“{id}”" if node is None else title(node)

    def names(self, ids: Iterable[str]) -> str:
        return listed([self.name(id) for id in ids])

    def kind_and_name(self, id: str) -> str:
        node = self.node(id)
        return f"“{id}”" if node is None else f"{node.kind} {title(node)}"

    def edge(self, dependency: Dependency) -> str:
        """What is needed, with the case that labels the edge."""
        return self.edge_to(dependency.node, dependency.case)

    def edge_to(self, id: str, case: str | None) -> str:
        return self.name(id) if case is None else f"{self.name(id)} (case “{case}”)"

    def speaking_of(self, nodes: Iterable[Node]) -> Words:
        """The same words for a document that also has these nodes."""
        return Words(self._document, {**self._given, **{node.id: node for node in nodes}})


def title(node: Node) -> str:
    return f"“{node.title or node.id}”"


def field_words(names: Iterable[str]) -> str:
    return listed([name.replace("_", " ") for name in names])


def listed(parts: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``, ``a, b, c and 4 more``."""
    if len(parts) > _SHOWN + 1:
        return f"{', '.join(parts[:_SHOWN])} and {len(parts) - _SHOWN} more"
    return " and ".join(part for part in (", ".join(parts[:-1]), *parts[-1:]) if part)
