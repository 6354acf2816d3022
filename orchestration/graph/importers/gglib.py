"""Graphs of the mutable agent task graph: nodes by id, teams and debates inside a node's `kind`.

Ids are unique within one graph only, and a team's subgraph is a graph of its own. How far people
approve is one mode for a whole run; here gates stand where that mode made the run wait.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from orchestration.graph.importers.draft import Draft, Made, named, shown
from orchestration.graph.importers.fields import Fields, fields_of, member
from orchestration.graph.importers.gglib_gates import NONE, Gates, mode_of
from orchestration.graph.importers.needs import Need, sound_needs
from orchestration.graph.importers.notes import Imported, NoteCode
from orchestration.graph.importers.runstate import RunState
from orchestration.graph.problems import ProblemCode
from orchestration.graph.wellformed import Limits

_KINDS = ("leaf", "team", "debate")
# What a run wrote into a node, and what stands there before one.
_RUN_STATE = {"status": "pending", "output": None, "compacted_output": None, "error": None}


@dataclass(slots=True)
class _Listed:
    """One node of the file, its `kind` taken apart; `inner` is the team's subgraph or the debate."""

    id: str
    fields: Fields
    kind: str
    inner: Fields | None
    needs: list[Need] = field(default_factory=list)


def read(value: Any, limits: Limits, unnamed: str = "") -> Imported:
    """Raises DocumentInvalid with places of the file."""
    draft = Draft(limits, _ids(value))
    graph = fields_of(draft, value, "$")
    goal, nodes = None, []
    if graph is not None:
        goal = graph.text("goal")
        state = RunState(draft, _RUN_STATE)
        nodes = _Reading(draft, state).nodes(graph, NONE)
        state.sum_up()
    name = named(goal, unnamed)
    if name != goal:
        reason = "after its goal" if goal else "since the file names no graph"
        draft.note(NoteCode.NAME_MADE, None, f"The graph is called “{name}”, {reason}.")
    fields = {"name": name, "goal": goal}
    return draft.finish(fields, nodes, {"$.name": "$.goal", "$.nodes": "$.nodes"})


