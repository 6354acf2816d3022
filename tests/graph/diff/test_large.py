"""On the largest graphs a diff touches what it names, and shares everything else."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.graph_shapes import chain
from orchestration.graph.diff import apply, invert, parse_diffs
from orchestration.graph.document import Document, document_from_value
from orchestration.graph.validation import is_well_formed

COUNT = 4_990


@pytest.fixture(scope="module")
def large() -> Document:
    return document_from_value(chain(COUNT))


NEW = {"id": "new", "kind": "tool", "tool": "note"}


@pytest.mark.parametrize(
    ("diff", "touched"),
    [
        ({"op": "add_node", "node": {**NEW, "depends_on": [f"n{COUNT - 1}"]}}, 1),
        ({"op": "remove_node", "id": "n2000", "bridge": True}, 2),
        ({"op": "split_node", "id": "n2000", "into": [{**NEW, "depends_on": ["n1999"]}]}, 3),
        ({"op": "reroute_edge", "node_id": "n4000", "old_dep": "n3999", "new_dep": "n10"}, 1),
        ({"op": "add_edge", "node_id": f"n{COUNT - 2}", "dep": f"n{COUNT - 5}"}, 1),
        ({"op": "update_node", "id": "n2000", "set": {"title": "Other"}}, 1),
        ({"op": "rename_node", "id": "n2000", "new_id": "new-name"}, 3),
        ({"op": "wrap_in_team", "ids": [f"n{number}" for number in range(2000, 2100)], "team_id": "t"}, 5),
        ({"op": "wrap_in_team", "ids": [f"n{number}" for number in range(COUNT)], "team_id": "t"}, 1),
        ({"op": "set_graph", "set": {"goal": "Other"}}, 0),
    ],
    ids=lambda value: value["op"] if isinstance(value, dict) else str(value),
)
def test_a_diff_makes_only_the_nodes_anew_that_it_touches(
    large: Document, diff: dict[str, Any], touched: int
) -> None:
    diffs = parse_diffs([diff])
    result = apply(large, diffs)
    old = {id(node) for node in large.nodes}
    held = [inner for node in result.nodes for inner in (node, *getattr(node, "nodes", ()))]
    assert sum(id(node) not in old for node in held) == touched
    assert is_well_formed(result)
    assert apply(result, invert(large, diffs[0])) == large


def test_many_diffs_at_once_share_what_none_of_them_touches(large: Document) -> None:
    values = [{"op": "update_node", "id": f"n{number}", "set": {"title": "Other"}} for number in range(1000)]
    result = apply(large, parse_diffs(values))
    assert sum(one is other for one, other in zip(large.nodes, result.nodes, strict=True)) == COUNT - 1000
