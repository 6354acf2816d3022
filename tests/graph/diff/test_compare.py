"""From one document to another, as a person would tell it."""

from __future__ import annotations

from typing import Any

import pytest

from orchestration.graph.compare import changed_nodes, compare
from orchestration.graph.diff import apply, parse_diffs
from orchestration.graph.diff.difference import longest_rising
from orchestration.graph.document import Document
from tests.graph.build import agent, branch, document, map_over, on, team, tool
from tests.graph.diff.test_operations import add, remove, reroute, split, unwrap, update, wrap

START = document(
    tool("a"),
    tool("b", "a", title="B"),
    branch("s", {"big": "value > 1.0", "rest": "true"}, "b"),
    agent("c", on("s", "big")),
    team("t", tool("d"), tool("e", "d"), depends_on=["c"]),
    map_over("m", {"node": "x"}, "t"),
    tool("x"),
)


@pytest.mark.parametrize(
    "diff",
    [
        add(tool("n", "t")),
        add(tool("n", "a"), at=1),
        add(tool("n", "d"), team="t", at=0),
        add(team("n", tool("o"))),
        remove("c"),
        remove("t"),
        remove("m"),
        reroute("c", "s", "s", old_case="big", new_case="rest"),
        reroute("m", "t", "b"),
        {"op": "add_edge", "node_id": "m", "dep": "a", "at": 0},
        {"op": "add_edge", "node_id": "m", "dep": "a"},
        {"op": "remove_edge", "node_id": "m", "dep": "t"},
        {"op": "set_role", "id": "c", "role": "writer"},
        {"op": "set_tools", "id": "c", "tool_allowlist": ["x"]},
        update("b", set={"max_retries": 1}, unset=["title"]),
        update("t", set={"goal": "Go"}),
        update("a", set={"kind": "delay", "seconds": 2}),
        {"op": "rename_node", "id": "b", "new_id": "n"},
        {"op": "rename_node", "id": "t", "new_id": "n"},
        {"op": "rename_node", "id": "x", "new_id": "n"},
        {"op": "wrap_in_team", "ids": ["a", "b"], "team_id": "n", "team_goal": "Go"},
        {"op": "wrap_in_team", "ids": ["d"], "team_id": "n"},
        unwrap("t"),
        {"op": "set_graph", "set": {"goal": "Go"}, "unset": []},
    ],
)
def test_one_diff_is_told_as_that_diff(diff: dict[str, Any]) -> None:
    (parsed,) = parse_diffs([diff])
    after = apply(START, [parsed])
    again = Document.model_validate(after.to_value())
    for new in (after, again):
        told = compare(START, new)
        assert len(told) == 1
        assert told[0].op == parsed.op
        assert apply(START, told).to_value() == after.to_value()


def test_several_changes_are_told_one_by_one() -> None:
    diffs = parse_diffs(
        [
            {"op": "set_graph", "set": {"name": "Other"}},
            add(tool("p", "q")) | {"node": tool("q", "a")},
            add(tool("p", "q")),
            update("b", set={"title": "Bee"}),
            remove("m"),
        ]
    )
    told = compare(START, apply(START, diffs))
    assert [diff.op for diff in told] == ["set_graph", "remove_node", "add_node", "add_node", "update_node"]


def test_what_no_operation_tells_is_restored() -> None:
    reordered = document(tool("b"), tool("a"))
    assert [diff.op for diff in compare(document(tool("a"), tool("b")), reordered)] == ["restore"]
    assert [
        diff.op for diff in compare(document(tool("a"), tool("b", "a")), document(tool("a", "b"), tool("b")))
    ] != []


def test_an_import_over_a_long_graph_is_one_restore() -> None:
    old = document(*(tool(f"a{number}") for number in range(60)))
    new = document(*(tool(f"b{number}", input={"n": str(number)}) for number in range(60)), goal="New")
    told = compare(old, new)
    assert [diff.op for diff in told] == ["set_graph", "restore"]
    assert apply(old, told) == new


@pytest.mark.parametrize(
    ("diffs", "added", "removed", "changed", "rerouted"),
    [
        ([], [], [], {}, []),
        ([add(tool("n", "a"), at=0)], ["n"], [], {}, []),
        ([remove("t")], [], ["t", "d", "e"], {}, ["m"]),
        ([update("b", set={"max_retries": 1}, unset=["title"])], [], [], {"b": ["title", "max_retries"]}, []),
        ([update("t", set={"goal": "Go"})], [], [], {"t": ["goal"]}, []),
        ([update("e", set={"title": "E"})], [], [], {"e": ["title"]}, []),
        ([reroute("m", "t", "b")], [], [], {}, ["m"]),
        ([wrap("a", "b") | {"team_id": "n"}], ["n"], [], {"a": ["team"], "b": ["team"]}, ["s"]),
        ([split("x", tool("x"), tool("y"))], ["y"], [], {}, []),
        ([update("a", set={"kind": "delay", "seconds": 2})], [], [], {"a": ["kind", "seconds", "tool"]}, []),
        ([{"op": "set_graph", "set": {"goal": "Go"}}], [], [], {}, []),
    ],
)
def test_an_overlay_marks_what_changed(
    diffs: list[dict[str, Any]],
    added: list[str],
    removed: list[str],
    changed: dict[str, list[str]],
    rerouted: list[str],
) -> None:
    marked = changed_nodes(START, apply(START, parse_diffs(diffs)))
    assert marked == {"added": added, "removed": removed, "changed": changed, "rerouted": rerouted}


def test_another_order_is_marked_on_as_few_nodes_as_possible() -> None:
    old = document(*(tool(id) for id in "abcdef"))
    marked = changed_nodes(old, document(*(tool(id) for id in "bcdaef")))
    assert marked["changed"] == {"a": ["place"]}


@pytest.mark.parametrize(
    ("numbers", "found"),
    [([], []), ([3], [3]), ([1, 2, 3], [1, 2, 3]), ([3, 2, 1], [1]), ([2, 0, 1, 4, 3], [0, 1, 3])],
)
def test_longest_rising(numbers: list[int], found: list[int]) -> None:
    assert longest_rising(numbers) == found
