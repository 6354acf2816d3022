"""On the largest graphs a diff takes a moment, whatever it does."""

from __future__ import annotations

import gc
import time
from typing import Any

import pytest

from orchestration.graph.diff import apply, invert, parse_diffs
from orchestration.graph.document import Document, document_from_value
from orchestration.graph.validation import is_well_formed

COUNT = 4_990


@pytest.fixture(scope="module")
def large() -> Document:
    """A long graph of two edges a node, whose expressions read by id."""
    nodes = [
        {
            "id": f"n{number}",
            "kind": "tool",
            "tool": "note",
            "title": "A node of the large graph",
            "input": {"before": f"value.n{number - 1}"},
            "depends_on": [f"n{before}" for before in (number - 1, number - 2) if before >= 0],
        }
        for number in range(COUNT)
    ]
    return document_from_value({"name": "Large", "nodes": nodes})


NEW = {"id": "new", "kind": "tool", "tool": "note"}


@pytest.mark.parametrize(
    "diff",
    [
        {"op": "add_node", "node": {**NEW, "depends_on": [f"n{COUNT - 1}"]}},
        {"op": "remove_node", "id": "n2000", "bridge": True},
        {"op": "split_node", "id": "n2000", "into": [{**NEW, "depends_on": ["n1999"]}]},
        {"op": "reroute_edge", "node_id": "n4000", "old_dep": "n3999", "new_dep": "n10"},
        {"op": "add_edge", "node_id": f"n{COUNT - 2}", "dep": f"n{COUNT - 5}"},
        {"op": "update_node", "id": "n2000", "set": {"title": "Other"}},
        {"op": "rename_node", "id": "n2000", "new_id": "new-name"},
        {"op": "wrap_in_team", "ids": [f"n{number}" for number in range(2000, 2100)], "team_id": "t"},
        {"op": "set_graph", "set": {"goal": "Other"}},
    ],
    ids=lambda diff: diff["op"],
)
def test_one_diff_takes_at_most_50_ms(large: Document, diff: dict[str, Any]) -> None:
    diffs = parse_diffs([diff])
    best = 1.0
    # What other tests left in memory is no concern of this one; nor is who else is busy on the machine.
    gc.collect()
    gc.freeze()
    try:
        for _ in range(30):
            begun = time.process_time()
            result = apply(large, diffs)
            best = min(best, time.process_time() - begun)
            if best <= 0.05:
                break
    finally:
        gc.unfreeze()
    assert best <= 0.05
    assert is_well_formed(result)
    assert apply(result, invert(large, diffs[0])) == large


def test_many_diffs_at_once_cost_little_more_than_one(large: Document) -> None:
    values = [{"op": "update_node", "id": f"n{number}", "set": {"title": "Other"}} for number in range(1000)]
    diffs = parse_diffs(values)
    begun = time.process_time()
    result = apply(large, diffs)
    assert time.process_time() - begun < 1.0
    assert sum(one is other for one, other in zip(large.nodes, result.nodes, strict=True)) == COUNT - 1000
