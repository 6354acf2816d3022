"""Every reason for which a diff is refused: the first case that is, and the last one that is not."""

from __future__ import annotations

from typing import Any

import pytest

from orchestration.graph.diff import DiffCode, DiffError, apply, invert, parse_diffs
from orchestration.graph.document import Document
from tests.graph.build import agent, branch, document, fold, gate, map_over, on, team, tool
from tests.graph.diff.test_operations import add, graph, remove, reroute, restore, split, unwrap, update, wrap

SIZE = {"big": "value > 5.0", "rest": "true"}
CHAIN = document(tool("a"), tool("b", "a"), tool("c", "b"), agent("d"))
MAPPED = document(map_over("m", {"node": "x"}), tool("x"), tool("y"))
BRANCHED = document(branch("s", SIZE), tool("p", on("s", "big")), tool("q", on("s", "rest")), tool("r", "p"))
NESTED = document(team("t", tool("a"), tool("b", "a")), tool("c", "t"))


def edge(node: str, dep: str, **fields: Any) -> dict[str, Any]:
    return {"op": "add_edge", "node_id": node, "dep": dep, **fields}


def cut(node: str, dep: str, **fields: Any) -> dict[str, Any]:
    return {"op": "remove_edge", "node_id": node, "dep": dep, **fields}


def rename(id: str, new_id: str) -> dict[str, Any]:
    return {"op": "rename_node", "id": id, "new_id": new_id}


def role(id: str, role: str | None = "writer") -> dict[str, Any]:
    return {"op": "set_role", "id": id, "role": role}


