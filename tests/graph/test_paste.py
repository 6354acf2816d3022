"""Pasted nodes are the originals under ids of their own; what is there already is never touched."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from orchestration.graph.diff import apply, parse_diffs
from orchestration.graph.diff.contents import contents_of, walk
from orchestration.graph.diff.errors import DiffError, Refusal
from orchestration.graph.document import Document
from orchestration.graph.nodes import Node
from orchestration.graph.outline import body_of
from orchestration.graph.paste import fresh_ids, paste_diffs
from orchestration.graph.problems import DocumentInvalid
from orchestration.graph.validation import is_well_formed
from tests.graph.build import branch, document, fold, map_over, on, team, tool
from tests.graph.diff.profile import laws
from tests.graph.diff.strategies import documents
from tests.graph.finding import find_node

Nodes = tuple[Node, ...]


def level(document: Document, holder: str | None) -> Nodes:
    if holder is None:
        return document.nodes
    node = find_node(document, holder)
    assert node is not None
    return contents_of(node) or ()


def holders(document: Document) -> list[str | None]:
    return [None, *(node.id for node, _, _ in walk(document.nodes) if contents_of(node) is not None)]


def with_needs(node: Node, known: set[str]) -> Node:
    kept = tuple(edge for edge in node.depends_on if edge.node in known)
    return node.model_copy(update={"depends_on": kept})


@laws
@given(documents(), documents(), st.booleans(), st.booleans(), st.data())
def test_a_copy_is_the_original_under_other_ids(
    source: Document, other: Document, within: bool, keep_needs: bool, data: st.DataObject
) -> None:
    target = source if within else other
    came_from = level(source, data.draw(st.sampled_from(holders(source))))
    assume(came_from)
    chosen = data.draw(st.lists(st.sampled_from(came_from), min_size=1, unique_by=lambda node: node.id))
    chosen.sort(key=came_from.index)
    into = data.draw(st.sampled_from(holders(target)))
    here = level(target, into)
    values = [node.to_value() for node in chosen]

    given_ids = {node.id for node in chosen}
    lacking = [node for node in chosen if (body := body_of(node)) is not None and body not in given_ids]
    try:
        diffs = paste_diffs(target, values, team=into, keep_needs=keep_needs)
    except DocumentInvalid as invalid:
        # A body that is neither given nor stands beside the same owner in the target.
        assert {problem.code for problem in invalid.problems} == {"unknown_body"}
        assert lacking and not within
        return
    result = apply(target, diffs)
    assert is_well_formed(result)

    after = level(result, into)
    # What was there stands first, the very same.
    assert after[: len(here)] == here
    others = [owner for owner in holders(target) if owner != into]
    for node, _, _ in walk(target.nodes):
        if contents_of(node) is None:
            assert find_node(result, node.id) is node
    assert all(len(level(target, owner)) == len(level(result, owner)) for owner in others)

    # The same nodes renamed one by one, as a document of their own.
    copies = after[len(here) :]
    brought = [node for node in (find_node(source, body_of(one) or "") for one in lacking) if node]
    originals = [*chosen, *(node for node in brought if node.id not in given_ids)]
    while (more := body_of(originals[-1])) is not None and more not in {one.id for one in originals}:
        originals.append(find_node(source, more))  # type: ignore[arg-type]
    assert len(originals) == len(copies)
    known = {node.id for node in originals}
    alone = Document(name="-", nodes=tuple(with_needs(node, known) for node in originals))
    pairs = list(zip(walk(alone.nodes), walk(copies), strict=True))
    names = {old.id: new.id for (old, _, _), (new, _, _) in pairs}
    used = {node.id for node, _, _ in walk(target.nodes)}
    assert all((old == new) == (old not in used) for old, new in names.items())
    kept_by = {node.id: node for node in copies}
    bare = Document(name="-", nodes=tuple(with_needs(node, set(names.values())) for node in copies))
    if all(len(one.depends_on) == len(with_needs(one, known).depends_on) for one in originals):
        renames = [
            {"op": "rename_node", "id": old, "new_id": new} for old, new in names.items() if old != new
        ]
        assert apply(alone, parse_diffs(renames)) == bare

    # Needs of others: dropped, or kept where they can be.
    bodies = {body_of(node) for node in here}
    beside = {node.id for node in here} - bodies
    own_bodies = {body_of(node) for node in originals}
    for old in originals:
        outer = [edge for edge in old.depends_on if edge.node not in known]
        wanted = [edge for edge in outer if keep_needs and edge.node in beside and old.id not in own_bodies]
        found = [edge for edge in kept_by[names[old.id]].depends_on if edge.node not in names.values()]
        assert found == wanted


def pasted(document: Document, *nodes: dict[str, Any], **options: Any) -> list[Any]:
    result = apply(document, paste_diffs(document, list(nodes), **options))
    into = options.get("team")
    return [node.to_value() for node in level(result, into)[len(level(document, into)) :]]


def test_ids_inside_follow_and_so_do_keys() -> None:
    cases = {"yes": "value.a.ok == true", "no": "true"}
    nodes = [
        tool("a"),
        tool("b", title="Bee"),
        branch("pick", cases, "a", "b"),
        tool("after", on("pick", "yes"), input={"x": "value.a.n + value.b.n", "y": "run.input.a"}),
    ]
    graph = document(*nodes)
    copies = {node["id"]: node for node in pasted(graph, *nodes)}
    assert [*copies] == ["a-2", "b-2", "pick-2", "after-2"]
    assert copies["b-2"]["title"] == "Bee"
    assert copies["pick-2"]["depends_on"] == ["a-2", "b-2"]
    assert copies["pick-2"]["cases"][0]["when"]["value"] == 'value["a-2"].ok == true'
    assert copies["after-2"]["depends_on"] == [{"node": "pick-2", "case": "yes"}]
    assert copies["after-2"]["input"] == {"x": 'value["a-2"].n + value["b-2"].n', "y": "run.input.a"}


def test_keys_follow_though_another_need_is_dropped() -> None:
    nodes = [tool("a"), tool("x"), tool("b", "a", "x", input={"n": "value.a.n", "m": "value.x.m"})]
    graph = document(*nodes)
    _, copy = pasted(graph, nodes[0], nodes[2])
    assert copy["depends_on"] == ["a-2"]
    assert copy["input"] == {"n": 'value["a-2"].n', "m": "value.x.m"}


def test_needs_of_others() -> None:
    graph = document(
        tool("a"), branch("b", {"yes": "true"}), tool("c", "a", on("b", "yes")), team("t", tool("i"))
    )
    (dropped,) = pasted(graph, tool("c", "a", on("b", "yes"), "gone", "i"))
    assert "depends_on" not in dropped
    (kept,) = pasted(graph, tool("c", "a", on("b", "yes"), "gone", "i"), keep_needs=True)
    assert kept["depends_on"] == ["a", {"node": "b", "case": "yes"}]
    (inside,) = pasted(graph, tool("c", "a", "i"), keep_needs=True, team="t")
    assert inside["depends_on"] == ["i"]


def test_bodies_come_with_their_owner() -> None:
    owner, body = map_over("each", {"node": "page"}), tool("page", input={"n": "index"})
    graph = document(owner, body)
    both = pasted(graph, owner)
    assert [node["id"] for node in both] == ["each-2", "page-2"]
    assert both[0]["body"] == {"node": "page-2"}
    assert both == pasted(graph, owner, body)
    # Alone it is a node like any other.
    assert pasted(graph, body) == [{"id": "page-2", "kind": "tool", "tool": "note", "input": {"n": "index"}}]
    nested = document(fold("outer", {"node": "each"}), owner, body)
    assert [node["id"] for node in pasted(nested, fold("outer", {"node": "each"}))] == [
        "outer-2",
        "each-2",
        "page-2",
    ]


def test_whatever_holds_nodes_is_pasted_whole() -> None:
    inner = team("t", tool("x"), tool("y", "x"), map_over("m", {"graph": {"nodes": [tool("z")]}}, "y"))
    graph = document(inner)
    (copy,) = pasted(graph, inner, tool("x"))
    assert [node["id"] for node in copy["nodes"]] == ["x-2", "y-2", "m-2"]
    assert copy["nodes"][1]["depends_on"] == ["x-2"]
    assert copy["nodes"][2]["body"]["graph"]["nodes"][0]["id"] == "z-2"


def test_order_is_kept_though_needs_come_first() -> None:
    nodes = [tool("c", "b"), map_over("m", {"node": "x"}), tool("b", "a"), tool("x"), tool("a")]
    copies = pasted(document(tool("old")), *nodes)
    assert [node["id"] for node in copies] == ["c", "m", "b", "x", "a"]


@pytest.mark.parametrize(
    ("used", "ids", "new"),
    [
        (["a"], ["a"], {"a": "a-2"}),
        (["a", "a-2"], ["a"], {"a": "a-3"}),
        (["a", "a-2"], ["a-2"], {"a-2": "a-3"}),
        (["a"], ["a", "a-2"], {"a": "a-3"}),
        (["a", "a-2"], ["a", "a-2"], {"a": "a-3", "a-2": "a-4"}),
        (["a"], ["b"], {}),
        (["x" * 64], ["x" * 64], {"x" * 64: "x" * 62 + "-2"}),
        (["7"], ["7"], {"7": "7-2"}),
        (["v_1"], ["v_1"], {"v_1": "v-2"}),
    ],
)
def test_fresh_ids(used: list[str], ids: list[str], new: dict[str, str]) -> None:
    assert fresh_ids(document(*map(tool, used)), ids) == new


@pytest.mark.parametrize(
    ("nodes", "path"),
    [
        ([5], "$.nodes[0]"),
        ([None, tool("a")], "$.nodes[0]"),
        ([tool("a"), {"id": "b", "kind": "tool"}], "$.nodes[1].tool"),
        ([{"id": "B!", "kind": "tool", "tool": "x"}], "$.nodes[0].id"),
        ([tool("a"), tool("a", title="Another")], "$.nodes[1].id"),
        ([tool("a", "b"), tool("b", "a")], "$.nodes[0].depends_on"),
        ([tool("a", "a")], "$.nodes[0].depends_on[0]"),
        ([team("t", tool("x", "nothing"))], "$.nodes[0].nodes[0].depends_on[0]"),
        ([map_over("m", {"node": "nothing"})], "$.nodes[0].body.node"),
        ([map_over("m", {"node": "x"}), tool("x", "y"), tool("y")], "$.nodes[1].depends_on[0]"),
        ([tool("a", surprise=1)], "$.nodes[0].surprise"),
        ([tool("a", max_retries=2**60)], "$.nodes[0].max_retries"),
    ],
)
def test_what_is_no_node_has_its_place(nodes: list[Any], path: str) -> None:
    with pytest.raises(DocumentInvalid) as caught:
        paste_diffs(document(tool("z")), nodes)
    assert path in [problem.path for problem in caught.value.problems]


def test_an_expression_that_would_become_too_long() -> None:
    text = " + ".join(["value.a"] * 50)
    nodes = [tool("a"), tool("b"), tool("c", "a", "b", input={"x": text})]
    with pytest.raises(Refusal):
        paste_diffs(document(*nodes), nodes)


@pytest.mark.parametrize("into", ["nothing", "a"])
def test_what_holds_nothing_cannot_be_pasted_into(into: str) -> None:
    graph = document(tool("a"))
    with pytest.raises(DiffError):
        apply(graph, paste_diffs(graph, [tool("b")], team=into))


def test_two_thousand_nodes_are_copied_within_seconds() -> None:
    nodes = [tool("n0"), tool("k0")]
    for number in range(1, 1000):
        needs = (f"n{number - 1}", f"k{number - 1}")
        nodes.append(tool(f"n{number}", *needs, input={"x": f"value.n{number - 1}.a"}))
        nodes.append(tool(f"k{number}", *needs))
    graph = document(*nodes)
    began = time.perf_counter()
    result = apply(graph, paste_diffs(graph, nodes))
    assert time.perf_counter() - began < 6
    copy = find_node(result, "n999-2")
    assert copy is not None and copy.input == {"x": 'value["n998-2"].a'}
