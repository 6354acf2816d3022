"""Putting nodes back as they were: the inverse of every operation on nodes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any, ClassVar, Literal

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from orchestration.graph.canonical import canonical_bytes
from orchestration.graph.diff.contents import contents_of, shell_of
from orchestration.graph.diff.errors import DiffCode, Refusal
from orchestration.graph.diff.given import GivenNode
from orchestration.graph.diff.moving import moving
from orchestration.graph.diff.operation import NodeId, Operation, Place
from orchestration.graph.diff.sketch import Sketch
from orchestration.graph.diff.words import Words
from orchestration.graph.nodes import Node
from orchestration.graph.parts import Name, Part

Fingerprint = Name


class Placed(Part):
    """A node and its place. What the node holds may be given inside it or as entries of their own."""

    node: GivenNode
    team: NodeId | None = None
    at: Place = None


class Restore(Operation):
    """Puts the named nodes exactly where and as they are given; null removes one.

    Only the nodes named are touched: what a team holds beyond them stays in it. `expected` tells what
    they should be now, as fingerprints (null: absent); if one is anything else, someone has changed it
    since, and the whole diff is refused with node_changed. So is the removal of what has come to hold
    other nodes.
    """

    form_title: ClassVar[str] = "Restore nodes"

    op: Literal["restore"] = "restore"
    nodes: dict[NodeId, Placed | None] = Field(title="Nodes", description="Id → node and place, or null.")
    expected: dict[NodeId, Fingerprint | None] = Field(
        default={}, title="Expected", description="Id → fingerprint of the node as it should be now, or null."
    )

    @model_validator(mode="after")
    def _ids_agree(self) -> Restore:
        seen = set()
        for id, placed in self.nodes.items():
            if placed is not None and placed.node.id != id:
                context = {"id": id, "other": placed.node.id}
                raise PydanticCustomError(
                    "other_id", "“{id}” is given as a node with the id “{other}”", context
                )
        for id, _, _, _ in _entries(self.nodes):
            if id in seen:
                raise PydanticCustomError("named_twice", "“{id}” is given twice", {"id": id})
            seen.add(id)
        return self

    def edit(self, sketch: Sketch) -> None:
        for id, fingerprint in self.expected.items():
            _check_expected(sketch, id, fingerprint)
        entries = list(_entries(self.nodes))
        gone = [id for id, node, _, _ in entries if node is None and id in sketch.nodes]
        for id, _, _, _ in entries:
            if id in sketch.nodes:
                sketch.detach(id)
        for id, node, team, _ in entries:
            _check_contents(sketch, id, node)
            if node is not None:
                sketch.put_shell(node, team)
        for id in gone:
            sketch.drop_shell(id)
        # From the front of each level on, so that every place counts what stands before it.
        for id, node, team, at in sorted(entries, key=lambda entry: (entry[3] is None, entry[3] or 0)):
            if node is not None:
                sketch.attach(id, team, at)
        for id, node, _, _ in entries:
            if node is not None:
                _check_rooted(sketch, id)

    def describe(self, words: Words) -> str:
        placed = [(one.node, one.team) for one in self.nodes.values() if one is not None]
        if len(placed) == len(self.nodes) > 0 and (moved := moving(placed, words)) is not None:
            return moved
        back = [id for id, placed in self.nodes.items() if placed is not None]
        gone = [id for id, placed in self.nodes.items() if placed is None]
        with_new = words.speaking_of(placed.node for placed in self.nodes.values() if placed is not None)
        parts = [f"restored {with_new.names(back)}"] if back else []
        parts += [f"removed {words.names(gone)}"] if gone else []
        text = " and ".join(parts) or "restored nothing"
        return text[0].upper() + text[1:]


def fingerprint(node: Node, team: str | None) -> str:
    """Of a node without what it holds, and of the team it stands in; its place there does not count."""
    value = {"node": shell_of(node).to_value(), "team": team}
    return hashlib.sha256(canonical_bytes(value)).hexdigest()


def _entries(
    nodes: dict[str, Placed | None],
) -> Iterator[tuple[str, Node | None, str | None, int | None]]:
    """Id, node without contents (None: remove), holder and place of each, contents as entries too."""
    for id, placed in nodes.items():
        if placed is None:
            yield id, None, None, None
        else:
            yield from _flattened(placed.node, placed.team, placed.at)


def _flattened(node: Node, team: str | None, at: int | None) -> Iterator[Any]:
    yield node.id, shell_of(node), team, at
    for place, child in enumerate(contents_of(node) or ()):
        yield from _flattened(child, node.id, place)


def _check_expected(sketch: Sketch, id: str, expected: str | None) -> None:
    node = sketch.nodes.get(id)
    if node is None and expected is not None:
        message = f"“{id}” has been removed since."
    elif node is not None and expected is None:
        message = f"“{id}” has been added since."
    elif node is not None and fingerprint(node, sketch.home[id]) != expected:
        message = f"“{id}” has been changed since."
    else:
        return
    raise Refusal(DiffCode.NODE_CHANGED, message, node=id)


def _check_contents(sketch: Sketch, id: str, node: Node | None) -> None:
    """What is held and not named would be lost if its holder holds nothing any more."""
    if node is not None and contents_of(node) is not None:
        return
    if left := sketch.levels.get(id):
        raise Refusal(DiffCode.NODE_CHANGED, f"“{id}” has come to hold “{left[0]}” since.", node=id)


def _check_rooted(sketch: Sketch, id: str) -> None:
    passed = {id}
    owner = sketch.home[id]
    while owner is not None:
        if owner in passed:
            raise Refusal(DiffCode.INVALID_TEAM, f"“{id}” would hold itself.", node=id)
        passed.add(owner)
        owner = sketch.home[owner]
