"""Each operation, exactly: the nodes before, the diff, the nodes after."""

from __future__ import annotations

from typing import Any

import pytest

from orchestration.graph.diff import apply, invert, parse_diffs
from tests.graph.build import agent, branch, document, fold, map_over, on, team, tool

Nodes = list[dict[str, Any]]
SIZE = {"big": "value > 5.0", "rest": "true"}


def add(node: dict[str, Any], **place: Any) -> dict[str, Any]:
    return {"op": "add_node", "node": node, **place}


def remove(id: str, **fields: Any) -> dict[str, Any]:
    return {"op": "remove_node", "id": id, **fields}


def split(id: str, *into: dict[str, Any]) -> dict[str, Any]:
    return {"op": "split_node", "id": id, "into": list(into)}


def reroute(node: str, old: str, new: str, **cases: Any) -> dict[str, Any]:
    return {"op": "reroute_edge", "node_id": node, "old_dep": old, "new_dep": new, **cases}


def wrap(*ids: str) -> dict[str, Any]:
    return {"op": "wrap_in_team", "ids": list(ids), "team_id": "t", "team_goal": "Both"}


def wrapped(*nodes: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return team("t", *nodes, goal="Both", **fields)


def update(id: str, **fields: Any) -> dict[str, Any]:
    return {"op": "update_node", "id": id, **fields}


def unwrap(id: str) -> dict[str, Any]:
    return {"op": "unwrap_team", "id": id}


def restore(**nodes: Any) -> dict[str, Any]:
    return {"op": "restore", "nodes": nodes}


def graph(*nodes: dict[str, Any]) -> dict[str, Any]:
    return {"graph": {"nodes": list(nodes)}}


ADDING: list[tuple[Nodes, dict[str, Any], Nodes]] = [
    # Appended unless a place is given; depends_on brings the edges.
    ([tool("a")], add(tool("b", "a")), [tool("a"), tool("b", "a")]),
    ([tool("a")], add(tool("b"), at=0), [tool("b"), tool("a")]),
    ([tool("a")], add(tool("b"), at=9), [tool("a"), tool("b")]),
    ([team("t", tool("a"))], add(tool("b", "a"), team="t"), [team("t", tool("a"), tool("b", "a"))]),
    ([map_over("m", graph())], add(tool("b"), team="m"), [map_over("m", graph(tool("b")))]),
    ([], add(team("t", tool("a"))), [team("t", tool("a"))]),
    # A map may take a node that is there already as its body.
    ([tool("a")], add(map_over("m", {"node": "a"})), [tool("a"), map_over("m", {"node": "a"})]),
]

REMOVING: list[tuple[Nodes, dict[str, Any], Nodes]] = [
    ([tool("a"), tool("b", "a")], remove("a"), [tool("b")]),
    ([tool("a"), tool("b", "a"), tool("c", "b")], remove("b"), [tool("a"), tool("c")]),
    # With a bridge, dependents inherit in place, and an edge that is there twice becomes one.
    (
        [tool("a"), tool("b"), tool("x", "a", "b"), tool("d"), tool("c", "d", "x", "b")],
        remove("x", bridge=True),
        [tool("a"), tool("b"), tool("d"), tool("c", "d", "a", "b")],
    ),
    (
        [branch("s", SIZE), tool("b", on("s", "big")), tool("c", "b")],
        remove("b", bridge=True),
        [branch("s", SIZE), tool("c", on("s", "big"))],
    ),
    (
        [branch("s", SIZE), tool("b", on("s", "big")), tool("c", on("s", "rest"))],
        remove("s"),
        [tool("b"), tool("c")],
    ),
    # A body goes with its owner, and a body's own body too.
    ([map_over("m", {"node": "b"}), tool("b"), tool("c", "m")], remove("m"), [tool("c")]),
    ([map_over("m", {"node": "f"}), fold("f", {"node": "b"}), tool("b")], remove("m"), []),
    ([team("t", tool("a"), tool("b", "a")), tool("c", "t")], remove("t"), [tool("c")]),
    ([team("t", tool("a"), tool("b", "a"))], remove("a"), [team("t", tool("b"))]),
]

SPLITTING: list[tuple[Nodes, dict[str, Any], Nodes]] = [
    # In its place, as given; every dependent needs all of them, where it needed the one.
    (
        [tool("a"), tool("x", "a"), tool("c", "a", "x")],
        split("x", tool("p", "a"), tool("q", "p")),
        [tool("a"), tool("p", "a"), tool("q", "p"), tool("c", "a", "p", "q")],
    ),
    # The id may be used again.
    (
        [tool("x"), tool("c", "x")],
        split("x", tool("x"), tool("y", "x")),
        [tool("x"), tool("y", "x"), tool("c", "x", "y")],
    ),
    # The parts may be those that a team held.
    (
        [team("t", tool("a"), tool("b", "a")), tool("c", "t")],
        split("t", tool("a"), tool("b", "a")),
        [tool("a"), tool("b", "a"), tool("c", "a", "b")],
    ),
    # A map's body goes with it, or stays where a new node takes it; no edge touches a body.
    (
        [map_over("m", {"node": "b"}), tool("b"), tool("c", "m")],
        split("m", tool("n")),
        [tool("n"), tool("c", "n")],
    ),
    (
        [map_over("m", {"node": "b"}), tool("b"), tool("c", "m")],
        split("m", tool("n"), fold("f", {"node": "b"}, "n")),
        [tool("n"), fold("f", {"node": "b"}, "n"), tool("b"), tool("c", "n", "f")],
    ),
    (
        [tool("b"), map_over("m", {"node": "b"}), tool("c", "m")],
        split("m", map_over("m", {"node": "b"}), tool("b", title="New")),
        [map_over("m", {"node": "b"}), tool("b", title="New"), tool("c", "m")],
    ),
    (
        [map_over("m", {"node": "b"}), tool("b")],
        split("b", tool("b"), tool("c")),
        [map_over("m", {"node": "b"}), tool("b"), tool("c")],
    ),
]

EDGES: list[tuple[Nodes, dict[str, Any], Nodes]] = [
    (
        [tool("a"), tool("b"), tool("c"), tool("d", "a", "b")],
        reroute("d", "a", "c"),
        [tool("a"), tool("b"), tool("c"), tool("d", "c", "b")],
    ),
    # If the new edge is already there, the two become one.
    (
        [tool("a"), tool("b"), tool("d", "a", "b")],
        reroute("d", "b", "a"),
        [tool("a"), tool("b"), tool("d", "a")],
    ),
    (
        [tool("a"), tool("b"), tool("d", "a", "b")],
        reroute("d", "a", "b"),
        [tool("a"), tool("b"), tool("d", "b")],
    ),
    ([tool("a"), tool("d", "a")], reroute("d", "a", "a"), [tool("a"), tool("d", "a")]),
    (
        [branch("s", SIZE), tool("d", on("s", "big"))],
        reroute("d", "s", "s", old_case="big", new_case="rest"),
        [branch("s", SIZE), tool("d", on("s", "rest"))],
    ),
    (
        [tool("a"), tool("b"), tool("d", "a")],
        {"op": "add_edge", "node_id": "d", "dep": "b"},
        [tool("a"), tool("b"), tool("d", "a", "b")],
    ),
    (
        [tool("a"), tool("b"), tool("d", "a")],
        {"op": "add_edge", "node_id": "d", "dep": "b", "at": 0},
        [tool("a"), tool("b"), tool("d", "b", "a")],
    ),
    (
        [branch("s", SIZE), tool("d", on("s", "big"))],
        {"op": "add_edge", "node_id": "d", "dep": "s", "case": "rest"},
        [branch("s", SIZE), tool("d", on("s", "big"), on("s", "rest"))],
    ),
    ([tool("a"), tool("b", "a")], {"op": "remove_edge", "node_id": "b", "dep": "a"}, [tool("a"), tool("b")]),
    (
        [branch("s", SIZE), tool("d", on("s", "big"), on("s", "rest"))],
        {"op": "remove_edge", "node_id": "d", "dep": "s", "case": "big"},
        [branch("s", SIZE), tool("d", on("s", "rest"))],
    ),
]

AGENTS: list[tuple[Nodes, dict[str, Any], Nodes]] = [
    ([agent("a")], {"op": "set_role", "id": "a", "role": "writer"}, [agent("a", role="writer")]),
    ([agent("a", role="writer")], {"op": "set_role", "id": "a", "role": None}, [agent("a")]),
    (
        [agent("a", tool_allowlist=["x"])],
        {"op": "set_tools", "id": "a", "tool_allowlist": ["b", "a", "b"]},
        [agent("a", tool_allowlist=["b", "a"])],
    ),
    ([agent("a")], {"op": "set_tools", "id": "a", "tool_allowlist": []}, [agent("a", tool_allowlist=[])]),
]

TEAMS: list[tuple[Nodes, dict[str, Any], Nodes]] = [
    # Where the first stood, in document order; inner edges inside, outer ones on the team, once.
    (
        [tool("o"), tool("a", "o"), tool("x"), tool("b", "a", "o", "x"), tool("c", "b", "a", "x")],
        wrap("b", "a"),
        [
            tool("o"),
            wrapped(tool("a"), tool("b", "a"), depends_on=["o", "x"]),
            tool("x"),
            tool("c", "t", "x"),
        ],
    ),
    ([tool("a")], wrap("a"), [wrapped(tool("a"))]),
    (
        [branch("s", SIZE), tool("a", on("s", "big")), tool("b", on("s", "big"), "a")],
        wrap("a", "b"),
        [branch("s", SIZE), wrapped(tool("a"), tool("b", "a"), depends_on=[on("s", "big")])],
    ),
    # A labelled edge may stay inside.
    (
        [branch("s", SIZE), tool("a", on("s", "big"))],
        wrap("s", "a"),
        [wrapped(branch("s", SIZE), tool("a", on("s", "big")))],
    ),
    # A body follows its owner, named or not.
    (
        [tool("b"), map_over("m", {"node": "b"}), tool("c", "m")],
        wrap("m"),
        [wrapped(tool("b"), map_over("m", {"node": "b"})), tool("c", "t")],
    ),
    (
        [tool("b"), map_over("m", {"node": "b"})],
        wrap("b", "m"),
        [wrapped(tool("b"), map_over("m", {"node": "b"}))],
    ),
    ([team("u", tool("a"), tool("b", "a"))], wrap("a"), [team("u", wrapped(tool("a")), tool("b", "t"))]),
    # Entries gain the team's edges; dependents need the sinks.
    (
        [
            tool("o"),
            team("t", tool("a"), tool("b"), tool("c", "a"), depends_on=["o"]),
            tool("x"),
            tool("d", "x", "t"),
        ],
        unwrap("t"),
        [tool("o"), tool("a", "o"), tool("b", "o"), tool("c", "a"), tool("x"), tool("d", "x", "b", "c")],
    ),
    (
        [
            branch("s", SIZE),
            team("t", tool("b"), map_over("m", {"node": "b"}), depends_on=[on("s", "big")]),
            tool("c", "t"),
        ],
        unwrap("t"),
        [branch("s", SIZE), tool("b"), map_over("m", {"node": "b"}, on("s", "big")), tool("c", "m")],
    ),
    ([tool("o"), team("t", depends_on=["o"]), tool("c", "t")], unwrap("t"), [tool("o"), tool("c", "o")]),
]

UPDATES: list[tuple[Nodes, dict[str, Any], Nodes]] = [
    (
        [tool("a", title="One")],
        update("a", set={"title": "Two", "max_retries": 1}),
        [tool("a", title="Two", max_retries=1)],
    ),
    ([tool("a", title="One")], update("a", unset=["title"]), [tool("a")]),
    ([tool("a", title="One")], update("a", set={"title": None}), [tool("a")]),
    (
        [tool("a", input={"x": "value", "y": "value"})],
        update("a", set={"input": {"z": "value"}}),
        [tool("a", input={"z": "value"})],
    ),
    # Another kind drops what it lacks; edges stay.
    (
        [tool("a"), agent("b", "a", title="One", role="writer", description="Do"), tool("c", "b")],
        update("b", set={"kind": "tool", "tool": "note"}),
        [tool("a"), tool("b", "a", title="One", description="Do"), tool("c", "b")],
    ),
    (
        [map_over("m", {"node": "b"}), tool("b")],
        update("m", set={"kind": "delay", "seconds": 1}),
        [{"id": "m", "kind": "delay", "seconds": 1}, tool("b")],
    ),
    ([team("t", tool("a"))], update("t", set={"goal": "Both"}), [wrapped(tool("a"))]),
    (
        [team("t", tool("a"))],
        update("t", set={"nodes": [tool("a"), tool("b")]}),
        [team("t", tool("a"), tool("b"))],
    ),
    ([team("t", tool("a"))], update("t", set={"kind": "tool", "tool": "note"}), [tool("t")]),
    (
        [tool("a"), map_over("m", graph(tool("b")))],
        update("m", set={"body": {"node": "a"}}),
        [tool("a"), map_over("m", {"node": "a"})],
    ),
    ([tool("a")], update("a"), [tool("a")]),
]

RESTORING: list[tuple[Nodes, dict[str, Any], Nodes]] = [
    (
        [tool("a"), tool("b")],
        restore(b={"node": tool("b", title="B"), "at": 0}),
        [tool("b", title="B"), tool("a")],
    ),
    ([tool("a"), tool("b")], restore(a=None), [tool("b")]),
    ([tool("a")], restore(x=None), [tool("a")]),
    # Nodes move between levels and bring along what they hold.
    (
        [team("t", team("u", tool("a"))), tool("b")],
        restore(t=None, u={"node": team("u"), "at": 1}),
        [tool("b"), team("u", tool("a"))],
    ),
    # A node that is given inside a team is moved into it.
    (
        [tool("a")],
        restore(t={"node": team("t", tool("a"), tool("b")), "at": 0}),
        [team("t", tool("a"), tool("b"))],
    ),
    # What a team has come to hold beyond the named nodes stays in it.
    (
        [team("t", tool("a"), tool("x"))],
        restore(t={"node": team("t", goal="Both")}, a={"node": tool("a"), "team": "t", "at": 1}),
        [wrapped(tool("x"), tool("a"))],
    ),
    # Places are those at the end, whatever the order of the entries.
    (
        [tool("m")],
        restore(z={"node": tool("z"), "at": 2}, a={"node": tool("a"), "at": 0}),
        [tool("a"), tool("m"), tool("z")],
    ),
]


@pytest.mark.parametrize(
    ("before", "diff", "after"),
    [*ADDING, *REMOVING, *SPLITTING, *EDGES, *AGENTS, *TEAMS, *UPDATES, *RESTORING],
)
def test_an_operation_does_exactly_this(before: Nodes, diff: dict[str, Any], after: Nodes) -> None:
    start = document(*before)
    (parsed,) = parse_diffs([diff])
    result = apply(start, [parsed])
    assert result.to_value()["nodes"] == document(*after).to_value()["nodes"]
    assert apply(result, invert(start, parsed)).to_value() == start.to_value()


@pytest.mark.parametrize(
    ("before", "diff", "after"),
    [
        ({}, {"set": {"name": "Other", "goal": "G"}}, {"name": "Other", "goal": "G"}),
        ({"goal": "G", "budget": {"tokens": 1}}, {"unset": ["goal", "budget"]}, {}),
        ({"goal": "G"}, {"set": {"goal": None}}, {}),
        # Whole fields are replaced.
        (
            {"defaults": {"max_retries": 1, "max_parallel": 2}},
            {"set": {"defaults": {"max_retries": 5}}},
            {"defaults": {"max_retries": 5}},
        ),
        ({"defaults": {"max_retries": 1}}, {"unset": ["defaults"]}, {}),
        ({}, {"set": {"input_schema": {"type": "object"}}}, {"input_schema": {"type": "object"}}),
    ],
)
def test_set_graph_sets_and_removes_whole_fields(
    before: dict[str, Any], diff: dict[str, Any], after: dict[str, Any]
) -> None:
    start = document(**before)
    (parsed,) = parse_diffs([{"op": "set_graph", **diff}])
    result = apply(start, [parsed])
    assert result == document(**after)
    assert apply(result, invert(start, parsed)) == start


@pytest.mark.parametrize(
    "diff",
    [
        {"op": "set_role", "id": "a", "role": "writer"},
        {"op": "set_tools", "id": "a", "tool_allowlist": ["x"]},
        {"op": "rename_node", "id": "a", "new_id": "a"},
        {"op": "update_node", "id": "a", "set": {"role": "writer"}, "unset": ["title"]},
        {"op": "set_graph", "set": {"name": "Test"}},
        {"op": "reroute_edge", "node_id": "b", "old_dep": "a", "new_dep": "a"},
    ],
)
def test_what_changes_nothing_gives_the_very_document(diff: dict[str, Any]) -> None:
    start = document(agent("a", role="writer", tool_allowlist=["x"]), tool("b", "a"))
    (parsed,) = parse_diffs([diff])
    assert apply(start, [parsed]) is start
    assert invert(start, parsed) == []


def test_an_update_keeps_the_order_in_which_a_schema_is_spelled() -> None:
    start = document(tool("a", input_schema={"properties": {"x": {}, "y": {}}}))
    schema: dict[str, Any] = {"properties": {"y": {}, "x": {}}}
    result = apply(start, parse_diffs([update("a", set={"input_schema": schema})]))
    assert list(result.to_value()["nodes"][0]["input_schema"]["properties"]) == ["y", "x"]


def test_a_boolean_is_not_a_number() -> None:
    start = document(tool("a", output_schema={"const": 1}))
    (diff,) = parse_diffs([update("a", set={"output_schema": {"const": True}})])
    after = apply(start, [diff])
    assert after.to_value()["nodes"][0]["output_schema"] == {"const": True}
    assert apply(after, invert(start, diff)).to_value() == start.to_value()
    schema: Any = apply(after, invert(start, diff)).nodes[0].output_schema
    assert schema["const"] is not True
