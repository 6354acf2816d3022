"""Giving a node another id."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Literal

from pydantic import Field

from orchestration.graph.diff.byid import ById
from orchestration.graph.diff.chains import Step, renamed, value_chains
from orchestration.graph.diff.errors import DiffCode, Refusal
from orchestration.graph.diff.operation import NewId, NodeId, Operation
from orchestration.graph.diff.sketch import Sketch
from orchestration.graph.diff.words import Words
from orchestration.graph.expressions import MAX_CHARACTERS
from orchestration.graph.nodes import (
    BestBy,
    Body,
    BranchNode,
    Dependency,
    ExpressionWhen,
    FoldNode,
    MapNode,
    Node,
)

# The place of the id among the steps that an expression reads, or None.
Finder = Callable[[Sequence[Step]], int | None]


class RenameNode(Operation):
    """Gives a node another id.

    Dependencies and bodies follow; so do the keys that expressions and an `input_schema` read where a
    routed value is an object by id. A run goes as before, but for the name.
    """

    form_title: ClassVar[str] = "Rename a node"

    op: Literal["rename_node"] = "rename_node"
    id: NodeId = Field(title="Node")
    new_id: NewId = Field(title="New id")

    def edit(self, sketch: Sketch) -> None:
        sketch.node(self.id)
        if self.new_id == self.id:
            return
        changes = self._changes_of_keys(sketch)
        sketch.rename(self.id, self.new_id)
        for id, fields in changes.items():
            sketch.amend(self.new_id if id == self.id else id, **fields)
        for dependent in list(sketch.dependents.get(self.id, ())):
            depends_on = tuple(
                Dependency(node=self.new_id, case=edge.case) if edge.node == self.id else edge
                for edge in sketch.nodes[dependent].depends_on
            )
            sketch.amend(dependent, depends_on=depends_on)
        for owner in list(sketch.owners.get(self.id, ())):
            sketch.amend(owner, body=Body(node=self.new_id))
        # The edges are those that were there, so none of them can close a cycle.
        sketch.marks.gained_edges.clear()

    def _changes_of_keys(self, sketch: Sketch) -> dict[str, dict[str, Any]]:
        """The fields to set, by node. Raises Refusal if an expression would become too long."""
        by_id = ById(sketch, self.id)
        found = {}
        for id, node in sketch.nodes.items():
            if not _may_read(node, self.id):
                continue
            fields = {
                name: value
                for name, value in _with_keys(node, by_id, self.id, self.new_id).items()
                if value is not getattr(node, name)
            }
            if fields:
                found[id] = fields
        return found

    def describe(self, words: Words) -> str:
        return f"Renamed “{self.id}” to “{self.new_id}”"


def _may_read(node: Node, old: str) -> bool:
    """A quick look, since most of thousands of nodes have nothing to do with the one renamed."""
    if isinstance(node, BranchNode | MapNode | FoldNode):
        return True
    if node.input is None:
        return node.input_schema is not None
    return any(_may_name(text, old) for text in node.input.values())


def _may_name(text: str, old: str) -> bool:
    """An escape could spell the id too."""
    return old in text or "\\" in text


def _with_keys(node: Node, by_id: ById, old: str, new: str) -> dict[str, Any]:
    """The fields that may read the key; each is the very same object if it does not."""

    def in_input(steps: Sequence[Step]) -> int | None:
        return by_id.in_input(node.id, steps)

    def follow(text: str, finder: Finder) -> str:
        return _followed(text, finder, node.id, old, new)

    fields: dict[str, Any] = {}
    if node.input is not None:
        mapped = {name: follow(text, in_input) for name, text in node.input.items()}
        if mapped != node.input:
            fields["input"] = mapped
    elif isinstance(node.input_schema, dict) and by_id.in_input(node.id, [old]) == 0:
        fields["input_schema"] = _schema_with_key(node.input_schema, old, new)
    match node:
        case BranchNode():
            cases = tuple(
                case.model_copy(update={"when": ExpressionWhen(kind="expression", value=text)})
                if isinstance(case.when, ExpressionWhen)
                and (text := follow(case.when.value, in_input)) != case.when.value
                else case
                for case in node.cases
            )
            if any(mine is not theirs for mine, theirs in zip(cases, node.cases, strict=True)):
                fields["cases"] = cases
        case MapNode():
            fields["over"] = follow(node.over, in_input)
        case FoldNode():

            def in_pass(steps: Sequence[Step]) -> int | None:
                return by_id.in_pass(node.id, steps)

            if node.stop_when is not None:
                fields["stop_when"] = follow(node.stop_when, in_pass)
            if isinstance(node.join, BestBy):
                text = follow(node.join.best_by, in_pass)
                if text != node.join.best_by:
                    fields["join"] = BestBy(best_by=text)
        case _:
            pass
    return fields


def _followed(text: str, finder: Finder, node: str, old: str, new: str) -> str:
    if not _may_name(text, old):
        return text
    keys = []
    for chain in value_chains(text):
        steps = [key.step for key in chain]
        if old in steps and (place := finder(steps)) is not None:
            keys.append(chain[place])
    if not keys:
        return text
    result = renamed(text, keys, new)
    if len(result) > MAX_CHARACTERS >= len(text):
        message = (
            f"An expression of “{node}” would have {len(result)} characters; the limit is {MAX_CHARACTERS}."
        )
        raise Refusal(DiffCode.LIMIT_EXCEEDED, message, node=node)
    return result


def _schema_with_key(schema: dict[str, Any], old: str, new: str) -> dict[str, Any]:
    """What the schema says of the key it says of the new one, in the same place."""
    changed = dict(schema)
    properties, required = schema.get("properties"), schema.get("required")
    if isinstance(properties, dict) and old in properties:
        changed["properties"] = {new if name == old else name: value for name, value in properties.items()}
    if isinstance(required, list) and old in required:
        changed["required"] = [new if name == old else name for name in required]
    return schema if changed == schema else changed
