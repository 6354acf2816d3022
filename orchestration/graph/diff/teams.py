"""Wrapping nodes in a team and taking a team apart."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from orchestration.graph.diff.bodies import is_body, refuse_body, with_bodies
from orchestration.graph.diff.edges import Dependencies, exchanged, redirect, refuse_labelled
from orchestration.graph.diff.errors import DiffCode, Refusal
from orchestration.graph.diff.operation import NewId, NodeId, Operation
from orchestration.graph.diff.sketch import Sketch
from orchestration.graph.diff.words import Words
from orchestration.graph.nodes import BranchNode, Dependency, TeamNode


class WrapInTeam(Operation):
    """Moves nodes of one level into a new team, which stands where the first of them stood.

    Inner edges stay inside. The team inherits every edge from outside once, with its label; outside
    dependents point to the team. Bodies follow their owners, named or not.
    """

    form_title: ClassVar[str] = "Wrap in a team"

    op: Literal["wrap_in_team"] = "wrap_in_team"
    ids: tuple[NodeId, ...] = Field(title="Nodes", json_schema_extra={"minItems": 1, "uniqueItems": True})
    team_id: NewId = Field(title="Id of the team")
    team_goal: str | None = Field(default=None, title="Goal of the team")

    def edit(self, sketch: Sketch) -> None:
        members = self._members(sketch)
        inside = set(members)
        outer = self._outer_edges(sketch, members)
        for id in members:
            refuse_labelled_leaving(sketch, id, inside)
        owner, place = sketch.home[members[0]], sketch.place_of(members[0])
        team = TeamNode(id=self.team_id, kind="team", goal=self.team_goal, depends_on=outer)
        sketch.place(team, owner, place)
        dependents = sketch.dependents
        outside = {id: None for member in members for id in dependents.get(member, ()) if id not in inside}
        for id in outside:
            through = [Dependency(node=self.team_id)]
            depends_on = sketch.nodes[id].depends_on
            sketch.amend(id, depends_on=exchanged(depends_on, lambda edge: edge.node in inside, through))
        entering = {edge.node for edge in outer}
        for id in members:
            depends_on = sketch.nodes[id].depends_on
            if entering and any(edge.node in entering for edge in depends_on):
                sketch.amend(id, depends_on=tuple(edge for edge in depends_on if edge.node in inside))
        sketch.gather(members, self.team_id)

    def _members(self, sketch: Sketch) -> list[str]:
        """The ids and their bodies in document order. Raises Refusal."""
        if not self.ids:
            raise Refusal(DiffCode.INVALID_TEAM, "A team needs at least one node.", node=self.team_id)
        if len(set(self.ids)) < len(self.ids):
            twice = next(id for place, id in enumerate(self.ids) if id in self.ids[:place])
            raise Refusal(DiffCode.INVALID_TEAM, f"“{twice}” is named twice.", node=twice)
        for id in self.ids:
            sketch.node(id)
        home = sketch.home[self.ids[0]]
        for id in self.ids:
            if sketch.home[id] != home:
                message = f"“{self.ids[0]}” and “{id}” stand on different levels."
                raise Refusal(DiffCode.INVALID_TEAM, message, node=id)
        members = with_bodies(sketch, self.ids)
        for id in members:
            if (owners := sketch.owners.get(id)) and not owners.keys() <= members.keys():
                refuse_body(sketch, id, "go into a team alone", DiffCode.INVALID_TEAM)
        return [id for id in sketch.levels[home] if id in members]

    def _outer_edges(self, sketch: Sketch, members: list[str]) -> Dependencies:
        """Raises Refusal if two cases of one branch would enter the team."""
        outer: dict[Dependency, None] = {}
        case_of: dict[str, str] = {}
        inside = set(members)
        for id in members:
            for edge in sketch.nodes[id].depends_on:
                if edge.node in inside:
                    continue
                outer[edge] = None
                if edge.case is None or not isinstance(sketch.nodes[edge.node], BranchNode):
                    continue
                case = case_of.setdefault(edge.node, edge.case)
                if case != edge.case:
                    both = f"the cases “{case}” and “{edge.case}” of “{edge.node}”"
                    message = f"{both} would enter the team; a team is on one case of a branch."
                    raise Refusal(DiffCode.LABELLED_EDGE, message[0].upper() + message[1:], node=edge.node)
        return tuple(outer)

    def describe(self, words: Words) -> str:
        goal = f" to “{self.team_goal}”" if self.team_goal else ""
        return f"Wrapped {words.names(self.ids)} in the team “{self.team_id}”{goal}"


class UnwrapTeam(Operation):
    """Puts the nodes of a team in its place.

    The entries, which depend on nothing inside, gain the team's edges; what depended on the team depends
    on its sinks, on which nothing inside depends. An empty team is bridged.
    """

    form_title: ClassVar[str] = "Unwrap a team"

    op: Literal["unwrap_team"] = "unwrap_team"
    id: NodeId = Field(title="Team")

    def edit(self, sketch: Sketch) -> None:
        team = sketch.node(self.id)
        if not isinstance(team, TeamNode):
            message = f"“{self.id}” is a {team.kind} node, not a team."
            raise Refusal(DiffCode.INVALID_TEAM, message, node=self.id)
        refuse_body(sketch, self.id, "be taken apart", DiffCode.INVALID_TEAM)
        refuse_labelled(sketch, self.id, f"“{self.id}” cannot be taken apart")
        walked = [id for id in sketch.levels[self.id] if not is_body(sketch, id)]
        entries = [id for id in walked if not sketch.nodes[id].depends_on]
        sinks = [Dependency(node=id) for id in walked if not sketch.dependents.get(id)]
        sketch.spread(self.id)
        redirect(sketch, self.id, sinks if walked else team.depends_on)
        for id in entries:
            sketch.amend(id, depends_on=team.depends_on)

    def describe(self, words: Words) -> str:
        return f"Unwrapped the team {words.name(self.id)}"


def refuse_labelled_leaving(sketch: Sketch, id: str, inside: set[str]) -> None:
    """Raises Refusal if a labelled edge of a future member would leave its team."""
    for dependent in sketch.dependents.get(id, ()):
        if dependent in inside:
            continue
        for edge in sketch.nodes[dependent].depends_on:
            if edge.node == id and edge.case is not None:
                which = f"the case “{edge.case}” of “{id}”"
                message = f"“{dependent}” depends on {which}, and a labelled edge cannot leave a team."
                raise Refusal(DiffCode.LABELLED_EDGE, message, node=id)
