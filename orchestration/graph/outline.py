"""Every node of a document with its place, in pre-order; made for documents that may be wrong.

Unlike a Topology it keeps nodes whose id is used twice, and knows the JSON path of each.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from orchestration.graph.document import Document
from orchestration.graph.nodes import (
    HOLDING_KINDS,
    RUNNING_KINDS,
    BestBy,
    BranchNode,
    ExpressionWhen,
    FoldNode,
    MapNode,
    Node,
    TeamNode,
)
from orchestration.graph.problems import Level, Problem, ProblemCode


@dataclass(slots=True)
class LevelOfNodes:
    """Sibling nodes; `owner` is the team, map or fold that holds them, None at the top (`depth` 1)."""

    owner: Entry | None
    path: str
    depth: int
    in_body: bool
    entries: list[Entry] = field(default_factory=list)
    by_id: dict[str, Entry] = field(default_factory=dict)


@dataclass(slots=True)
class Entry:
    node: Node
    path: str
    level: LevelOfNodes
    id: str
    # The first map or fold beside it that runs this node as its body.
    body_of: Entry | None = None

    _expressions: list[tuple[str, str]] | None = None

    @property
    def expressions(self) -> list[tuple[str, str]]:
        """Each as (place below the node, text)."""
        if self._expressions is None:
            self._expressions = expressions_of(self.node)
        return self._expressions

    @property
    def is_body(self) -> bool:
        return self.body_of is not None

    @property
    def in_body(self) -> bool:
        return self.level.in_body or self.body_of is not None

    def problem(
        self, code: ProblemCode, level: Level, where: str, message: str, suggestion: str | None = None
    ) -> Problem:
        """A problem at `where` (``.tool``, ``[0]`` …) below this node."""
        return Problem(code, level, self.id, self.path + where, message, suggestion)


class Outline:
    """All nodes in pre-order, all lists of siblings, and the first node of each id."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.entries: list[Entry] = []
        self.levels: list[LevelOfNodes] = []
        self.by_id: dict[str, Entry] = {}
        self._walk()

    def branches(self) -> list[tuple[Entry, BranchNode]]:
        return [(entry, entry.node) for entry in self.entries if entry.node.kind == "branch"]

    def _walk(self) -> None:
        todo: list[tuple[LevelOfNodes, tuple[Node, ...]] | Entry] = []
        top = LevelOfNodes(owner=None, path="$.nodes", depth=1, in_body=False)
        todo.append((top, self.document.nodes))
        while todo:
            item = todo.pop()
            if isinstance(item, Entry):
                self.entries.append(item)
                self.by_id.setdefault(item.id, item)
                if (held := _held(item)) is not None:
                    todo.append(held)
                continue
            level, nodes = item
            self.levels.append(level)
            level.entries = [
                Entry(node, f"{level.path}[{place}]", level, node.id) for place, node in enumerate(nodes)
            ]
            for entry in level.entries:
                level.by_id.setdefault(entry.id, entry)
            for entry in level.entries:
                if entry.node.kind not in RUNNING_KINDS:
                    continue
                body = body_of(entry.node)
                owned = level.by_id.get(body) if body is not None else None
                if owned is not None and owned.body_of is None:
                    owned.body_of = entry
            todo += reversed(level.entries)


def expressions_of(node: Node) -> list[tuple[str, str]]:
    """Each expression of a node as (place below the node, text)."""
    found = [(f".input{member(name)}", text) for name, text in node.input.items()] if node.input else []
    if node.kind == "agent" or node.kind == "tool":
        predicate = node.verify_predicate
        if predicate is not None and predicate.kind == "expression":
            found.append((".verify_predicate.value", predicate.value))
    elif node.kind == "branch":
        for place, case in enumerate(node.cases):
            if isinstance(case.when, ExpressionWhen):
                found.append((f".cases[{place}].when.value", case.when.value))
    elif node.kind == "map":
        found.append((".over", node.over))
    elif node.kind == "fold":
        if node.stop_when is not None:
            found.append((".stop_when", node.stop_when))
        if isinstance(node.join, BestBy):
            found.append((".join.best_by", node.join.best_by))
    return found


def member(name: str) -> str:
    return f".{name}" if name.isidentifier() else f'["{name}"]'


def body_of(node: Node) -> str | None:
    """The id of the sibling that a map or fold runs as its body."""
    if node.kind not in RUNNING_KINDS:
        return None
    return node.body.node if isinstance(node, (MapNode, FoldNode)) else None


def _held(entry: Entry) -> tuple[LevelOfNodes, tuple[Node, ...]] | None:
    node, depth = entry.node, entry.level.depth + 1
    if node.kind not in HOLDING_KINDS:
        return None
    if isinstance(node, TeamNode):
        return LevelOfNodes(entry, f"{entry.path}.nodes", depth, entry.in_body), node.nodes
    if isinstance(node, MapNode | FoldNode) and node.body.graph is not None:
        return LevelOfNodes(entry, f"{entry.path}.body.graph.nodes", depth, True), node.body.graph.nodes
    return None
