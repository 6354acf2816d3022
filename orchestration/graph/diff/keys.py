"""The keys in expressions and schemas that are ids of nodes, and how they follow when nodes are renamed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from orchestration.graph.diff.byid import ById
from orchestration.graph.diff.chains import Step, renamed, value_chains
from orchestration.graph.diff.errors import DiffCode, Refusal
from orchestration.graph.diff.sketch import Sketch
from orchestration.graph.expressions import MAX_CHARACTERS
from orchestration.graph.nodes import BestBy, BranchNode, ExpressionWhen, FoldNode, MapNode, Node

# The places of ids among the steps that an expression reads.
Finder = Callable[[Sequence[Step]], set[int]]


class Keys:
    """`renames` maps ids to new ones; none of the new ones is an old one."""

    def __init__(self, sketch: Sketch, renames: Mapping[str, str]) -> None:
        self._sketch = sketch
        self._renames = renames
        self._by_id = ById(sketch, renames)

    def changes(self) -> dict[str, dict[str, Any]]:
        """The fields to set, by node. Raises Refusal if an expression would become too long."""
        found = {}
        for id, node in self._sketch.nodes.items():
            if self._may_read(node) and (fields := self._fields(node)):
                found[id] = fields
        return found

    def _may_read(self, node: Node) -> bool:
        """A quick look, since most of thousands of nodes have nothing to do with those renamed."""
        if isinstance(node, BranchNode | MapNode | FoldNode):
            return True
        if node.input is None:
            return node.input_schema is not None
        return any(self._may_name(text) for text in node.input.values())

    def _may_name(self, text: str) -> bool:
        """An escape could spell an id too."""
        if len(self._renames) == 1:
            return next(iter(self._renames)) in text or "\\" in text
        return "value" in text

    def _fields(self, node: Node) -> dict[str, Any]:
        """The fields that read such a key, as they then are."""

        def in_input(steps: Sequence[Step]) -> set[int]:
            return self._by_id.in_input(node.id, steps)

        def in_pass(steps: Sequence[Step]) -> set[int]:
            return self._by_id.in_pass(node.id, steps)

        fields: dict[str, Any] = {}
        if node.input is not None:
            fields["input"] = {
                name: self._followed(text, in_input, node) for name, text in node.input.items()
            }
        elif isinstance(node.input_schema, dict):
            fields["input_schema"] = self._schema(node.input_schema, in_input)
        match node:
            case BranchNode():
                fields["cases"] = tuple(
                    case.model_copy(update={"when": self._when(case.when, in_input, node)})
                    if isinstance(case.when, ExpressionWhen)
                    else case
                    for case in node.cases
                )
            case MapNode():
                fields["over"] = self._followed(node.over, in_input, node)
            case FoldNode():
                if node.stop_when is not None:
                    fields["stop_when"] = self._followed(node.stop_when, in_pass, node)
                if isinstance(node.join, BestBy):
                    fields["join"] = BestBy(best_by=self._followed(node.join.best_by, in_pass, node))
            case _:
                pass
        return {name: value for name, value in fields.items() if value != getattr(node, name)}

    def _when(self, when: ExpressionWhen, finder: Finder, node: Node) -> ExpressionWhen:
        return ExpressionWhen(kind="expression", value=self._followed(when.value, finder, node))

    def _followed(self, text: str, finder: Finder, node: Node) -> str:
        if not self._may_name(text):
            return text
        keys = []
        for chain in value_chains(text):
            steps = [key.step for key in chain]
            if any(step in self._renames for step in steps):
                keys += [chain[place] for place in finder(steps)]
        result = text
        # From the end on, so that what stands before keeps its place.
        for key in sorted(keys, key=lambda key: key.start, reverse=True):
            result = renamed(result, [key], self._renames[str(key.step)])
        if len(result) > MAX_CHARACTERS >= len(text):
            message = (
                f"An expression of “{node.id}” would have {len(result)} characters;"
                f" the limit is {MAX_CHARACTERS}."
            )
            raise Refusal(DiffCode.LIMIT_EXCEEDED, message, node=node.id)
        return result

    def _schema(self, schema: dict[str, Any], finder: Finder) -> dict[str, Any]:
        """What the schema says of a key it says of the new one, in the same place."""
        properties, required = schema.get("properties"), schema.get("required")
        named = [
            *(properties if isinstance(properties, dict) else ()),
            *(required if isinstance(required, list) else ()),
        ]
        new = {
            name: self._renames[name]
            for name in named
            if isinstance(name, str) and name in self._renames and finder([name])
        }
        if not new:
            return schema
        changed = dict(schema)
        if isinstance(properties, dict):
            changed["properties"] = {new.get(name, name): value for name, value in properties.items()}
        if isinstance(required, list):
            changed["required"] = [
                new.get(name, name) if isinstance(name, str) else name for name in required
            ]
        return changed
