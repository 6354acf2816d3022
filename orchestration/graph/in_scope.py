"""What the expressions of a node can read, as far as the schemas around it tell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from orchestration.graph.agreement import declared_output
from orchestration.graph.barepaths import Step
from orchestration.graph.document import Document
from orchestration.graph.expressions import ExpressionInvalid, compile_expression
from orchestration.graph.nodes import BranchNode, DelayNode, FoldNode, MapNode, TeamNode, ToolNode
from orchestration.graph.outline import Entry, LevelOfNodes, Outline
from orchestration.graph.shapes import UNKNOWN, Shape, list_of, object_of, shape_of_schema

# What `value` is for an expression: what flows into its node, what comes out of it, or out of a pass.
Reads = Literal["routed", "output", "pass"]

# Values are passed on from node to node; further back than this nothing is looked up.
_FURTHEST = 100


class InScope:
    """`tools` maps the tools that can be called here to their output schemas."""

    def __init__(self, document: Document, tools: Mapping[str, Any]) -> None:
        self.outline = Outline(document)
        self.run_input = shape_of_schema(document.input_schema)
        self._tools = tools
        self._given: dict[str, Shape] = {}
        self._depth = 0

    def entry(self, id: str) -> Entry:
        """Raises KeyError."""
        return self.outline.by_id[id]

    def value(self, entry: Entry, reads: Reads) -> Shape:
        match reads:
            case "output":
                return self.given(entry)
            case "pass":
                return self.of_pass(entry)
            case "routed":
                return self.received(entry)

    def received(self, entry: Entry) -> Shape:
        """The routed value."""
        sources = list(dict.fromkeys(dependency.node for dependency in entry.node.depends_on))
        if len(sources) > 1 or len(entry.node.depends_on) > 1:
            return object_of({id: self.given(entry.level.by_id[id]) for id in sources})
        if sources:
            return self.given(entry.level.by_id[sources[0]])
        owner = entry.body_of or entry.level.owner
        return self.run_input if owner is None else self._handed_in(owner)

    def given(self, entry: Entry) -> Shape:
        """The output."""
        if entry.id not in self._given:
            if self._depth >= _FURTHEST:
                return UNKNOWN
            self._depth += 1
            self._given[entry.id] = self._put_out(entry)
            self._depth -= 1
        return self._given[entry.id]

    def of_pass(self, entry: Entry) -> Shape:
        """What one walk of the nodes that a map, fold or team holds gives."""
        node = entry.node
        if isinstance(node, MapNode | FoldNode) and node.body.node is not None:
            return self.given(entry.level.by_id[node.body.node])
        level = next((one for one in self.outline.levels if one.owner is entry), None)
        return UNKNOWN if level is None else self._of_sinks(level)

    def _put_out(self, entry: Entry) -> Shape:
        declared = declared_output(entry)
        if declared is not None:
            return shape_of_schema(declared)
        match entry.node:
            case ToolNode(tool=name):
                return shape_of_schema(self._tools.get(name))
            case BranchNode() | DelayNode():
                return self.received(entry)
            case MapNode() | FoldNode(join="all"):
                return list_of(self.of_pass(entry))
            case FoldNode() | TeamNode():
                return self.of_pass(entry)
            case _:
                return UNKNOWN

    def _of_sinks(self, level: LevelOfNodes) -> Shape:
        needed = {dependency.node for entry in level.entries for dependency in entry.node.depends_on}
        sinks = [one for one in level.entries if one.id not in needed and one.body_of is None]
        if len(sinks) == 1:
            return self.given(sinks[0])
        return object_of({sink.id: self.given(sink) for sink in sinks})

    def _handed_in(self, owner: Entry) -> Shape:
        """What a team, map or fold hands in to the entries of what it holds."""
        node = owner.node
        value = self.received(owner) if node.input is None else object_of(dict.fromkeys(node.input, UNKNOWN))
        if isinstance(node, MapNode):
            return self._followed(node.over, value).item or UNKNOWN
        return value

    def _followed(self, text: str, value: Shape) -> Shape:
        """What a bare path reads; any other expression is not looked into."""
        try:
            path = compile_expression(text).path or ()
        except ExpressionInvalid:
            return UNKNOWN
        shape: Shape | None = {"value": value, "run.input": self.run_input}.get(str(path[0]) if path else "")
        for step in path[1:]:
            shape = None if shape is None else _inside(shape, step)
        return shape or UNKNOWN


def _inside(shape: Shape, step: Step) -> Shape | None:
    return shape.item if isinstance(step, int) else shape.fields.get(step)


def reads_at(field: str) -> Reads:
    """What the expression at `field` (like ``over`` or ``verify_predicate.value``) of a node reads."""
    name = field.lstrip(".").partition(".")[0]
    by_name: dict[str, Reads] = {"verify_predicate": "output", "stop_when": "pass", "join": "pass"}
    return by_name.get(name, "routed")
