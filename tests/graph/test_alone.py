"""One node as a document of its own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchestration.graph.alone import counts_alone, node_alone
from orchestration.graph.diff.contents import contents_of, walk
from orchestration.graph.document import Document
from orchestration.graph.outline import body_of
from orchestration.graph.validation import is_well_formed, validate
from tests.graph.build import branch, document, map_over, on, tool
from tests.graph.diff.profile import laws
from tests.graph.diff.strategies import documents
from tests.graph.finding import find_node


@laws
@given(documents().filter(lambda one: bool(one.nodes)), st.data())
def test_the_node_comes_with_all_that_it_runs_and_nothing_else(
    document: Document, data: st.DataObject
) -> None:
    node = data.draw(st.sampled_from([node for node, _, _ in walk(document.nodes)]))
    alone = node_alone(document, node.id)
    assert is_well_formed(alone)
    first, *bodies = alone.nodes
    assert first == node.model_copy(update={"depends_on": ()})
    assert contents_of(first) == contents_of(node)
    for owner, body in zip(alone.nodes, bodies, strict=False):
        assert body_of(owner) == body.id and find_node(document, body.id) == body
    assert body_of(alone.nodes[-1]) is None
    assert (alone.defaults, alone.budget) == (document.defaults, document.budget)


SCHEMA = {"type": "object", "properties": {"a": {"type": "number"}}}


def test_its_input_schema_is_that_of_the_run_unless_a_mapping_makes_the_input() -> None:
    plain = tool("a", input_schema=SCHEMA)
    mapped = tool("b", input_schema=SCHEMA, input={"a": "value.amount"})
    graph = document(plain, mapped, input_schema={"type": "string"})
    assert node_alone(graph, "a").input_schema == SCHEMA
    assert node_alone(graph, "b").input_schema is None
    assert validate(node_alone(graph, "b")) == []


@pytest.mark.parametrize(
    ("title", "name"), [("Look up", "Look up"), ("  ", "a"), (None, "a"), ("x" * 200, "x" * 200)]
)
def test_its_name_is_the_nodes(title: str | None, name: str) -> None:
    assert node_alone(document(tool("a", title=title)), "a").name == name


def test_a_branch_needs_no_edges_alone() -> None:
    graph = document(branch("b", {"yes": "true"}), tool("t", on("b", "yes")))
    assert not [problem for problem in validate(node_alone(graph, "b")) if counts_alone(problem, "b")]
    holding = map_over("m", {"graph": {"nodes": [branch("b", {"yes": "true"})]}})
    assert [problem for problem in validate(node_alone(document(holding), "m")) if counts_alone(problem, "m")]


def test_an_unknown_node() -> None:
    with pytest.raises(KeyError):
        node_alone(document(tool("a")), "b")
