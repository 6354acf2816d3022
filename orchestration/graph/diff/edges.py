"""The operations on edges, and how lists of dependencies change without doubling an edge."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import ClassVar, Literal

from pydantic import Field

from orchestration.graph.diff.errors import DiffCode, Refusal
from orchestration.graph.diff.operation import NodeId, Operation, Place
from orchestration.graph.diff.sketch import Sketch
from orchestration.graph.diff.words import Words
from orchestration.graph.nodes import Dependency
from orchestration.graph.parts import Name

Dependencies = tuple[Dependency, ...]

_CASE = "The case of the branch that labels the edge."


def exchanged(
    depends_on: Dependencies, matches: Callable[[Dependency], bool], instead: Iterable[Dependency]
) -> Dependencies:
    """`depends_on` with `instead` in the place of what matches; an edge that is there twice becomes one."""
    instead = tuple(instead)
    found: dict[Dependency, None] = {}
    for dependency in depends_on:
        found.update(dict.fromkeys(instead if matches(dependency) else (dependency,)))
    return tuple(found)


def redirect(
    sketch: Sketch, id: str, instead: Iterable[Dependency], *, but: Collection[str] = frozenset()
) -> None:
    """Everything that depends on `id`, `but` some, depends on `instead`."""
    instead = tuple(instead)

    def points_here(edge: Dependency) -> bool:
        return edge.node == id

    for dependent in [other for other in sketch.dependents.get(id, ()) if other not in but]:
        depends_on = sketch.nodes[dependent].depends_on
        sketch.amend(dependent, depends_on=exchanged(depends_on, points_here, instead))


def refuse_labelled(sketch: Sketch, id: str, message: str) -> None:
    """Raises Refusal if an edge out of `id` has a label."""
    for dependent in sketch.dependents.get(id, ()):
        for edge in sketch.nodes[dependent].depends_on:
            if edge.node == id and edge.case is not None:
                why = f"“{dependent}” depends on its case “{edge.case}”"
                raise Refusal(DiffCode.LABELLED_EDGE, f"{message}: {why}.", node=id)


class RerouteEdge(Operation):
    """Lets a node depend on another node than before, in the same place of its dependencies."""

    form_title: ClassVar[str] = "Reroute an edge"

    op: Literal["reroute_edge"] = "reroute_edge"
    node_id: NodeId = Field(title="Node", description="The node at the arrow of the edge.")
    old_dep: NodeId = Field(title="Old dependency", description="The node that it needs now.")
    new_dep: NodeId = Field(title="New dependency", description="The node that it will need instead.")
    old_case: Name | None = Field(default=None, title="Old case", description=_CASE)
    new_case: Name | None = Field(default=None, title="New case", description=_CASE)

    def edit(self, sketch: Sketch) -> None:
        old = Dependency(node=self.old_dep, case=self.old_case)
        new = Dependency(node=self.new_dep, case=self.new_case)
        depends_on = _with_edge(sketch, self.node_id, old)
        if old != new:
            sketch.amend(self.node_id, depends_on=exchanged(depends_on, lambda edge: edge == old, [new]))

    def describe(self, words: Words) -> str:
        new, old = words.edge_to(self.new_dep, self.new_case), words.edge_to(self.old_dep, self.old_case)
        return f"Let {words.name(self.node_id)} depend on {new} instead of {old}"


class AddEdge(Operation):
    """Lets a node depend on another one."""

    form_title: ClassVar[str] = "Add an edge"

    op: Literal["add_edge"] = "add_edge"
    node_id: NodeId = Field(title="Node", description="The node that will have to wait.")
    dep: NodeId = Field(title="Dependency", description="The node that it needs.")
    case: Name | None = Field(default=None, title="Case", description=_CASE)
    at: Place = None

    def edit(self, sketch: Sketch) -> None:
        depends_on = list(sketch.node(self.node_id).depends_on)
        at = len(depends_on) if self.at is None else self.at
        depends_on.insert(at, Dependency(node=self.dep, case=self.case))
        sketch.amend(self.node_id, depends_on=tuple(depends_on))

    def describe(self, words: Words) -> str:
        return f"Let {words.name(self.node_id)} depend on {words.edge_to(self.dep, self.case)}"


class RemoveEdge(Operation):
    """Frees a node from a dependency."""

    form_title: ClassVar[str] = "Remove an edge"

    op: Literal["remove_edge"] = "remove_edge"
    node_id: NodeId = Field(title="Node", description="The node at the arrow of the edge.")
    dep: NodeId = Field(title="Dependency", description="The node that it no longer needs.")
    case: Name | None = Field(default=None, title="Case", description=_CASE)

    def edit(self, sketch: Sketch) -> None:
        old = Dependency(node=self.dep, case=self.case)
        depends_on = _with_edge(sketch, self.node_id, old)
        sketch.amend(self.node_id, depends_on=exchanged(depends_on, lambda edge: edge == old, []))

    def describe(self, words: Words) -> str:
        return f"Freed {words.name(self.node_id)} from {words.edge_to(self.dep, self.case)}"


def _with_edge(sketch: Sketch, id: str, edge: Dependency) -> Dependencies:
    """The dependencies of a node that has `edge`. Raises Refusal if it has not, with the edges it has."""
    depends_on = sketch.node(id).depends_on
    if edge in depends_on:
        return depends_on
    cases = [other.case for other in depends_on if other.node == edge.node]
    shown = "no case" if edge.case is None else f"case “{edge.case}”"
    message = f"“{id}” has no edge from “{edge.node}” with {shown}."
    if cases:
        message += f" It has one with {'no case' if cases[0] is None else f'case “{cases[0]}”'}."
    raise Refusal(DiffCode.EDGE_NOT_FOUND, message, node=id)
