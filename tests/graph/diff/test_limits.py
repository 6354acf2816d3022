"""Limits hold to the last node, level, byte and character."""

from __future__ import annotations

from typing import Any

import pytest

from orchestration.graph.diff import DiffCode, DiffError, apply, parse_diffs
from orchestration.graph.diff.update import UpdateNode
from orchestration.graph.document import Document, document_from_value
from orchestration.graph.validation import Limits
from tests.graph.build import agent, document, team, tool
from tests.graph.diff.test_operations import add, split, update, wrap

CHAIN = document(tool("a"), tool("b", "a"), tool("c", "b"), agent("d"))
NESTED = document(team("t", tool("a"), tool("b", "a")), tool("c", "t"))
EMPTY_TEXT = '{"schema_version":1,"name":"Test","nodes":[]}'
TEXT = '{"schema_version":1,"name":"Test","nodes":[{"id":"a","kind":"tool","tool":"note"}]}'


def refused(start: Document, diff: dict[str, Any], limits: Limits | None = None) -> DiffCode:
    with pytest.raises(DiffError) as caught:
        apply(start, parse_diffs([diff]), limits=limits or Limits())
    return caught.value.code


@pytest.mark.parametrize(
    ("limits", "start", "refused_diff", "accepted"),
    [
        (
            Limits(nodes=5),
            CHAIN,
            split("a", tool("x"), tool("y"), tool("z")),
            split("a", tool("x"), tool("y")),
        ),
        (Limits(nodes=5), CHAIN, add(team("t", tool("x"))), add(tool("x"))),
        (Limits(levels=2), NESTED, wrap("a") | {"team_id": "u"}, wrap("c") | {"team_id": "u"}),
        (Limits(levels=2), NESTED, wrap("t", "c") | {"team_id": "u"}, add(team("u"))),
        (Limits(levels=2), NESTED, add(team("u", team("v"))), add(team("u", tool("v")))),
        (
            Limits(size_bytes=len(TEXT) + 12),
            document(tool("a")),
            update("a", set={"title": "xx"}),
            update("a", set={"title": "x"}),
        ),
        (
            Limits(size_bytes=len(EMPTY_TEXT) + 2),
            document(),
            {"op": "set_graph", "set": {"name": "Test123"}},
            {"op": "set_graph", "set": {"name": "Test12"}},
        ),
    ],
)
def test_limits_hold_to_the_last_node_level_and_byte(
    limits: Limits, start: Document, refused_diff: dict[str, Any], accepted: dict[str, Any]
) -> None:
    assert refused(start, refused_diff, limits) is DiffCode.LIMIT_EXCEEDED
    assert apply(start, parse_diffs([accepted]), limits=limits) is not None


def nested(depth: int) -> Any:
    value: Any = {}
    for _ in range(depth - 1):
        value = {"not": value}
    return value


@pytest.mark.parametrize("wraps", [0, 1, 2])
def test_what_could_not_be_read_again_is_refused(wraps: int) -> None:
    """Values in a node nest from the fourth level of JSON on, and two deeper in each team."""
    diffs = [wrap("a"), wrap("t") | {"team_id": "u"}][:wraps]
    deepest = 197 - 2 * wraps
    start = apply(CHAIN, parse_diffs([update("a", set={"input_schema": nested(150)}), *diffs]))
    fits = apply(start, [UpdateNode(id="a", set={"input_schema": nested(deepest)})])
    assert document_from_value(fits.to_value()) == fits
    with pytest.raises(DiffError) as caught:
        apply(start, [UpdateNode(id="a", set={"input_schema": nested(deepest + 1)})])
    assert caught.value.code is DiffCode.LIMIT_EXCEEDED


def test_a_team_may_not_push_values_too_deep() -> None:
    start = apply(CHAIN, [UpdateNode(id="a", set={"input_schema": nested(196)})])
    assert refused(start, wrap("a")) is DiffCode.LIMIT_EXCEEDED
    assert apply(start, parse_diffs([wrap("b")])) is not None


def test_an_expression_may_not_grow_beyond_its_limit_by_a_rename() -> None:
    text = "value.a + " + " " * 500 + "1"
    start = document(tool("a"), tool("b"), tool("c", "a", "b", input={"x": text}))
    assert refused(start, {"op": "rename_node", "id": "a", "new_id": "ab-1"}) is DiffCode.LIMIT_EXCEEDED
    assert apply(start, parse_diffs([{"op": "rename_node", "id": "a", "new_id": "ab"}])) is not None
