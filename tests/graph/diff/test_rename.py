"""A renamed node is the same node: what names it follows, and a run goes as before."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchestration.graph.diff import apply, invert, parse_diffs
from orchestration.graph.diff.chains import renamed, value_chains
from orchestration.graph.expressions import compile_expression
from tests.graph.build import branch, document, fold, map_over, on, team, tool
from tests.graph.diff.profile import laws

OLD = "old_id"


def follow(text: str, new: str) -> str:
    """The text where each first step that is the old id is the key."""
    keys = [chain[0] for chain in value_chains(text) if chain[0].step == OLD]
    return renamed(text, keys, new)


@pytest.mark.parametrize(
    ("text", "new", "result"),
    [
        ("value.old_id", "b", "value.b"),
        ("value.old_id.x > value.old_id.y", "b", "value.b.x > value.b.y"),
        ("value.old_id.x", "b-1", 'value["b-1"].x'),
        ("value.old_id", "1st", 'value["1st"]'),
        ("value.old_id", "in", 'value["in"]'),
        ("value.old_id", "for", "value.for"),
        ('value["old_id"].x', "b", 'value["b"].x'),
        ("value['old_id']", "b-1", "value['b-1']"),
        ('value[ "old_id" /* no comment */ ]', "b", 'value[ "old_id" /* no comment */ ]'),
        ('value[ "old_id" // why\n ]', "b", 'value[ "b" // why\n ]'),
        (r'value["old\x5fid"]', "b", 'value["b"]'),
        ('value[r"old_id"]', "b", 'value["b"]'),
        ('value["""old_id"""]', "b", 'value["b"]'),
        ("value.`old_id`", "b-1", 'value["b-1"]'),
        ("value . old_id", "b", "value . b"),
        ("value // value.old_id\n.old_id", "b", "value // value.old_id\n.b"),
        ("value // here\n . old_id", "b-1", 'value // here\n  ["b-1"]'),
        (".value.old_id", "b", ".value.b"),
        # has(…) takes no brackets for what it asks about.
        ("has(value.old_id)", "b-1", "has(value.`b-1`)"),
        ("has(value.old_id.x)", "b-1", 'has(value["b-1"].x)'),
        # Strings, fields of the same name, macro variables, methods and other roots stay.
        ("'value.old_id' + value.old_id", "b", "'value.old_id' + value.b"),
        ('"""a " value.old_id""" + value.old_id', "b", '"""a " value.old_id""" + value.b'),
        ("value.x.old_id", "b", "value.x.old_id"),
        ("value.value.old_id", "b", "value.value.old_id"),
        ("run.input.old_id", "b", "run.input.old_id"),
        ("[1].map(value, value.old_id) == value.old_id", "b", "[1].map(value, value.old_id) == value.b"),
        ("[1].map(v, value.old_id)", "b", "[1].map(v, value.b)"),
        ("value.old_id()", "b", "value.old_id()"),
        ("value.old_ids", "b", "value.old_ids"),
        ("values.old_id", "b", "values.old_id"),
        ("(value).old_id", "b", "(value).old_id"),
        # What is no expression at all does no harm.
        ("value.old_id + ", "b", "value.b + "),
        ("value.old_id '", "b", "value.b '"),
        ("value[", "b", "value["),
        ("value.", "b", "value."),
    ],
)
def test_only_the_key_changes(text: str, new: str, result: str) -> None:
    assert follow(text, new) == result


@given(st.text("value.old_id[]\"'() r\n/`has", max_size=30), st.sampled_from(["b", "b-1"]))
@laws
def test_no_text_breaks_it_and_what_compiled_still_does(text: str, new: str) -> None:
    result = follow(text, new)
    try:
        compile_expression(text)
    except Exception:
        return
    compile_expression(result)


