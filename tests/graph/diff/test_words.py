"""Diffs in words, as forms, and in the tagging that they descend from."""

from __future__ import annotations

import json
from typing import Any

import pytest

from orchestration.graph.diff import (
    OPERATIONS,
    DiffCode,
    DiffError,
    apply,
    describe,
    diff_schemas,
    invert,
    parse_diffs,
)
from orchestration.graph.schemas import schema_fault, violations
from tests.corpus import CORPUS, needs_corpus
from tests.graph.build import agent, branch, document, on, team, tool
from tests.graph.diff.test_operations import add, remove, reroute, restore, split, unwrap, update, wrap

START = document(
    tool("start", title="Start"),
    branch("size", {"big": "true"}, "start", title="Size"),
    agent("check", on("size", "big"), title="Check"),
    team("box", tool("inner")),
)

WORDS: list[tuple[dict[str, Any], str]] = [
    (add(tool("look", "start", title="Look up dispute")), "Added tool “Look up dispute” after “Start”"),
    (add(agent("ask"), team="box"), "Added agent “ask” in “box”"),
    (add(tool("x", "start", "box")), "Added tool “x” after “Start” and “box”"),
    (remove("check"), "Removed agent “Check”"),
    (remove("size", bridge=True), "Removed branch “Size” and bridged the gap"),
    (split("check", tool("x"), tool("y", title="Why")), "Split “Check” into “x” and “Why”"),
    (
        reroute("check", "size", "start", old_case="big"),
        "Let “Check” depend on “Start” instead of “Size” (case “big”)",
    ),
    ({"op": "add_edge", "node_id": "box", "dep": "start"}, "Let “box” depend on “Start”"),
    (
        {"op": "remove_edge", "node_id": "check", "dep": "size", "case": "big"},
        "Freed “Check” from “Size” (case “big”)",
    ),
    ({"op": "set_role", "id": "check", "role": "writer"}, "Gave “Check” the role “writer”"),
    ({"op": "set_role", "id": "check", "role": None}, "Took the role of “Check” away"),
    (
        {"op": "set_tools", "id": "check", "tool_allowlist": ["a", "b", "c", "d", "e"]},
        "Allowed “Check” the tools “a”, “b”, “c” and 2 more",
    ),
    ({"op": "set_tools", "id": "check", "tool_allowlist": []}, "Allowed “Check” no tools"),
    (wrap("start", "size"), "Wrapped “Start” and “Size” in the team “t” to “Both”"),
    (unwrap("box"), "Unwrapped the team “box”"),
    (update("start", set={"title": "Begin"}), "Gave “Start” the title “Begin”"),
    (update("start", set={"max_retries": 1}, unset=["title"]), "Changed max retries and title of “Start”"),
    (update("start", set={"kind": "gate"}), "Made “Start” a node of kind gate"),
    ({"op": "rename_node", "id": "start", "new_id": "begin"}, "Renamed “start” to “begin”"),
    ({"op": "set_graph", "set": {"name": "New"}}, "Named the graph “New”"),
    ({"op": "set_graph", "set": {"goal": "x"}, "unset": ["budget"]}, "Changed goal and budget of the graph"),
    (restore(box=None, new={"node": tool("new", title="New")}), "Restored “New” and removed “box”"),
    (remove("gone"), "Removed “gone”"),
]


@pytest.mark.parametrize(("diff", "words"), WORDS)
def test_a_diff_is_described_for_people(diff: dict[str, Any], words: str) -> None:
    (parsed,) = parse_diffs([diff])
    assert describe(parsed, START) == words


def test_each_operation_has_a_form_that_takes_its_diffs() -> None:
    schemas = diff_schemas()
    assert list(schemas) == list(OPERATIONS)
    for op, schema in schemas.items():
        assert schema_fault(schema) is None
        assert schema["title"]
        assert schema["description"]
        assert schema["required"][0] == "op"
        assert schema["additionalProperties"] is False
        for name, field in schema["properties"].items():
            assert field.get("title"), (op, name)
            assert "_" not in field["title"]
            assert {"type": "null"} not in field.get("anyOf", []) or (op, name) == ("set_role", "role")
    seen = set()
    for diff, _ in WORDS:
        seen.add(diff["op"])
        (parsed,) = parse_diffs([diff])
        for value in (diff, parsed.to_value()):
            assert violations(schemas[diff["op"]], value) == [], value
    assert seen == set(OPERATIONS)


