"""A document taken apart, so that operations can change a few nodes without reading the others.

It belongs to one call of `apply`: what fails halfway is thrown away. Nodes that no operation touches
go into the new document as the very same objects.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from orchestration.graph.diff.contents import contents_of, with_contents
from orchestration.graph.diff.errors import DiffCode, Refusal
from orchestration.graph.diff.sameness import identical
from orchestration.graph.document import Document
from orchestration.graph.nodes import HOLDING_KINDS, Node
from orchestration.graph.outline import body_of
from orchestration.graph.suggestions import Names


@dataclass(slots=True)
class Marks:
    """What has to be looked at before the next diff may follow. Dicts, because they keep their order.

    `gained_edges` has the nodes that need something new, and what that is.
    """

    changed: dict[str, None] = field(default_factory=dict)
    gained_edges: dict[str, tuple[str, ...]] = field(default_factory=dict)
    placed: dict[str, None] = field(default_factory=dict)
    removed: dict[str, None] = field(default_factory=dict)
    document: bool = False


class Sketch:
    """Ids, levels and edges of a well-formed document, both ways.

    `levels` holds the ids of siblings in order, by the id of what holds them (None: the document).
    `dependents` has who needs a node, `owners` the map or fold whose body it is. The nodes in `nodes`
    may hold outdated contents; `whole` gives them anew.
    """

    def __init__(self, document: Document, size_bound: int | None = None) -> None:
        self.nodes: dict[str, Node] = {}
        self.home: dict[str, str | None] = {}
        self.levels: dict[str | None, list[str]] = {None: [node.id for node in document.nodes]}
        self.dependents: defaultdict[str, dict[str, None]] = defaultdict(dict)
        self.owners: defaultdict[str, dict[str, None]] = defaultdict(dict)
        self.size_bound = size_bound
        self._document = document
        self._stale: set[str | None] = set()
        self.marks = Marks()
        self._index(document.nodes, None)

    # ── reading ──

    def node(self, id: str) -> Node:
        """The node, perhaps with outdated contents. Raises Refusal."""
        found = self.nodes.get(id)
        if found is None:
            meant = Names(self.nodes).closest(id)
            hint = f" Did you mean “{meant}”?" if meant is not None else ""
            raise Refusal(DiffCode.NODE_NOT_FOUND, f"There is no node “{id}”.{hint}", node=id)
        return found

    def level(self, owner: str | None) -> list[str]:
        """The ids that `owner` holds. Raises Refusal if it is nothing that holds nodes."""
        if owner is not None:
            node = self.node(owner)
            if owner not in self.levels:
                message = f"“{owner}” is a {node.kind} node; it holds no nodes."
                raise Refusal(DiffCode.INVALID_TEAM, message, node=owner)
        return self.levels[owner]

    def place_of(self, id: str) -> int:
        return self.levels[self.home[id]].index(id)

    def whole(self, id: str) -> Node:
        """The node with its contents as they are now."""
        if id in self._stale:
            self._stale.discard(id)
            self.nodes[id] = with_contents(self.nodes[id], self._whole_level(id))
        return self.nodes[id]

    def document(self) -> Document:
        """The document as it is now; the very one that came in if nothing has changed."""
        if None in self._stale:
            self._stale.discard(None)
            self._document = self._document.model_copy(update={"nodes": self._whole_level(None)})
        return self._document

    # ── changing ──

    def place(self, node: Node, owner: str | None, at: int | None = None) -> None:
        """Insert a node with all it holds; beyond the end means at the end. Raises Refusal."""
        level = self.level(owner)
        self._enter(node, owner)
        level.insert(len(level) if at is None else at, node.id)
        self.marks.placed[node.id] = None
        self._outdate(owner)

    def remove(self, id: str) -> None:
        """Remove a node with all it holds. Edges that point to it stay; `check` would find them."""
        self._outdate(self.home[id])
        self.levels[self.home[id]].remove(id)
        self._leave(id)

    def amend(self, id: str, **fields: Any) -> None:
        """Set fields of a node, not those that hold nodes."""
        node = self.nodes[id]
        if any(not identical(getattr(node, name), value) for name, value in fields.items()):
            self._set(node.model_copy(update=fields))

    def replace(self, id: str, node: Node) -> None:
        """Put `node` in the place of the one of the same id, contents included."""
        if contents_of(node) is contents_of(self.whole(id)):
            self._set(node)
            return
        place, owner = self.place_of(id), self.home[id]
        self.remove(id)
        self.place(node, owner, place)

    def gather(self, ids: list[str], holder: str) -> None:
        """Move siblings, given in order, into `holder`, which holds nothing yet."""
        owner, moving = self.home[ids[0]], set(ids)
        self.levels[owner] = [id for id in self.levels[owner] if id not in moving]
        self._outdate(owner)
        self.levels[holder] += ids
        self.home.update(dict.fromkeys(ids, holder))
        self.marks.placed.update(dict.fromkeys(ids))
        self._outdate(holder)

    def spread(self, holder: str) -> None:
        """Put what `holder` holds in its place; the holder itself is removed."""
        owner, place = self.home[holder], self.place_of(holder)
        ids, self.levels[holder] = self.levels[holder], []
        self.remove(holder)
        self.levels[owner][place:place] = ids
        self.home.update(dict.fromkeys(ids, owner))
        self.marks.placed.update(dict.fromkeys(ids))
        self._outdate(owner)

    def detach(self, id: str) -> None:
        self._outdate(self.home[id])
        self.levels[self.home[id]].remove(id)

    def attach(self, id: str, owner: str | None, at: int | None = None) -> None:
        level = self.level(owner)
        level.insert(len(level) if at is None else at, id)
        self.home[id] = owner
        self.marks.placed[id] = None
        self._outdate(owner)

    def put_shell(self, node: Node, owner: str | None) -> None:
        """Make `node` known without a place in its level: `attach` follows. What it holds stays."""
        if node.id in self.nodes:
            self._unlink(self.nodes[node.id])
        if contents_of(node) is None:
            self.levels.pop(node.id, None)
            self._stale.discard(node.id)
        else:
            self.levels.setdefault(node.id, [])
            self._stale.add(node.id)
        self.home[node.id] = owner
        self._known(node)

    def drop_shell(self, id: str) -> None:
        """Forget a node that has no place any more and holds nothing."""
        self._leave(id)

    def rename(self, old: str, new: str) -> None:
        """Give a node another id, in place. What names it is not followed."""
        if new in self.nodes:
            raise _taken(new)
        node, owner = self.whole(old), self.home[old]
        self._unlink(node)
        del self.nodes[old], self.home[old]
        self.levels[owner][self.levels[owner].index(old)] = new
        if old in self.levels:
            self.levels[new] = self.levels.pop(old)
            for held in self.levels[new]:
                self.home[held] = new
        self.home[new] = owner
        self.marks.removed[old] = None
        self._known(node.model_copy(update={"id": new}))
        self._outdate(owner)

    def amend_document(self, **fields: Any) -> None:
        # The order of a schema's properties is that of its form.
        if any(
            not identical(getattr(self._document, name), value, ordered=True)
            for name, value in fields.items()
        ):
            self._document = self._document.model_copy(update=fields)
            self.marks.document = True

    # ── inside ──

    def _whole_level(self, owner: str | None) -> tuple[Node, ...]:
        nodes, stale = self.nodes, self._stale
        return tuple([self.whole(id) if id in stale else nodes[id] for id in self.levels[owner]])

    def _set(self, node: Node) -> None:
        """Replace a node whose contents stay."""
        old = self.nodes[node.id]
        self._unlink(old)
        self._known(node, but=needs_of(old))
        self._outdate(self.home[node.id])

    def _known(self, node: Node, but: Collection[str] = ()) -> None:
        """Enter a node that needs, as far as the last check has seen it, nothing `but` this."""
        self.nodes[node.id] = node
        self._link(node)
        self.marks.changed[node.id] = None
        self.marks.removed.pop(node.id, None)
        if gained := tuple(needed for needed in needs_of(node) if needed not in but):
            before = self.marks.gained_edges.get(node.id, ())
            self.marks.gained_edges[node.id] = (*before, *gained)

    def _index(self, nodes: tuple[Node, ...], owner: str | None) -> None:
        """Enter all nodes of a document that has just come in: in one go, since there may be thousands."""
        known, home, dependents = self.nodes, self.home, self.dependents
        for node in nodes:
            id = node.id
            if id in known:
                raise _taken(id)
            known[id] = node
            home[id] = owner
            for dependency in node.depends_on:
                dependents[dependency.node][id] = None
            if node.kind in HOLDING_KINDS:
                if (body := body_of(node)) is not None:
                    self.owners[body][id] = None
                if (held := contents_of(node)) is not None:
                    self.levels[id] = [child.id for child in held]
                    self._index(held, id)

    def _enter(self, node: Node, owner: str | None) -> None:
        if node.id in self.nodes:
            raise _taken(node.id)
        self.home[node.id] = owner
        self._known(node)
        if (held := contents_of(node)) is not None:
            self.levels[node.id] = [child.id for child in held]
            for child in held:
                self._enter(child, node.id)

    def _leave(self, id: str) -> None:
        self._unlink(self.nodes.pop(id))
        del self.home[id]
        self._stale.discard(id)
        self.marks.removed[id] = None
        for mark in (self.marks.changed, self.marks.gained_edges, self.marks.placed):
            mark.pop(id, None)
        for child in self.levels.pop(id, ()):
            self._leave(child)

    def _link(self, node: Node) -> None:
        for dependency in node.depends_on:
            self.dependents[dependency.node][node.id] = None
        if (body := body_of(node)) is not None:
            self.owners[body][node.id] = None

    def _unlink(self, node: Node) -> None:
        for dependency in node.depends_on:
            self.dependents[dependency.node].pop(node.id, None)
        if (body := body_of(node)) is not None:
            self.owners[body].pop(node.id, None)

    def _outdate(self, owner: str | None) -> None:
        """A stale node has only stale holders, so the way up ends at the first one."""
        while owner not in self._stale:
            self._stale.add(owner)
            if owner is None:
                return
            owner = self.home[owner]


def needs_of(node: Node) -> list[str]:
    """The nodes that have to be there before it: what it depends on, and its body."""
    body = body_of(node)
    return [*(edge.node for edge in node.depends_on), *(() if body is None else (body,))]


def _taken(id: str) -> Refusal:
    return Refusal(DiffCode.DUPLICATE_NODE_ID, f"The id “{id}” is already used in this document.", node=id)