# The document, a diff that is refused with the code and about the node, and one close to it that is not.
TABLE: list[tuple[Document, dict[str, Any], str, str | None, dict[str, Any]]] = [
    # unknown_op, malformed_diff
    (CHAIN, {"op": "add_nodes", "node": {}}, "unknown_op", None, add(tool("e"))),
    (CHAIN, {"op": "AddNode"}, "unknown_op", None, add(tool("e"))),
    (CHAIN, {"id": "a"}, "malformed_diff", None, remove("a")),
    (CHAIN, {"op": "remove_node"}, "malformed_diff", None, remove("a")),
    (CHAIN, remove("a", bridged=True), "malformed_diff", None, remove("a", bridge=True)),
    (CHAIN, remove("a", bridge=1), "malformed_diff", None, remove("a", bridge=False)),
    (CHAIN, add(tool("e"), at=-1), "malformed_diff", None, add(tool("e"), at=0)),
    (CHAIN, {"op": "set_role", "id": "d"}, "malformed_diff", None, role("d", None)),
    (CHAIN, rename("a", "A b"), "malformed_diff", None, rename("a", "a-b")),
    (CHAIN, rename("a", "x" * 65), "malformed_diff", None, rename("a", "x" * 64)),
    (CHAIN, update("a", set={"id": "z"}), "malformed_diff", None, update("a", set={"title": "z"})),
    (CHAIN, update("b", unset=["depends_on"]), "malformed_diff", None, update("b", unset=["title"])),
    (
        CHAIN,
        update("a", set={"title": "z"}, unset=["title"]),
        "malformed_diff",
        None,
        update("a", unset=["title"]),
    ),
    (
        CHAIN,
        update("a", set={"max_retries": float("nan")}),
        "malformed_diff",
        None,
        update("a", set={"max_retries": 0}),
    ),
    (
        CHAIN,
        {"op": "set_graph", "set": {"name": None}},
        "malformed_diff",
        None,
        {"op": "set_graph", "set": {"goal": None}},
    ),
    (
        CHAIN,
        {"op": "set_graph", "unset": ["name"]},
        "malformed_diff",
        None,
        {"op": "set_graph", "unset": ["goal"]},
    ),
    (
        CHAIN,
        {"op": "set_graph", "set": {"nodes": []}},
        "malformed_diff",
        None,
        {"op": "set_graph", "set": {"name": "N"}},
    ),
    (
        CHAIN,
        {"op": "set_graph", "set": {"defaults": {"max_parallel": 0}}},
        "malformed_diff",
        None,
        {"op": "set_graph", "set": {"defaults": {"max_parallel": 1}}},
    ),
    (CHAIN, restore(a={"node": tool("b")}), "malformed_diff", None, restore(a={"node": tool("a")})),
    (
        CHAIN,
        restore(t={"node": team("t", tool("e"))}, e=None),
        "malformed_diff",
        None,
        restore(t={"node": team("t", tool("e"))}),
    ),
    # duplicate_node_id
    (CHAIN, add(tool("a")), "duplicate_node_id", "a", add(tool("e"))),
    (NESTED, add(tool("a")), "duplicate_node_id", "a", add(tool("e"))),
    (
        CHAIN,
        add(team("t", tool("e"), team("u", tool("e")))),
        "duplicate_node_id",
        "e",
        add(team("t", tool("e"))),
    ),
    (CHAIN, split("b", tool("x"), tool("x")), "duplicate_node_id", "x", split("b", tool("b"), tool("x"))),
    (CHAIN, split("b", tool("c")), "duplicate_node_id", "c", split("b", tool("b"))),
    (CHAIN, rename("a", "b"), "duplicate_node_id", "b", rename("a", "e")),
    (CHAIN, wrap("a") | {"team_id": "a"}, "duplicate_node_id", "a", wrap("a")),
    (
        NESTED,
        update("t", set={"nodes": [tool("c")]}),
        "duplicate_node_id",
        "c",
        update("t", set={"nodes": [tool("a")]}),
    ),
    # node_not_found
    (CHAIN, remove("e"), "node_not_found", "e", remove("d")),
    (CHAIN, role("e"), "node_not_found", "e", role("d")),
    (CHAIN, edge("e", "a"), "node_not_found", "e", edge("d", "a")),
    (CHAIN, wrap("a", "e"), "node_not_found", "e", wrap("a", "d")),
    (CHAIN, unwrap("e"), "node_not_found", "e", remove("a")),
    (NESTED, add(tool("e"), team="u"), "node_not_found", "u", add(tool("e"), team="t")),
    (
        CHAIN,
        restore(a={"node": tool("a"), "team": "u"}),
        "node_not_found",
        "u",
        restore(a={"node": tool("a")}),
    ),
    # unknown_dependency
    (CHAIN, add(tool("e", "x")), "unknown_dependency", "e", add(tool("e", "c"))),
    (CHAIN, edge("c", "x"), "unknown_dependency", "c", edge("c", "a")),
    (CHAIN, reroute("c", "b", "x"), "unknown_dependency", "c", reroute("c", "b", "a")),
    (NESTED, edge("c", "a"), "unknown_dependency", "c", add(tool("e", "t"))),
    (CHAIN, split("b", tool("x", "b")), "unknown_dependency", "x", split("b", tool("x", "a"))),
    (CHAIN, restore(a=None), "unknown_dependency", "b", restore(a=None, b={"node": tool("b"), "at": 0})),
    # edge_not_found
    (CHAIN, cut("c", "a"), "edge_not_found", "c", cut("c", "b")),
    (CHAIN, reroute("c", "a", "b"), "edge_not_found", "c", reroute("c", "b", "a")),
    (BRANCHED, cut("p", "s"), "edge_not_found", "p", cut("p", "s", case="big")),
    (
        BRANCHED,
        reroute("p", "s", "q", old_case="rest"),
        "edge_not_found",
        "p",
        reroute("p", "s", "q", old_case="big"),
    ),
    # cycle
    (CHAIN, edge("a", "a"), "cycle", "a", edge("d", "a")),
    (CHAIN, edge("a", "c"), "cycle", "a", edge("c", "a")),
    (CHAIN, reroute("b", "a", "c"), "cycle", "b", reroute("c", "b", "a")),
    (CHAIN, wrap("a", "c"), "cycle", "t", wrap("a", "b")),
    (CHAIN, split("a", tool("x", "c")), "cycle", "x", split("a", tool("x", "d"))),
    (CHAIN, add(map_over("m", {"node": "m"})), "cycle", "m", add(map_over("m", {"node": "d"}))),
    # empty_split
    (CHAIN, split("b"), "empty_split", "b", split("b", tool("x"))),
    # labelled_edge
    (BRANCHED, split("s", tool("x")), "labelled_edge", "s", split("p", tool("x"))),
    (BRANCHED, wrap("s", "p"), "labelled_edge", "s", wrap("s", "p", "q")),
    (BRANCHED, wrap("p", "q"), "labelled_edge", "s", wrap("p", "r")),
    (
        document(team("t", tool("a")), tool("b", on("t", "x"))),
        unwrap("t"),
        "labelled_edge",
        "t",
        reroute("b", "t", "t", old_case="x"),
    ),
    # invalid_node
    (CHAIN, add({"id": "e", "kind": "tool"}), "invalid_node", "e", add({"id": "e", "kind": "agent"})),
    (CHAIN, add({"id": "e", "kind": "agnet"}), "invalid_node", "e", add({"id": "e", "kind": "agent"})),
    (CHAIN, add({"id": "E", "kind": "agent"}), "invalid_node", "E", add({"id": "e", "kind": "agent"})),
    (
        CHAIN,
        split("b", tool("x"), tool("y", tools=[])),
        "invalid_node",
        "y",
        split("b", tool("x"), tool("y")),
    ),
    (CHAIN, add(tool("e", "a", "a")), "invalid_node", "e", add(tool("e", "a"))),
    (CHAIN, edge("b", "a"), "invalid_node", "b", edge("b", "a", case="x")),
    (CHAIN, role("a"), "invalid_node", "a", role("d")),
    (
        CHAIN,
        {"op": "set_tools", "id": "a", "tool_allowlist": []},
        "invalid_node",
        "a",
        {"op": "set_tools", "id": "d", "tool_allowlist": []},
    ),
    (CHAIN, update("a", set={"tool": "x" * 201}), "invalid_node", "a", update("a", set={"tool": "x"})),
    (CHAIN, update("a", set={"role": "x"}), "invalid_node", "a", update("d", set={"role": "x"})),
    (
        CHAIN,
        update("a", unset=["tool"]),
        "invalid_node",
        "a",
        update("a", unset=["tool"], set={"kind": "agent"}),
    ),
    (CHAIN, update("a", unset=["titel"]), "invalid_node", "a", update("a", unset=["title"])),
    (CHAIN, update("a", set={"kind": "gaet"}), "invalid_node", "a", update("a", set={"kind": "gate"})),
    (
        CHAIN,
        update("a", set={"kind": "delay"}),
        "invalid_node",
        "a",
        update("a", set={"kind": "delay", "seconds": 1}),
    ),
    # … among them the rules of bodies.
    (MAPPED, remove("x"), "invalid_node", "x", remove("m")),
    (MAPPED, edge("y", "x"), "invalid_node", "y", edge("y", "m")),
    (MAPPED, edge("x", "y"), "invalid_node", "x", edge("m", "y")),
    (MAPPED, add(fold("f", {"node": "x"})), "invalid_node", "f", add(fold("f", {"node": "y"}))),
    (MAPPED, add(fold("f", {"node": "z"})), "invalid_node", "f", add(fold("f", graph()))),
    (MAPPED, split("x", tool("z")), "invalid_node", "m", split("x", tool("z"), tool("x"))),
    (CHAIN, add(map_over("m", {"node": "a"})), "invalid_node", "m", add(map_over("m", {"node": "d"}))),
    (MAPPED, restore(x=None), "invalid_node", "m", restore(x=None, m=None)),
    # invalid_team
    (CHAIN, wrap(), "invalid_team", "t", wrap("a")),
    (CHAIN, wrap("a", "a"), "invalid_team", "a", wrap("a", "b")),
    (NESTED, wrap("a", "c") | {"team_id": "u"}, "invalid_team", "c", wrap("a", "b") | {"team_id": "u"}),
    (MAPPED, wrap("x"), "invalid_team", "x", wrap("m")),
    (CHAIN, add(tool("e"), team="a"), "invalid_team", "a", add(tool("e"))),
    (MAPPED, unwrap("m"), "invalid_team", "m", remove("m")),
    (
        document(map_over("m", {"node": "t"}), team("t", tool("a"))),
        unwrap("t"),
        "invalid_team",
        "t",
        wrap("a") | {"team_id": "u"},
    ),
    (
        NESTED,
        restore(t={"node": team("t"), "team": "t"}),
        "invalid_team",
        "t",
        restore(t={"node": team("t")}),
    ),
    # node_changed
    (
        CHAIN,
        {**restore(a={"node": tool("a")}), "expected": {"a": None}},
        "node_changed",
        "a",
        {**restore(e=None), "expected": {"e": None}},
    ),
    (
        CHAIN,
        {**restore(e={"node": tool("e")}), "expected": {"e": "00"}},
        "node_changed",
        "e",
        {**restore(e={"node": tool("e")}), "expected": {"e": None}},
    ),
    (
        CHAIN,
        {**restore(a={"node": tool("a")}), "expected": {"a": "00"}},
        "node_changed",
        "a",
        restore(a={"node": tool("a")}),
    ),
    (NESTED, restore(t=None, c=None), "node_changed", "t", restore(t=None, c=None, a=None, b=None)),
]