@pytest.mark.parametrize(
    "diff",
    [
        {"op": "remove_node"},
        {"op": "remove_node", "id": ""},
        {"op": "remove_node", "id": "a", "more": 1},
        add({"id": "x", "kind": "tool"}),
        add({"id": "X", "kind": "agent"}),
        add(tool("x"), at=-1),
        split("x"),
        {"op": "rename_node", "id": "a", "new_id": "A"},
    ],
)
def test_the_forms_refuse_what_the_reader_refuses(diff: dict[str, Any]) -> None:
    assert violations(diff_schemas()[diff["op"]], diff) != []


@needs_corpus
def test_real_diffs_of_the_agent_task_graph_apply() -> None:
    diffs = parse_diffs(json.loads((CORPUS / "taskgraph/brief-diffs.json").read_text()))
    start = document(agent("debate"), agent("synthesizer", "debate"), agent("after", "synthesizer"))
    result = apply(start, diffs)
    assert result == document(
        agent("debate"),
        team(
            "writing",
            agent("outline", description="Outline", tool_allowlist=[]),
            agent("draft", "outline", description="Draft", tool_allowlist=[], role="writer"),
            goal="Write it",
            depends_on=["debate"],
        ),
        agent("after", "writing"),
    )


FOREIGN = {"id": "x", "goal": "Do it", "depends_on": [], "tool_allowlist": ["t"], "status": "pending"}


@pytest.mark.parametrize(
    ("node", "native"),
    [
        (FOREIGN, agent("x", description="Do it", tool_allowlist=["t"])),
        (
            {**FOREIGN, "kind": "leaf", "role": "r"},
            agent("x", description="Do it", tool_allowlist=["t"], role="r"),
        ),
        (
            {
                "id": "x",
                "goal": "All",
                "kind": {"team": {"subgraph": {"goal": "All", "nodes": {"y": {"id": "y", "goal": "One"}}}}},
            },
            team("x", agent("y", description="One"), goal="All"),
        ),
    ],
)
def test_a_foreign_node_becomes_one_of_ours(node: dict[str, Any], native: dict[str, Any]) -> None:
    assert apply(document(), parse_diffs([add(node)])) == document(native)


@pytest.mark.parametrize(
    ("node", "message"),
    [
        ({**FOREIGN, "status": "done"}, "node: A diff brings nodes that have not run yet."),
        ({**FOREIGN, "output": "x"}, "node: A diff brings nodes that have not run yet."),
        ({**FOREIGN, "colour": "x"}, "node: Unknown field “colour”."),
        ({**FOREIGN, "kind": {"team": {}}}, "node: The team has no subgraph with nodes."),
        (
            {**FOREIGN, "kind": {"debate": {"config": {}}}},
            "node: kind: “{'debate': {'config': {}}}” is no kind",
        ),
    ],
)
def test_of_a_foreign_node_nothing_is_lost_in_silence(node: dict[str, Any], message: str) -> None:
    with pytest.raises(DiffError) as caught:
        parse_diffs([add(node)])
    assert caught.value.code is DiffCode.INVALID_NODE
    assert caught.value.message.startswith(message)


def test_undoing_has_words_too() -> None:
    (diff,) = parse_diffs([remove("check")])
    (undo,) = invert(START, diff)
    assert describe(undo, apply(START, [diff])) == "Restored “Check”"


CHECK = agent("check", on("size", "big"), title="Check")
MOVES: list[tuple[dict[str, Any], str]] = [
    (restore(check={"node": CHECK, "at": 0}), "Moved “Check”"),
    (
        restore(check={"node": agent("check", title="Check"), "team": "box"}),
        "Moved “Check” into “box”, without 1 dependency",
    ),
    (restore(inner={"node": tool("inner"), "at": 0}), "Moved “inner” to the top level"),
    (
        restore(
            start={"node": tool("start", title="Start"), "team": "box"},
            size={"node": branch("size", {"big": "true"}, title="Size"), "at": 0},
        ),
        "Moved “Start” into “box”, without 1 dependency",
    ),
    # Whatever else is put back makes it more than a move.
    (restore(check={"node": {**CHECK, "title": "Look"}, "at": 0}), "Restored “Look”"),
    (restore(check={"node": agent("check", title="Check")}), "Restored “Check”"),
    (restore(check={"node": {**CHECK, "depends_on": ["start"]}, "at": 0}), "Restored “Check”"),
    (restore(start=None, check={"node": CHECK, "at": 0}), "Restored “Check” and removed “Start”"),
]


@pytest.mark.parametrize(("diff", "words"), MOVES)
def test_a_restore_that_only_moves_nodes_says_so(diff: dict[str, Any], words: str) -> None:
    (parsed,) = parse_diffs([diff])
    assert describe(parsed, START) == words
