"""Gates where the approval mode of the mutable agent task graph made a run wait for a person."""

from __future__ import annotations

from typing import Any

from orchestration.graph.importers.draft import Draft, Made, shown
from orchestration.graph.importers.fields import Fields
from orchestration.graph.importers.notes import NoteCode
from orchestration.graph.problems import ProblemCode, closest

# Each asks for everything that the ones before it ask for.
_MODES = ("none", "approve_plan", "approve_each_node", "approve_tools")
NONE, _PLAN, _EACH_NODE, _TOOLS = range(4)

_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"comment": {"type": "string", "title": "Comment"}},
    "additionalProperties": False,
}


def mode_of(draft: Draft, graph: Fields) -> int:
    """The place of the graph's mode in the order of strictness."""
    mode = graph.text("hitl_mode")
    if mode is None or mode in _MODES:
        return NONE if mode is None else _MODES.index(mode)
    message = f"“{shown(mode)}” is no mode; the modes are {', '.join(_MODES)}."
    draft.problem(ProblemCode.INVALID_VALUE, graph.at("hitl_mode"), message, None, closest(mode, _MODES))
    return NONE


class Gates:
    """The gates of one graph. A mode above “none” of its own gates the plan; the stricter modes gate
    each node, also of the graphs inside."""

    def __init__(self, draft: Draft, graph: Fields, *, own: int, inherited: int) -> None:
        self._draft = draft
        self._place = graph.at("hitl_mode")
        self._each = max(own, inherited) >= _EACH_NODE
        self._plan: str | None = None
        if own >= _PLAN:
            self._plan = draft.slug("approve-plan")
            goal = graph.raw("goal")
            self._prompt = f"Approve the plan: {goal}" if isinstance(goal, str) else "Approve the plan."
            message = (
                f"“{_MODES[own]}” became gates: this one stands before everything else in its graph, "
                "and what is answered there reaches the nodes behind it."
            )
            draft.note(NoteCode.GATE_ADDED, self._plan, message)
        if own >= _TOOLS:
            message = (
                "“approve_tools” asked before each call of a tool; here a person is asked before each node, "
                "and its tools are then called without asking."
            )
            draft.note(NoteCode.TOOLS_NOT_GATED, self._plan, message)

    def before_all(self) -> list[Made]:
        if self._plan is None:
            return []
        return [self._gate(self._plan, self._prompt, [], "Approve the plan")]

    def around(self, node: Made) -> list[Made]:
        """The node, waiting for the gates before it, and its own gate if it has one."""
        needs: list[str] = node.value["depends_on"]
        before = [self._plan] if self._plan is not None and not needs else []
        if not self._each:
            node.value["depends_on"] = needs + before
            return [node]
        id = node.value["id"]
        gate = self._draft.slug(f"approve-{id}")
        self._draft.note(NoteCode.GATE_ADDED, gate, f"A gate before “{id}”, as each node was approved there.")
        node.value["depends_on"] = [*needs, gate]
        goal = node.value.get("goal") or node.value.get("description")
        prompt = f"Approve this step: {goal}" if isinstance(goal, str) else "Approve this step."
        return [self._gate(gate, prompt, needs + before, f"Approve {node.value['title'] or id}"), node]

    def _gate(self, id: str, prompt: str, needs: list[str], title: str) -> Made:
        value = {
            "id": id,
            "kind": "gate",
            "title": title,
            "depends_on": needs,
            "prompt": prompt,
            "approval_schema": _SCHEMA,
        }
        return Made(value, self._place)