@pytest.mark.parametrize(("start", "refused", "code", "node", "accepted"), TABLE)
def test_a_diff_is_refused_for_a_reason_and_its_neighbour_is_not(
    start: Document, refused: dict[str, Any], code: str, node: str | None, accepted: dict[str, Any]
) -> None:
    value = start.to_value()
    with pytest.raises(DiffError) as caught:
        apply(start, parse_diffs([accepted, refused])[1:])
    assert (caught.value.code.value, caught.value.node) == (code, node)
    assert caught.value.message.endswith((".", "?"))
    assert start.to_value() == value
    assert apply(start, parse_diffs([accepted])) is not None


def test_every_code_is_in_the_table() -> None:
    told = {code for _, _, code, _, _ in TABLE} | {DiffCode.LIMIT_EXCEEDED.value}
    assert told == {code.value for code in DiffCode}


def refused(start: Document, *diffs: dict[str, Any]) -> DiffError:
    with pytest.raises(DiffError) as caught:
        apply(start, parse_diffs(list(diffs)))
    return caught.value


def test_the_error_names_the_diff_and_the_path_of_the_cycle() -> None:
    error = refused(CHAIN, remove("d"), edge("a", "c"))
    assert error.diff_index == 1
    assert error.cycle == ("a", "c", "b")
    assert error.message == "That makes a cycle: a → c → b → a (each needs the next)."


