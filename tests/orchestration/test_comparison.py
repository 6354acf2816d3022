"""Two states of a graph laid over each other."""

from __future__ import annotations

import json
from time import perf_counter
from typing import Any

import pytest
from hypothesis import given

from benchmarks.graph_shapes import mixed
from orchestration.graph.diff import apply, describe_all, parse_diffs
from orchestration.graph.diff.difference import Layout
from orchestration.graph.document import Document, document_from_value
from orchestration.selectors.comparison import comparison
from orchestration.selectors.draft_views import Comparison
from tests.graph.build import branch, document, fold, map_over, on, team, tool
from tests.graph.diff.profile import laws
from tests.graph.diff.strategies import documents


def compared(old: Document, new: Document) -> Comparison:
    return comparison(old, new, names=("1", "2"))


def marks(found: Comparison) -> dict[str, str]:
    return {node.id: node.mark for node in found.nodes if node.mark != "same"}


def edges(found: Comparison) -> dict[str, str]:
    return {edge.id: edge.mark for edge in found.edges if edge.mark != "same"}


def fields(found: Comparison, id: str) -> dict[str, tuple[Any, Any]]:
    (node,) = [node for node in found.nodes if node.id == id]
    return {field.field: (value(field.old), value(field.new)) for field in node.fields}


def value(text: str | None) -> Any:
    return None if text is None else json.loads(text)


def test_added_removed_and_changed() -> None:
    old = document(tool("a"), tool("b", "a", title="B"), tool("c", "b"))
    new = document(tool("a", title="A"), tool("b", "a", title="B"), tool("d", "b", max_retries=2))
    found = compared(old, new)
    assert marks(found) == {"a": "changed", "c": "removed", "d": "added"}
    assert fields(found, "a") == {"title": (None, "A")}
    assert fields(found, "d") == {
        "kind": (None, "tool"),
        "tool": (None, "note"),
        "depends_on": (None, ["b"]),
        "max_retries": (None, 2),
    }
    assert fields(found, "c")["tool"] == ("note", None)
    assert edges(found) == {"b→c": "removed", "b→d": "added"}
    assert [node.id for node in found.nodes] == ["a", "b", "c", "d"]


def test_a_rerouted_edge_is_one_gone_and_one_come() -> None:
    old = document(branch("s", {"big": "value > 1.0", "rest": "true"}), tool("a"), tool("b", on("s", "big")))
    new = document(branch("s", {"big": "value > 1.0", "rest": "true"}), tool("a"), tool("b", on("s", "rest")))
    found = compared(old, new)
    assert marks(found) == {"b": "rerouted"}
    assert edges(found) == {"s→b:big": "removed", "s→b:rest": "added"}
    assert fields(found, "b") == {
        "depends_on": ([{"node": "s", "case": "big"}], [{"node": "s", "case": "rest"}])
    }


def test_a_node_that_is_changed_and_rerouted_tells_both() -> None:
    old, new = (
        document(tool("a"), tool("b"), tool("c", "a")),
        document(tool("a"), tool("b"), tool("c", "b", title="C")),
    )
    found = compared(old, new)
    assert marks(found) == {"c": "changed"}
    assert fields(found, "c") == {"title": (None, "C"), "depends_on": (["a"], ["b"])}


def test_a_node_in_another_team_or_another_place() -> None:
    old = document(team("t", tool("a")), tool("b"), tool("c"), tool("d"))
    new = document(team("t", tool("a"), tool("b")), tool("d"), tool("c"))
    found = compared(old, new)
    assert fields(found, "b") == {"team": (None, "t")}
    assert {node.id: node.team for node in found.nodes}["b"] == "t"
    moved = [id for id in "cd" if "place" in fields(found, id)]
    assert len(moved) == 1


def test_what_is_gone_stands_where_it_stood() -> None:
    old = document(tool("first"), tool("a"), tool("gone"), team("t", tool("x"), tool("y")), tool("b"))
    new = document(tool("a"), team("t", tool("y")), tool("b"), tool("n"))
    found = compared(old, new)
    assert [node.id for node in found.nodes] == ["first", "a", "gone", "t", "x", "y", "b", "n"]
    assert {node.id: node.team for node in found.nodes}["x"] == "t"


def test_a_removed_holder_keeps_what_went_with_it() -> None:
    old = document(team("t", tool("x"), team("u", tool("y"))), tool("b"))
    new = document(tool("b"), tool("y"))
    found = compared(old, new)
    assert {node.id: (node.mark, node.team) for node in found.nodes} == {
        "t": ("removed", None),
        "x": ("removed", "t"),
        "u": ("removed", "t"),
        "b": ("same", None),
        "y": ("changed", None),
    }


def test_a_body_counts_as_a_field_and_its_graph_does_not() -> None:
    old = document(map_over("m", {"node": "x"}), tool("x"), fold("f", {"graph": {"nodes": [tool("y")]}}))
    new = document(
        map_over("m", {"graph": {"nodes": [tool("z")]}}), tool("x"), fold("f", {"graph": {"nodes": []}})
    )
    found = compared(old, new)
    assert marks(found) == {"m": "changed", "z": "added", "y": "removed"}
    assert list(fields(found, "m")) == ["body"]


def test_the_words_follow_the_diffs() -> None:
    old = document(tool("a"), tool("b", "a"))
    new = document(tool("a", title="Look up"), tool("b", "a"), tool("c", "b"), goal="Go")
    found = compared(old, new)
    assert found.words == describe_all(parse_diffs(found.diffs), old)
    assert apply(old, parse_diffs(found.diffs)) == new


@laws
@given(documents(), documents())
def test_the_overlay_has_both_documents_and_nothing_else(old: Document, new: Document) -> None:
    found = compared(old, new)
    before, after = Layout(old), Layout(new)
    ids = [node.id for node in found.nodes]
    assert len(ids) == len(set(ids)) and set(ids) == {*before.nodes, *after.nodes}
    for node in found.nodes:
        assert (node.id in before.nodes, node.id in after.nodes) == {
            "added": (False, True),
            "removed": (True, False),
        }.get(node.mark, (True, True))
        assert node.team is None or node.team in ids
        assert (node.mark == "same") is (node.fields == [])
        assert all(field.old != field.new for field in node.fields)
    # What is in the new document stands in its order.
    assert [id for id in ids if id in after.nodes] == list(after.nodes)
    assert apply(old, parse_diffs(found.diffs)) == new
    assert len(found.words) == len(found.diffs)
    keys = {(edge.source, edge.target, edge.case): edge.mark for edge in found.edges}
    assert len(keys) == len(found.edges)
    for side, layout in (("removed", before), ("added", after)):
        has = {(need.node, id, need.case) for id, node in layout.nodes.items() for need in node.depends_on}
        assert {key for key, mark in keys.items() if mark in ("same", side)} == has


@laws
@given(documents())
def test_a_document_and_its_copy_are_the_same(old: Document) -> None:
    found = compared(old, document_from_value(old.to_value()))
    assert (found.words, found.diffs, found.graph, marks(found), edges(found)) == ([], [], [], {}, {})


@pytest.mark.parametrize("every", [1, 500])
def test_five_thousand_nodes_take_a_moment(every: int) -> None:
    large = mixed(5_000)
    old = document_from_value(large)
    for node in large["nodes"][::every]:
        node["title"] = "Another title"
    new = document_from_value(large)
    started = perf_counter()
    found = compared(old, new)
    assert perf_counter() - started < 10
    assert set(marks(found).values()) == {"changed"}
