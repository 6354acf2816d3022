"""Where an edge may not go: the same verdict as the operation's, and a reason for people."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchestration.graph.connecting import End, forbidden_ends, free_cases
from orchestration.graph.diff import DiffError, apply, parse_diffs
from orchestration.graph.diff.contents import walk
from orchestration.graph.diff.size import written_size
from orchestration.graph.document import Document
from orchestration.graph.nodes import BranchNode
from orchestration.graph.validation import Limits
from tests.graph.build import branch, document, map_over, on, team, tool
from tests.graph.diff.profile import laws
from tests.graph.diff.strategies import documents
from tests.graph.finding import find_node


def reasons(document: Document, node: str, end: End) -> dict[str, str]:
    return {found.node: found.message for found in forbidden_ends(document, node, end)}


def accepts(document: Document, target: str, source: str, limits: Limits) -> bool:
    """Whether any edge between the two is accepted, of whatever case of the source."""
    node = find_node(document, source)
    cases: list[str | None] = [None]
    if isinstance(node, BranchNode) and node.cases:
        cases = [case.name for case in node.cases]
    for case in cases:
        (diff,) = parse_diffs([{"op": "add_edge", "node_id": target, "dep": source, "case": case}])
        try:
            apply(document, [diff], limits=limits)
        except DiffError:
            continue
        return True
    return False


@laws
@given(documents().filter(lambda one: bool(one.nodes)), st.data())
def test_forbidden_is_what_the_operation_refuses(document: Document, data: st.DataObject) -> None:
    ids = [node.id for node, _, _ in walk(document.nodes)]
    node = data.draw(st.sampled_from(ids))
    tight = Limits(size_bytes=written_size(document) + data.draw(st.integers(0, 60)))
    for limits in (Limits(), tight):
        sources = {found.node for found in forbidden_ends(document, node, "source", limits=limits)}
        targets = {found.node for found in forbidden_ends(document, node, "target", limits=limits)}
        assert sources == {id for id in ids if not accepts(document, id, node, limits)}
        assert targets == {id for id in ids if not accepts(document, node, id, limits)}


@laws
@given(documents().filter(lambda one: bool(one.nodes)), st.data())
def test_where_an_edge_may_go_every_free_case_is_accepted(document: Document, data: st.DataObject) -> None:
    nodes = [node for node, _, _ in walk(document.nodes)]
    source = data.draw(st.sampled_from(nodes))
    forbidden = reasons(document, source.id, "source")
    for target in nodes:
        if target.id not in forbidden:
            edge = {"op": "add_edge", "node_id": target.id, "dep": source.id}
            for case in free_cases(target, source):
                apply(document, parse_diffs([{**edge, "case": case}]))


GRAPH = document(
    tool("a", title="Look up"),
    tool("b", "a"),
    tool("c", "b", title="  "),
    team("review", tool("r1"), tool("r2"), title="Review"),
    team("other", map_over("m", {"graph": {"nodes": [tool("deep")]}}, title="Items")),
    map_over("each", {"node": "page"}, title="Each page"),
    tool("page", title="Read"),
    tool("free"),
)


@pytest.mark.parametrize(
    ("node", "end", "other", "reason"),
    [
        ("a", "source", "a", "A node cannot need itself"),
        ("b", "source", "a", "They would need each other: Look up → b → Look up"),
        ("c", "source", "a", "They would need each other: Look up → c → b → Look up"),
        ("a", "target", "c", "They would need each other: Look up → c → b → Look up"),
        ("a", "source", "b", "“b” already needs “Look up”"),
        ("b", "target", "a", "“b” already needs “Look up”"),
        ("a", "source", "page", "“Read” is the body of “Each page”; edges cannot touch it"),
        ("page", "target", "a", "“Read” is the body of “Each page”; edges cannot touch it"),
        ("a", "source", "r1", "“r1” stands in team “Review”; an edge stays on one level"),
        ("r1", "source", "a", "“Look up” stands outside of team “Review”; an edge stays on one level"),
        ("r1", "target", "review", "“Review” holds “r1”; an edge stays on one level"),
        ("r1", "source", "deep", "“deep” stands in the body of “Items”; an edge stays on one level"),
        ("deep", "source", "m", "“Items” holds “deep”; an edge stays on one level"),
        (
            "deep",
            "target",
            "a",
            "“Look up” stands outside of the body of “Items”; an edge stays on one level",
        ),
    ],
)
def test_the_reason_in_words(node: str, end: End, other: str, reason: str) -> None:
    assert reasons(GRAPH, node, end)[other] == reason


def test_what_is_not_named_may_be_connected() -> None:
    assert "free" not in reasons(GRAPH, "c", "source")
    assert "c" not in reasons(GRAPH, "a", "source")
    assert "r2" not in reasons(GRAPH, "r1", "target")


def test_an_edge_out_of_a_branch_is_forbidden_once_every_case_has_one() -> None:
    cases = {"large": "value > 5.0", "small": "true"}
    graph = document(
        branch("size", cases, title="Size"),
        tool("none"),
        tool("one", on("size", "large")),
        tool("both", on("size", "large"), on("size", "small")),
        branch("single", {"else": "true"}),
        tool("after", on("single", "else")),
        branch("bare", {}),
        tool("bare-after", "bare"),
    )
    forbidden = reasons(graph, "size", "source")
    assert "none" not in forbidden and "one" not in forbidden
    assert forbidden["both"] == "“both” already follows every case of “Size”"
    assert reasons(graph, "both", "target")["size"] == "“both” already follows every case of “Size”"
    assert reasons(graph, "single", "source")["after"] == "“after” already follows the only case of “single”"
    assert reasons(graph, "bare", "source")["bare-after"] == "“bare-after” already needs “bare”"
    assert "none" not in reasons(graph, "bare", "source")


def test_a_long_circle_shows_its_ends_and_long_titles_are_cut() -> None:
    chain = document(tool("n0", title="x" * 200), *(tool(f"n{i}", f"n{i - 1}") for i in range(1, 40)))
    first = "x" * 59 + "…"
    assert reasons(chain, "n39", "source")["n0"] == (
        f"They would need each other: {first} → n39 → n38 → … → n1 → {first}"
    )
    assert reasons(chain, "n0", "target")["n39"] == (
        f"They would need each other: {first} → n39 → n38 → … → n1 → {first}"
    )


def test_an_unknown_node() -> None:
    with pytest.raises(KeyError):
        forbidden_ends(GRAPH, "nothing", "source")


@pytest.mark.parametrize("end", ["source", "target"])
def test_a_chain_of_5000_nodes_is_quick(end: End) -> None:
    nodes: list[dict[str, Any]] = [tool("n0"), *(tool(f"n{i}", f"n{i - 1}") for i in range(1, 5000))]
    chain = document(*nodes)
    began = time.perf_counter()
    found = forbidden_ends(chain, "n4999" if end == "source" else "n0", end)
    assert len(found) == 5000
    assert time.perf_counter() - began < 1
