from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchestration.graph.canonical import canonical_bytes, graph_hash
from orchestration.graph.document import document_from_value
from tests.graph.build import document, gate, tool
from tests.graph.strategies import document_values, json_values


def shuffled(value: Any, order: st.DataObject) -> Any:
    """The same JSON with the keys of all objects in another order."""
    if isinstance(value, dict):
        return {key: shuffled(value[key], order) for key in order.draw(st.permutations(list(value)))}
    return [shuffled(item, order) for item in value] if isinstance(value, list) else value


def as_floats(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: as_floats(item) for key, item in value.items()}
    if isinstance(value, list):
        return [as_floats(item) for item in value]
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


@given(document_values, st.data())
def test_the_order_of_keys_does_not_change_the_hash(value: Any, order: st.DataObject) -> None:
    assert graph_hash(document_from_value(value)) == graph_hash(document_from_value(shuffled(value, order)))


@given(document_values)
def test_writing_integers_as_floats_does_not_change_the_hash(value: Any) -> None:
    floated = {**as_floats(value), "schema_version": 1}
    assert graph_hash(document_from_value(value)) == graph_hash(document_from_value(floated))


@given(document_values)
def test_leaving_defaults_out_does_not_change_the_hash(value: Any) -> None:
    read = document_from_value(value)
    assert graph_hash(document_from_value(read.to_value())) == graph_hash(read)


def test_spelling_defaults_out_does_not_change_the_hash() -> None:
    short = document(tool("a", timeout_seconds=5), gate("b", "a"))
    long = document(
        tool("a", timeout_seconds=5.0, execution_mode="parallel", title=None, depends_on=[]),
        gate("b", {"node": "a", "case": None}, required_approvals=1, allow_self_approval=True, groups=[]),
        defaults={"failure_strategy": "abort", "max_retries": 3, "max_parallel": 8, "timeout_seconds": 300.0},
        schema_version=1,
        goal=None,
    )
    assert graph_hash(short) == graph_hash(long)


@pytest.mark.parametrize(
    "other",
    [
        document(tool("a"), tool("b", "a", title="")),
        document(tool("b", "a"), tool("a")),
        document(tool("a"), tool("b", "a", input={})),
        document(tool("a"), tool("b", "a"), name="Other"),
    ],
)
def test_what_means_something_changes_the_hash(other: Any) -> None:
    assert graph_hash(other) != graph_hash(document(tool("a"), tool("b", "a")))


def test_the_hash_of_a_known_document_never_changes() -> None:
    assert canonical_bytes(document(tool("a")).to_value()) == (
        b'{"name":"Test","nodes":[{"id":"a","kind":"tool","tool":"note"}],"schema_version":1}'
    )
    assert graph_hash(document(tool("a"))) == (
        "sha256:8b25cf25d0ece2069d938a48fb3fd4fe2e10b92a280d665c17879ae50a4c5b6f"
    )


@given(json_values)
def test_canonical_bytes_are_json_of_the_same_value(value: Any) -> None:
    assert json.loads(canonical_bytes(value)) == value
    assert canonical_bytes(json.loads(canonical_bytes(value))) == canonical_bytes(value)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 2**53 + 1, -(2**60), "\ud800"])
def test_what_has_no_one_spelling_is_refused(value: Any) -> None:
    with pytest.raises(ValueError):
        canonical_bytes({"x": [value]})


@pytest.mark.parametrize(
    ("value", "text"),
    [(300.0, b"300"), (-0.0, b"0"), (2**53, b"9007199254740992"), (1e21, b"1e+21"), (0.5, b"0.5")],
)
def test_numbers_are_written_one_way(value: Any, text: bytes) -> None:
    assert canonical_bytes(value) == text