def test_the_document_is_well_formed_after_each_diff_not_only_at_the_end() -> None:
    # The edge that closes the circle would be cut by the next diff.
    assert refused(CHAIN, edge("a", "c"), cut("c", "b")).diff_index == 0
    assert apply(CHAIN, parse_diffs([cut("c", "b"), edge("a", "c")])) is not None


def test_close_names_are_suggested() -> None:
    start = document(tool("lookup"), tool("b"))
    assert "Did you mean “lookup”?" in refused(start, remove("lokup")).message
    assert "Did you mean “lookup”?" in refused(start, edge("b", "lokup")).message
    assert "Did you mean “remove_node”?" in refused(start, {"op": "remove_nod", "id": "b"}).message
    assert "Did you mean “tool”?" in refused(start, add({"id": "e", "kind": "tol"})).message


def test_an_undo_finds_out_that_someone_was_faster() -> None:
    (diff,) = parse_diffs([update("d", set={"title": "Mine"})])
    undo = invert(CHAIN, diff)
    mine = apply(CHAIN, [diff])
    theirs = apply(mine, parse_diffs([update("d", set={"title": "Theirs"})]))
    with pytest.raises(DiffError) as caught:
        apply(theirs, undo)
    assert caught.value.code is DiffCode.NODE_CHANGED
    assert caught.value.message == "“d” has been changed since."
    # What they did elsewhere stays, even where it moved the node.
    elsewhere = apply(mine, parse_diffs([add(gate("e"), at=0), remove("a")]))
    assert [node.id for node in apply(elsewhere, undo).nodes] == ["e", "b", "c", "d"]


def test_no_id_is_refused_with_a_regular_expression() -> None:
    start = document(tool("lookup"))
    words = "An id is 1 to 64 small letters, digits, “-” and “_”, and begins with a letter or a digit."
    for diff in (rename("lookup", "Pay small!"), {**wrap("lookup"), "team_id": "Crew 1"}):
        found = refused(start, diff)
        assert found.code is DiffCode.MALFORMED_DIFF and found.message == words
    inside = [
        add({"id": "A b", "kind": "tool", "tool": "x"}),
        {"op": "set_graph", "set": {"budget": {"cost_usd": "1,5"}}},
    ]
    for diff in inside:
        assert "^[" not in refused(start, diff).message
