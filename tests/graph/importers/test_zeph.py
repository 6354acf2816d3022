from __future__ import annotations

from typing import Any

import pytest

from orchestration.graph.importers import NoteCode
from orchestration.graph.validation import validate
from tests.graph.importers.foreign import ZEPH, found, imported, notes, problems, task, written, zeph


def test_a_whole_file() -> None:
    assert written(ZEPH) == {
        "schema_version": 1,
        "name": "Bake bread",
        "goal": "Bake bread",
        "defaults": {"failure_strategy": "retry", "max_retries": 1},
        "nodes": [
            {
                "id": "knead-dough",
                "kind": "agent",
                "title": "Knead dough",
                "description": "Knead dough.",
                "agent_hint": "baker",
            },
            {
                "id": "wait",
                "kind": "agent",
                "title": "Wait",
                "description": "Wait.",
                "depends_on": ["knead-dough"],
                "failure_strategy": "ask",
                "max_retries": 5,
                "execution_mode": "sequential",
            },
            {
                "id": "wait-2",
                "kind": "agent",
                "title": "Wait",
                "description": "Wait.",
                "depends_on": ["knead-dough"],
                "verify_predicate": {"kind": "natural", "value": "It has doubled"},
            },
            {
                "id": "bake",
                "kind": "agent",
                "title": "Bake",
                "description": "Bake.",
                "depends_on": ["wait", "wait-2"],
                "max_retries": 0,
            },
        ],
    }
    assert validate(imported(ZEPH).document) == []


def test_everything_that_changed_is_told() -> None:
    assert notes(ZEPH) == [
        (NoteCode.NOT_KEPT, None),
        (NoteCode.RUN_STATE, None),
        (NoteCode.ID_CHANGED, "wait-2"),
        (NoteCode.IDS_REWRITTEN, None),
        (NoteCode.RUN_STATE, "knead-dough"),
        (NoteCode.RUN_STATE, None),
    ]
    told = [note.message for note in imported(ZEPH).notes if note.node == "knead-dough"]
    assert told[0].endswith('status = completed; result = {"output": "done"}; retry_count = 2')


def test_fields_that_older_files_lack_have_their_defaults() -> None:
    value = {"goal": "Bake", "tasks": [{"id": 0, "title": "Mix", "description": "Mix it."}]}
    assert written(value) == {
        "schema_version": 1,
        "name": "Bake",
        "goal": "Bake",
        "nodes": [{"id": "mix", "kind": "agent", "title": "Mix", "description": "Mix it."}],
    }
    node = imported(value).document.nodes[0]
    assert (node.execution_mode, node.failure_strategy, node.max_retries) == ("parallel", None, None)
    assert imported(value).document.defaults.failure_strategy == "abort"


def test_ids_need_not_be_dense_and_titles_no_text_for_a_slug() -> None:
    value = zeph(task(7, "Größe & Gewicht"), task(3, "日本", 7), task(4, ""), task(5, "x" * 90, 4))
    made = written(value)["nodes"]
    assert [node["id"] for node in made] == ["groe-gewicht", "task", "task-2", "x" * 64]
    assert made[1]["depends_on"] == ["groe-gewicht"]


def test_an_expression_was_never_evaluated_there() -> None:
    predicate = {"kind": "expression", "value": "value.ok"}
    value = zeph(task(0, "Mix", verify_predicate=predicate))
    assert written(value)["nodes"][0]["verify_predicate"] == predicate
    assert (NoteCode.PREDICATE_EVALUATED, "mix") in notes(value)


def test_unknown_fields_are_told() -> None:
    value = zeph(task(0, "Mix", cost=3), plan="b")
    assert [message for code, message in notes(value) if code is NoteCode.UNKNOWN_FIELD] == ["mix", None]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({}, [("missing_field", "$.tasks")]),
        ({"tasks": {}}, [("invalid_value", "$.tasks")]),
        (zeph({"title": "x"}), [("missing_field", "$.tasks[0].id")]),
        (zeph({"id": "0"}), [("invalid_value", "$.tasks[0].id")]),
        (zeph(task(0, "a"), task(0, "b")), [("duplicate_id", "$.tasks[1].id")]),
        (zeph(task(0, "a", 1)), [("unknown_dependency", "$.tasks[0].depends_on[0]")]),
        (zeph(task(0, "a", 0)), [("self_dependency", "$.tasks[0].depends_on[0]")]),
        (zeph({"id": 0, "depends_on": ["1", True]}), [
            ("invalid_value", "$.tasks[0].depends_on[0]"), ("invalid_value", "$.tasks[0].depends_on[1]"),
        ]),
        (zeph(task(0, "a", failure_strategy="retri")), [("invalid_value", "$.tasks[0].failure_strategy")]),
        (zeph(task(0, "a", max_retries=-1)), [("invalid_value", "$.tasks[0].max_retries")]),
        (zeph(task(0, "a", verify_predicate={"kind": "natural"})),
         [("missing_field", "$.tasks[0].verify_predicate.value")]),
        (zeph(default_max_retries="3"), [("invalid_value", "$.default_max_retries")]),
        (zeph(default_failure_strategy="stop"), [("invalid_value", "$.default_failure_strategy")]),
    ],
)  # fmt: skip
def test_each_fault_is_a_problem_at_its_place_in_the_file(
    value: Any, expected: list[tuple[str, str]]
) -> None:
    assert found(value, "zeph") == expected


def test_a_cycle_is_named_with_numbers_and_titles() -> None:
    (problem,) = problems(zeph(task(0, "Mix", 1), task(1, "Bake", 0)))
    assert problem.message == "A cycle: 0 (Mix) → 1 (Bake) → 0 (Mix) (each needs the next)."
