from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orchestration.graph.expressions import Scope, compile_expression
from orchestration.graph.importers import NoteCode
from orchestration.graph.nodes import ToolNode
from orchestration.graph.validation import validate
from tests.graph.importers.foreign import (
    WFFORMAT,
    found,
    imported,
    notes,
    problems,
    step,
    wfformat,
    written,
)


def test_a_whole_file() -> None:
    assert written(WFFORMAT) == {
        "schema_version": 1,
        "name": "Sky map",
        # The longest task has to be able to take as long as it took.
        "defaults": {"timeout_seconds": 460},
        "nodes": [
            {
                "id": "project_1-2",
                "kind": "tool",
                "title": "Project_1",
                "input": {"seconds": "1.25"},
                "tool": "time.sleep",
            },
            {
                "id": "project_1",
                "kind": "tool",
                "title": "project_1",
                "input": {"seconds": "400.0"},
                "tool": "time.sleep",
            },
            {
                "id": "join",
                "kind": "tool",
                "title": "join",
                "depends_on": ["project_1-2", "project_1"],
                "input": {"seconds": "0"},
                "tool": "time.sleep",
            },
        ],
    }
    assert validate(imported(WFFORMAT).document) == []


def test_everything_that_changed_is_told() -> None:
    assert notes(WFFORMAT) == [
        (NoteCode.IDS_REWRITTEN, None),
        (NoteCode.SIMULATED_TASKS, None),
        (NoteCode.NOT_KEPT, None),
        (NoteCode.NOT_KEPT, None),
        (NoteCode.TIMEOUT_RAISED, None),
    ]
    told = [note.message for note in imported(WFFORMAT).notes if note.code is NoteCode.NOT_KEPT]
    assert told == [
        "The field “inputFiles” of 1 tasks is left out.",
        "The field “command” of 1 tasks is left out.",
    ]


@settings(deadline=None)
@given(st.floats(0, 86_400) | st.integers(0, 86_400))
def test_a_run_time_is_kept_exactly(seconds: float) -> None:
    node = imported(wfformat(step("a", [], []), a=seconds)).document.nodes[0]
    assert isinstance(node, ToolNode) and node.input is not None
    assert compile_expression(node.input["seconds"]).evaluate(Scope(None, None, {})) == seconds


def test_a_name_that_is_not_the_id_is_the_title() -> None:
    made = written(wfformat(step("A.B_1", [], [], name="Align"), **{"A.B_1": 1}))["nodes"][0]
    assert (made["id"], made["title"], made["description"]) == ("a-b_1", "Align", "Recorded as A.B_1.")


def test_where_parents_and_children_disagree_the_parents_count() -> None:
    value = wfformat(step("a", [], ["b", "d"]), step("b", [], []), step("c", ["a"], []), a=1, b=1, c=1)
    assert [node.get("depends_on") for node in written(value)["nodes"]] == [None, None, ["a"]]
    told = [note for note in imported(value).notes if note.code is NoteCode.CHILDREN_DISAGREE]
    assert [(note.node, note.message) for note in told] == [
        ("a", "Lists as children, but is no parent of: b, d. No edge was made."),
        ("a", "Is a parent of, but does not list as children: c."),
    ]


def test_run_times_that_are_missing_strange_or_long_are_told() -> None:
    value = wfformat(step("a", [], []), step("b", [], []), b=90_000, ghost=1)
    assert [node["input"]["seconds"] for node in written(value)["nodes"]] == ["0", "90000"]
    assert {(NoteCode.NO_RUN_TIME, "a"), (NoteCode.WAIT_TOO_LONG, "b")} <= set(notes(value))
    assert any("ghost" in note.message for note in imported(value).notes)
    del value["workflow"]["execution"]
    assert [code for code, _ in notes(value)].count(NoteCode.NO_RUN_TIME) == 2


def test_a_parent_that_is_named_twice_is_one() -> None:
    value = wfformat(step("a", [], ["b"]), step("b", ["a", "a"], []), a=1, b=1)
    assert written(value)["nodes"][1]["depends_on"] == ["a"]
    assert (NoteCode.DUPLICATE_EDGE, "b") in notes(value)


TASKS = "$.workflow.specification.tasks"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({**wfformat(), "schemaVersion": "1.4"}, [("unsupported_schema_version", "$.schemaVersion")]),
        ({**wfformat(), "name": 5}, [("invalid_value", "$.name")]),
        ({**wfformat(), "workflow": {"tasks": []}}, [("missing_field", "$.workflow.specification")]),
        (wfformat({"id": "a"}, a=1), [("missing_field", f"{TASKS}[0].parents")]),
        (wfformat({"parents": []}), [("missing_field", f"{TASKS}[0].id")]),
        (wfformat(step("a", [], [], name=3), a=1), [("invalid_value", f"{TASKS}[0].name")]),
        (wfformat(step("a", ["b"], []), a=1), [("unknown_dependency", f"{TASKS}[0].parents[0]")]),
        (wfformat(step("a", [], []), step("a", [], []), a=1), [("duplicate_id", f"{TASKS}[1].id")]),
        (wfformat(step("a", [], []), a=-1), [
            ("invalid_value", "$.workflow.execution.tasks[0].runtimeInSeconds")
        ]),
        (wfformat(step("a", [], []), a=None), [  # type: ignore[arg-type]  # what a broken file holds
            ("missing_field", "$.workflow.execution.tasks[0].runtimeInSeconds")
        ]),
    ],
)  # fmt: skip
def test_each_fault_is_a_problem_at_its_place_in_the_file(
    value: Any, expected: list[tuple[str, str]]
) -> None:
    assert found(value) == expected


def test_a_cycle_is_named() -> None:
    (problem,) = problems(wfformat(step("A", ["b"], ["b"]), step("b", ["A"], ["A"]), A=1, b=1))
    assert problem.message == "A cycle: A → b → A (each needs the next)."
    assert problem.path == f"{TASKS}[0].parents[0]"