READ = {"x": "value.a"}
FOLLOWED = {"x": 'value["z-1"]'}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # Two dependencies: by id. One: the output itself, whose keys are its own.
        (
            [tool("a"), tool("b"), tool("c", "a", "b", input=READ)],
            [tool("z-1"), tool("b"), tool("c", "z-1", "b", input=FOLLOWED)],
        ),
        ([tool("a"), tool("c", "a", input=READ)], [tool("z-1"), tool("c", "z-1", input=READ)]),
        (
            [tool("a"), tool("b"), tool("d"), tool("c", "d", "b", input=READ)],
            [tool("z-1"), tool("b"), tool("d"), tool("c", "d", "b", input=READ)],
        ),
        # Conditions and lists, and what a branch or a delay passes on.
        (
            [
                tool("a"),
                tool("b"),
                branch("s", {"y": "value.a > 1.0"}, "a", "b"),
                tool("c", on("s", "y"), input=READ),
            ],
            [
                tool("z-1"),
                tool("b"),
                branch("s", {"y": 'value["z-1"] > 1.0'}, "z-1", "b"),
                tool("c", on("s", "y"), input=FOLLOWED),
            ],
        ),
        (
            [
                tool("a"),
                tool("b"),
                branch("s", {}, "a", "b"),
                tool("c", "s", "b", input={"x": "value.s.a", "y": "value.b.a"}),
            ],
            [
                tool("z-1"),
                tool("b"),
                branch("s", {}, "z-1", "b"),
                tool("c", "s", "b", input={"x": 'value.s["z-1"]', "y": "value.b.a"}),
            ],
        ),
        (
            [
                tool("a"),
                tool("b"),
                map_over("m", {"node": "i"}, "a", "b") | {"over": "value.a.list"},
                tool("i", input=READ),
            ],
            [
                tool("z-1"),
                tool("b"),
                map_over("m", {"node": "i"}, "z-1", "b") | {"over": 'value["z-1"].list'},
                tool("i", input=READ),
            ],
        ),
        # Into a team, unless it maps its own input, and out of one with several sinks.
        (
            [tool("a"), tool("b"), team("t", tool("c", input=READ), depends_on=["a", "b"])],
            [tool("z-1"), tool("b"), team("t", tool("c", input=FOLLOWED), depends_on=["z-1", "b"])],
        ),
        (
            [tool("a"), tool("b"), team("t", tool("c", input=READ), depends_on=["a", "b"], input=READ)],
            [
                tool("z-1"),
                tool("b"),
                team("t", tool("c", input=READ), depends_on=["z-1", "b"], input=FOLLOWED),
            ],
        ),
        (
            [team("t", tool("a"), tool("b")), tool("c", "t", input=READ)],
            [team("t", tool("z-1"), tool("b")), tool("c", "t", input=FOLLOWED)],
        ),
        (
            [team("t", tool("a")), tool("c", "t", input=READ)],
            [team("t", tool("z-1")), tool("c", "t", input=READ)],
        ),
        # A fold: its body gets what it got, and what its passes give is asked about.
        (
            [
                tool("a"),
                tool("b"),
                fold("f", {"node": "i"}, "a", "b", stop_when="value.a"),
                tool("i", input=READ),
            ],
            [
                tool("z-1"),
                tool("b"),
                fold("f", {"node": "i"}, "z-1", "b", stop_when="value.a"),
                tool("i", input=FOLLOWED),
            ],
        ),
        (
            [
                fold(
                    "f",
                    {"graph": {"nodes": [tool("a"), tool("b")]}},
                    stop_when="value.a",
                    join={"best_by": "value.a"},
                ),
                tool("c", "f", input=READ),
            ],
            [
                fold(
                    "f",
                    {"graph": {"nodes": [tool("z-1"), tool("b")]}},
                    stop_when=FOLLOWED["x"],
                    join={"best_by": FOLLOWED["x"]},
                ),
                tool("c", "f", input=FOLLOWED),
            ],
        ),
        (
            [
                map_over("m", {"graph": {"nodes": [tool("a"), tool("b")]}}),
                tool("c", "m", input={"x": "value[0].a", "y": "value.a"}),
            ],
            [
                map_over("m", {"graph": {"nodes": [tool("z-1"), tool("b")]}}),
                tool("c", "m", input={"x": 'value[0]["z-1"]', "y": "value.a"}),
            ],
        ),
        # Bodies and owners, and what a team holds.
        ([map_over("m", {"node": "a"}), tool("a")], [map_over("m", {"node": "z-1"}), tool("z-1")]),
        ([team("a", tool("b")), tool("c", "a")], [team("z-1", tool("b")), tool("c", "z-1")]),
        # What a schema says of the key.
        (
            [
                tool("a"),
                tool("b"),
                tool(
                    "c",
                    "a",
                    "b",
                    input_schema={"required": ["b", "a"], "properties": {"a": {"required": ["a"]}}},
                ),
            ],
            [
                tool("z-1"),
                tool("b"),
                tool(
                    "c",
                    "z-1",
                    "b",
                    input_schema={"required": ["b", "z-1"], "properties": {"z-1": {"required": ["a"]}}},
                ),
            ],
        ),
    ],
)
def test_names_follow(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> None:
    start = document(*before)
    (diff,) = parse_diffs([{"op": "rename_node", "id": "a", "new_id": "z-1"}])
    result = apply(start, [diff])
    assert result.to_value() == document(*after).to_value()
    assert apply(result, invert(start, diff)).to_value() == start.to_value()


def test_long_chains_of_what_passes_a_value_on_are_no_trouble() -> None:
    delays = [
        {"id": f"d{n}", "kind": "delay", "seconds": 1, "depends_on": [f"d{n - 1}"]} for n in range(1, 2000)
    ]
    readers = [tool(f"r{n}", f"d{n}", input=READ) for n in range(1, 2000)]
    first = {"id": "d0", "kind": "delay", "seconds": 1, "depends_on": ["a", "b"]}
    start = document(tool("a"), tool("b"), first, *delays, *readers)
    result = apply(start, parse_diffs([{"op": "rename_node", "id": "a", "new_id": "z"}]))
    assert all(node.input == {"x": "value.z"} for node in result.nodes[2002:])
