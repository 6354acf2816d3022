from __future__ import annotations

from typing import Any

import pytest

from orchestration.graph.importers import NoteCode
from orchestration.graph.validation import validate
from tests.graph.importers.foreign import (
    GGLIB,
    found,
    gglib,
    imported,
    leaf,
    notes,
    problems,
    team,
    written,
)

APPROVAL = {
    "type": "object",
    "properties": {"comment": {"type": "string", "title": "Comment"}},
    "additionalProperties": False,
}


def gate(id: str, title: str, prompt: str, *needs: str) -> dict[str, Any]:
    own = {"id": id, "kind": "gate", "title": title, "prompt": prompt, "approval_schema": APPROVAL}
    return own | ({"depends_on": list(needs)} if needs else {})


def test_a_whole_file() -> None:
    assert written(GGLIB) == {
        "schema_version": 1,
        "name": "Plan a garden",
        "goal": "Plan a garden",
        "nodes": [
            gate("approve-plan", "Approve the plan", "Approve the plan: Plan a garden"),
            {
                "id": "soil-2",
                "kind": "agent",
                "title": "Soil",
                "description": "Do Soil",
                "depends_on": ["approve-plan"],
                "role": "researcher",
                "tool_allowlist": ["web_search"],
            },
            {
                "id": "beds",
                "kind": "team",
                "depends_on": ["soil-2"],
                "goal": "Do beds",
                "nodes": [
                    {"id": "soil", "kind": "agent", "description": "Do soil", "tool_allowlist": []},
                    {
                        "id": "plan",
                        "kind": "agent",
                        "description": "Do plan",
                        "depends_on": ["soil"],
                        "tool_allowlist": [],
                    },
                ],
            },
            {
                "id": "taste",
                "kind": "agent",
                "description": "Do taste\n\nDebate this as configured here:\n"
                '{\n  "rounds": 2,\n  "agents": []\n}',
                "depends_on": ["beds"],
                "tool_allowlist": [],
            },
            {
                "id": "end",
                "kind": "agent",
                "description": "Do end",
                "depends_on": ["beds", "taste"],
                "tool_allowlist": [],
            },
        ],
    }
    assert validate(imported(GGLIB).document) == []


def test_everything_that_changed_is_told() -> None:
    assert notes(GGLIB) == [
        (NoteCode.ID_CHANGED, "soil-2"),
        (NoteCode.GATE_ADDED, "approve-plan"),
        (NoteCode.RUN_STATE, "plan"),
        (NoteCode.DEBATE_AS_AGENT, "taste"),
        (NoteCode.RUN_STATE, None),
    ]
    message = next(note.message for note in imported(GGLIB).notes if note.node == "plan")
    assert message.endswith("status = done; output = 6 beds")


def test_an_id_that_two_teams_use_is_made_unique() -> None:
    value = gglib({"a": team("a", {"check": leaf("check")}), "b": team("b", {"check": leaf("check")})})
    inner = [node["nodes"][0] for node in written(value)["nodes"]]
    assert [(node["id"], node.get("title")) for node in inner] == [("check", None), ("check-2", "check")]
    assert (NoteCode.ID_CHANGED, "check-2") in notes(value)


def test_approving_each_node_puts_a_gate_before_each_in_teams_too() -> None:
    nodes = {"a": leaf("a"), "crew": team("crew", {"b": leaf("b"), "c": leaf("c", "b")}, "a")}
    value = gglib(nodes, hitl_mode="approve_each_node")
    plan, gate_a, a, gate_crew, crew = written(value)["nodes"]
    assert plan == gate("approve-plan", "Approve the plan", "Approve the plan: Plan a garden")
    assert gate_a == gate("approve-a", "Approve a", "Approve this step: Do a", "approve-plan")
    assert a["depends_on"] == ["approve-a"]
    assert gate_crew["depends_on"] == ["a"]
    assert crew["depends_on"] == ["a", "approve-crew"]
    # The mode is one of a whole run; the plan of a team is part of the plan.
    assert [(node["id"], node.get("depends_on")) for node in crew["nodes"]] == [
        ("approve-b", None),
        ("b", ["approve-b"]),
        ("approve-c", ["b"]),
        ("c", ["b", "approve-c"]),
    ]
    assert [node for code, node in notes(value) if code is NoteCode.GATE_ADDED] == [
        "approve-plan", "approve-a", "approve-crew", "approve-b", "approve-c",
    ]  # fmt: skip


