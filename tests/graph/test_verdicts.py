"""Looking only at what a change concerns finds what looking at everything finds."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchestration.graph.diff import DiffError, apply, parse_diffs
from orchestration.graph.document import Document, document_from_value
from orchestration.graph.validation import Catalog, Verdicts, validate, validate_again
from tests.graph.diff.profile import laws
from tests.graph.diff.strategies import diff_values, documents

CATALOG = Catalog(tools=frozenset({"x", "note"}), roles=frozenset({"writer"}))


@laws
@given(documents(), st.data())
def test_any_row_of_changes_is_judged_as_if_each_document_was_new(
    document: Document, data: st.DataObject
) -> None:
    known: Verdicts | None = None
    for _ in range(data.draw(st.integers(2, 6))):
        known = validate_again(document, CATALOG, known)
        assert known.problems() == validate(document, CATALOG)
        try:
            document = apply(document, parse_diffs([data.draw(diff_values(document))]))
        except DiffError:
            continue


@laws
@given(documents(), documents())
def test_what_was_found_in_another_document_does_no_harm(one: Document, other: Document) -> None:
    known = validate_again(one, CATALOG, None)
    assert validate_again(other, CATALOG, known).problems() == validate(other, CATALOG)


def tool(id: str, *needs: Any, **fields: Any) -> dict[str, Any]:
    return {"id": id, "kind": "tool", "tool": "note", "depends_on": list(needs), **fields}


def branch(id: str, *needs: Any) -> dict[str, Any]:
    when = {"kind": "expression", "value": "true"}
    cases = [{"name": name, "when": when} for name in ("yes", "no")]
    return {"id": id, "kind": "branch", "depends_on": list(needs), "cases": cases}


NUMBER = {"type": "object", "properties": {"n": {"type": "number"}}, "additionalProperties": False}
TEXT = {"type": "object", "properties": {"t": {"type": "string"}}, "additionalProperties": False}
READS = {"x": "value.n"}
ITEM = tool("item", input={"i": "index"})
ONE_CASE = branch("size")["cases"][:1]
NODES = [
    tool("first", output_schema=NUMBER),
    branch("size", "first"),
    tool("large", {"node": "size", "case": "yes"}, input=READS),
    tool("small", {"node": "size", "case": "no"}, input=READS),
    {"id": "team", "kind": "team", "depends_on": ["first"], "nodes": [tool("in", input=READS)]},
    {
        "id": "each",
        "kind": "map",
        "over": "value",
        "body": {"graph": {"nodes": [tool("item", input={"i": "index"})]}},
    },
    tool("last", "large", "small", input={"x": "value.large"}),
]
CHANGES: dict[str, dict[str, Any]] = {
    "what a dependent reads, through a branch and into a team": {
        "op": "update_node", "id": "first", "set": {"output_schema": TEXT},
    },
    "who needs a case": {"op": "remove_node", "id": "small"},
    "a case that others need": {"op": "update_node", "id": "size", "set": {"cases": ONE_CASE}},
    "a branch that is none any more": {
        "op": "update_node", "id": "size", "set": {"kind": "tool", "tool": "note"},
    },
    "what hands in": {"op": "update_node", "id": "team", "set": {"input": {"other": "value.n"}}},
    "what holds": {"op": "unwrap_team", "id": "team"},
    "being held": {"op": "wrap_in_team", "ids": ["first"], "team_id": "new", "team_goal": ""},
    "leaving a body": {
        "op": "restore", "nodes": {"item": {"node": ITEM, "team": None, "at": 0}},
    },
    "the input of the graph": {"op": "set_graph", "set": {"input_schema": NUMBER}},
    "an edge": {"op": "remove_edge", "node_id": "last", "dep": "large"},
    "places alone": {"op": "add_node", "node": tool("zero", tool="unknown"), "at": 0},
}  # fmt: skip


MORE_IS_WRONG = [*list(CHANGES)[:4], "leaving a body"]


@pytest.mark.parametrize("what", CHANGES)
def test_what_a_change_concerns_further_off_is_looked_at_again(what: str) -> None:
    document = document_from_value({"name": "Test", "nodes": NODES})
    known = validate_again(document, CATALOG, None)
    after = apply(document, parse_diffs([CHANGES[what]]))
    fresh = validate(after, CATALOG)
    assert validate_again(after, CATALOG, known).problems() == fresh
    back = validate_again(document, CATALOG, validate_again(after, CATALOG, known))
    assert back.problems() == validate(document, CATALOG)
    if what in MORE_IS_WRONG:
        assert len(fresh) > len(known.problems())


def test_another_catalog_counts_at_once() -> None:
    document = document_from_value({"name": "Test", "nodes": NODES})
    known = validate_again(document, CATALOG, None)
    assert validate_again(document, Catalog(), known).problems() == validate(document, Catalog())
