from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchestration.graph.cycles import find_cycles

graphs = st.dictionaries(
    st.integers(0, 7).map(str), st.lists(st.integers(0, 7).map(str), max_size=3), max_size=8
)


@pytest.mark.parametrize(
    ("edges", "cycles"),
    [
        ({}, []),
        ({"a": [], "b": ["a"]}, []),
        ({"a": ["a"]}, [["a"]]),
        ({"a": ["b"], "b": ["a"]}, [["a", "b"]]),
        # The way into the knot is no part of the cycle.
        ({"a": ["b"], "b": ["c"], "c": ["b"]}, [["b", "c"]]),
        ({"a": ["b"], "b": ["a"], "c": ["d"], "d": ["c"]}, [["a", "b"], ["c", "d"]]),
        ({"a": ["missing"]}, []),
    ],
)
def test_one_cycle_of_each_knot(edges: dict[str, list[str]], cycles: list[list[str]]) -> None:
    assert find_cycles(edges) == cycles


@given(graphs)
def test_what_is_found_is_a_cycle_and_without_one_the_graph_has_an_order(edges: dict[str, list[str]]) -> None:
    found = find_cycles(edges)
    for cycle in found:
        assert all(after in edges[node] for node, after in zip(cycle, [*cycle[1:], cycle[0]], strict=True))
    left = {node: {target for target in targets if target in edges} for node, targets in edges.items()}
    while free := [node for node, targets in left.items() if not targets & left.keys()]:
        for node in free:
            del left[node]
    assert bool(left) == bool(found)


def test_a_ring_of_many_nodes_needs_no_recursion() -> None:
    count = 50_000
    ring = {str(node): [str((node + 1) % count)] for node in range(count)}
    assert len(find_cycles(ring)[0]) == count