def test_that_each_call_of_a_tool_was_approved_is_told_to_be_lost() -> None:
    value = gglib({"a": leaf("a")}, hitl_mode="approve_tools")
    assert [node["id"] for node in written(value)["nodes"]] == ["approve-plan", "approve-a", "a"]
    assert (NoteCode.TOOLS_NOT_GATED, "approve-plan") in notes(value)


def test_a_team_with_a_mode_of_its_own_has_its_own_gate() -> None:
    value = gglib({"a": team("a", {"b": leaf("b")}, hitl_mode="approve_plan")})
    inner = written(value)["nodes"][0]["nodes"]
    assert [node["id"] for node in inner] == ["approve-plan", "b"]
    assert inner[0]["prompt"] == "Approve the plan: Do a"


def test_what_a_team_cannot_hold_is_told() -> None:
    crew = team("a", {"b": leaf("b")}, goal="Something else") | {"role": "writer", "tool_allowlist": ["x"]}
    made = written(gglib({"a": crew}))["nodes"][0]
    assert (made["goal"], made["description"]) == ("Do a", "Something else")
    assert notes(gglib({"a": crew}))[:3] == [
        (NoteCode.NOT_KEPT, "a"),
        (NoteCode.NOT_KEPT, "a"),
        (NoteCode.GOAL_MOVED, "a"),
    ]


def test_nodes_without_a_kind_are_leaves_and_the_key_is_the_id() -> None:
    value = gglib({"a": {"goal": "Dig"}, "b": {"id": "c", "goal": "Sow", "depends_on": ["a"]}})
    assert [node["id"] for node in written(value)["nodes"]] == ["a", "b"]
    assert (NoteCode.IDS_DISAGREE, "b") in notes(value)


def test_a_long_goal_is_shortened_to_a_name() -> None:
    goal = "Plan a garden " * 20 + "\nwith many beds"
    document = imported(gglib({"a": leaf("a")}, goal=goal)).document
    assert document.goal == goal
    assert len(document.name) <= 80 and document.name.endswith("…")
    assert notes(gglib({"a": leaf("a")}, goal=goal))[-1] == (NoteCode.NAME_MADE, None)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"goal": "x"}, [("missing_field", "$.nodes")]),
        (gglib({}, hitl_mode="approve_plans"), [("invalid_value", "$.hitl_mode")]),
        (gglib({"a": 7}), [("invalid_value", "$.nodes.a")]),
        (gglib({"a": leaf("a", kind="leef")}), [("unknown_kind", "$.nodes.a.kind")]),
        (gglib({"a": leaf("a", kind={"team": {}})}), [("missing_field", "$.nodes.a.kind.team.subgraph")]),
        (gglib({"a b": leaf("a b", "c")}), [("unknown_dependency", '$.nodes["a b"].depends_on[0]')]),
        (gglib({"a": leaf("a", role=5)}), [("invalid_value", "$.nodes.a.role")]),
        (gglib({"a": leaf("a", goal=["x"])}), [("invalid_value", "$.nodes.a.goal")]),
        (
            gglib({"t": team("t", {"a": leaf("a", "outer")}), "outer": leaf("outer")}),
            [("unknown_dependency", "$.nodes.t.kind.team.subgraph.nodes.a.depends_on[0]")],
        ),
        (
            gglib({"t": team("t", {"a": leaf("a", tool_allowlist=[""])})}),
            [("invalid_value", "$.nodes.t.kind.team.subgraph.nodes.a.tool_allowlist[0]")],
        ),
    ],
)
def test_each_fault_is_a_problem_at_its_place_in_the_file(
    value: Any, expected: list[tuple[str, str]]
) -> None:
    assert found(value, "gglib") == expected


def test_a_cycle_is_named_as_the_file_names_it() -> None:
    (problem,) = problems(gglib({"My A": leaf("My A", "b"), "b": leaf("b", "My A")}))
    assert problem.message == "A cycle: My A → b → My A (each needs the next)."
    assert problem.path == '$.nodes["My A"].depends_on[0]'
