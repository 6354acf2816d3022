"""Where a routed value has a key that is a node's id.

A node with several dependencies gets an object by id. Branches and delays pass on what they got, teams
and folds hand it in to their entries, and what is held with several sinks gives an object by id; so the
key may be read far from where it arose, and after other keys.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from orchestration.graph.diff.bodies import is_body
from orchestration.graph.diff.chains import Step
from orchestration.graph.diff.sketch import Sketch
from orchestration.graph.nodes import BranchNode, DelayNode, FoldNode, MapNode, TeamNode

# What flows into a node, what comes out of it, and what one walk of the nodes that it holds gives.
_Value = tuple[Literal["in", "out", "held"], str]


@dataclass(frozen=True, slots=True)
class _Made:
    """Exactly one of: passed on from one of `same`, an object with the outputs of `keys`, a list of `items`.

    Nothing at all where the value is made by a tool, an agent or a person.
    """

    same: tuple[_Value, ...] = ()
    keys: tuple[str, ...] = ()
    items: _Value | None = None


class ById:
    """Finds ids, which are about to be renamed, in what is read from values."""

    def __init__(self, sketch: Sketch, ids: Collection[str]) -> None:
        self._sketch = sketch
        self._ids = ids
        self._made: dict[_Value, _Made] = {}

    def in_input(self, node: str, steps: Sequence[Step]) -> set[int]:
        """Which of the steps, read from the routed value of `node`, are such ids as keys."""
        return self._places(("in", node), steps)

    def in_pass(self, fold: str, steps: Sequence[Step]) -> set[int]:
        """Likewise, read from the output of a fold's pass."""
        return self._places(("held", fold), steps)

    def _places(self, value: _Value, steps: Sequence[Step]) -> set[int]:
        todo = [(value, 0)]
        seen: set[tuple[_Value, int]] = set()
        found: set[int] = set()
        while todo:
            value, place = todo.pop()
            if (value, place) in seen or place == len(steps):
                continue
            seen.add((value, place))
            made, step = self._origin(value), steps[place]
            todo += [(same, place) for same in made.same]
            if isinstance(step, str) and step in made.keys:
                if step in self._ids:
                    found.add(place)
                todo.append((("out", step), place + 1))
            elif made.items is not None and not isinstance(step, str):
                todo.append((made.items, place + 1))
        return found

    def _origin(self, value: _Value) -> _Made:
        """How the value arose, remembered for all that pass it on: chains of them may be long."""
        passed: dict[_Value, None] = {}
        while value not in self._made:
            passed[value] = None
            made = self._how(value)
            if len(made.same) != 1 or made.same[0] in passed:
                self._made[value] = made
                break
            value = made.same[0]
        for earlier in passed:
            self._made[earlier] = self._made[value]
        return self._made[value]

    def _how(self, value: _Value) -> _Made:
        what, id = value
        match what:
            case "in":
                return self._how_routed(id)
            case "out":
                return self._how_put_out(id)
            case "held":
                return self._how_held(id)

    def _how_routed(self, id: str) -> _Made:
        depends_on = self._sketch.nodes[id].depends_on
        if len(depends_on) == 1:
            return _Made(same=(("out", depends_on[0].node),))
        if depends_on:
            return _Made(keys=tuple(edge.node for edge in depends_on))
        owner = next(iter(self._sketch.owners.get(id, ())), self._sketch.home[id])
        if owner is None:
            return _Made()
        holder = self._sketch.nodes[owner]
        handed_in: tuple[_Value, ...] = (("in", owner),) if holder.input is None else ()
        if isinstance(holder, FoldNode):  # The first pass gets what the fold got, each other one the last's.
            return _Made(same=(*handed_in, ("held", owner)))
        return _Made(same=handed_in if isinstance(holder, TeamNode) else ())

    def _how_put_out(self, id: str) -> _Made:
        # What is not there (a pasted node may have needed it elsewhere) makes its value itself.
        match self._sketch.nodes.get(id):
            case BranchNode() | DelayNode():
                return _Made(same=(("in", id),))
            case MapNode() | FoldNode(join="all"):
                return _Made(items=("held", id))
            case FoldNode() | TeamNode():
                return _Made(same=(("held", id),))
            case _:
                return _Made()

    def _how_held(self, id: str) -> _Made:
        node = self._sketch.nodes[id]
        if isinstance(node, MapNode | FoldNode) and node.body.node is not None:
            return _Made(same=(("out", node.body.node),))
        sinks = tuple(
            held
            for held in self._sketch.levels[id]
            if not self._sketch.dependents.get(held) and not is_body(self._sketch, held)
        )
        return _Made(same=(("out", sinks[0]),)) if len(sinks) == 1 else _Made(keys=sinks)