class _Reading:
    def __init__(self, draft: Draft, state: RunState) -> None:
        self._draft = draft
        self._state = state

    def nodes(self, graph: Fields, inherited: int) -> list[Made]:
        """The nodes of one graph, with the gates that its mode and that of the graphs around it ask for."""
        mode = mode_of(self._draft, graph)
        entries = graph.inner("nodes", required=True)
        graph.leave(None)
        nodes = entries.entries() if entries is not None else []
        if not self._draft.admits(nodes, graph.at("nodes")):
            return []
        listed: dict[str, _Listed] = {}
        for name, value, place in nodes:
            if (found := self._listed(name, value, place)) is not None:
                listed[name] = found
        ids = {name: node.id for name, node in listed.items()}
        needs = sound_needs(self._draft, ids, {name: node.needs for name, node in listed.items()})
        gates = Gates(self._draft, graph, own=mode, inherited=inherited)
        made = []
        for name, node in listed.items():
            native = self._made(name, node, [(ids[need.name], need) for need in needs[name]])
            made += gates.around(native)
            if node.kind == "team" and node.inner is not None:
                native.inner, native.holds = self.nodes(node.inner, max(mode, inherited)), "nodes"
        return gates.before_all() + made

    def _listed(self, name: str, value: Any, place: str) -> _Listed | None:
        fields = fields_of(self._draft, value, place)
        if fields is None:
            return None
        id = self._draft.slug_noted(name)
        if (written := fields.text("id")) is not None and written != name:
            message = (
                f"The node “{shown(name)}” calls itself “{shown(written)}”; others need it by the first."
            )
            self._draft.note(NoteCode.IDS_DISAGREE, id, message)
        kind, inner = self._kind(fields, name)
        needs = [Need(needed, where) for needed, where in fields.texts("depends_on")]
        return _Listed(id, fields, kind, inner, needs)

    def _kind(self, fields: Fields, name: str) -> tuple[str, Fields | None]:
        """``"leaf"``, ``{"team": {"subgraph": …}}`` or ``{"debate": {"config": …}}``; absent is a leaf."""
        kind, place = fields.raw("kind"), fields.at("kind")
        if kind is None or kind == "leaf":
            return "leaf", None
        tag = next(iter(kind)) if isinstance(kind, dict) and len(kind) == 1 else kind
        if not isinstance(kind, dict) or tag not in ("team", "debate"):
            message = f"“{shown(kind)}” is no kind; the kinds are {', '.join(_KINDS)}."
            self._draft.problem(ProblemCode.UNKNOWN_KIND, place, message, name)
            return "leaf", None
        held = fields_of(self._draft, kind[tag], member(place, tag))
        inner = held.inner("subgraph" if tag == "team" else "config", required=True) if held else None
        if held is not None:
            held.leave(None)
        return tag, inner

    def _made(self, name: str, node: _Listed, needs: list[tuple[str, Need]]) -> Made:
        fields, goal = node.fields, node.fields.raw("goal")
        value: dict[str, Any] = {
            "id": node.id,
            "kind": "team" if node.kind == "team" else "agent",
            "title": name if node.id != name else None,
            "depends_on": [id for id, _ in needs],
        }
        made = Made(value, fields.place)
        made.places = {f".depends_on[{index}]": need.place for index, (_, need) in enumerate(needs)}
        role, tools = fields.raw("role"), fields.raw("tool_allowlist")
        if node.kind == "team":
            value["goal"] = goal
            self._note_team(node, made, role, tools)
        else:
            value |= {"description": goal, "role": role, "tool_allowlist": tools}
            made.places[".description"] = fields.at("goal")
        if node.kind == "debate" and node.inner is not None and isinstance(goal, str | None):
            self._describe_debate(node, made, goal or "")
        self._state.look_at(fields, node.id)
        fields.leave(node.id)
        return made

    def _note_team(self, node: _Listed, made: Made, role: Any, tools: Any) -> None:
        for key, held in (("role", role), ("tool_allowlist", tools)):
            if held:
                message = f"A team has no “{key}” here, its nodes have their own; it held: {shown(held)}"
                self._draft.note(NoteCode.NOT_KEPT, node.id, message)
        inner_goal = node.inner.raw("goal") if node.inner is not None else None
        if inner_goal is not None and inner_goal != node.fields.raw("goal"):
            made.value["description"] = inner_goal
            made.places[".description"] = node.inner.at("goal") if node.inner is not None else made.place
            message = "A team has one goal here; that of its subgraph became the description."
            self._draft.note(NoteCode.GOAL_MOVED, node.id, message)

    def _describe_debate(self, node: _Listed, made: Made, goal: str) -> None:
        assert node.inner is not None
        config = {key: value for key, value, _ in node.inner.entries()}
        written = json.dumps(config, ensure_ascii=False, indent=2)
        made.value["description"] = f"{goal}\n\nDebate this as configured here:\n{written}".lstrip()
        message = (
            "A debate of several voices became one agent node; who debates, in how many rounds and how it is "
            "judged stands as JSON in its description."
        )
        self._draft.note(NoteCode.DEBATE_AS_AGENT, node.id, message)


def _ids(value: Any) -> list[str]:
    """The ids of all nodes, those of teams included."""
    found: list[str] = []
    todo = [value]
    while todo:
        nodes = todo.pop()
        nodes = nodes.get("nodes") if isinstance(nodes, dict) else None
        for name, node in nodes.items() if isinstance(nodes, dict) else ():
            found.append(name)
            kind = node.get("kind") if isinstance(node, dict) else None
            team = kind.get("team") if isinstance(kind, dict) else None
            todo.append(team.get("subgraph") if isinstance(team, dict) else None)
    return found
