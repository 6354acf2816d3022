"""Changes with the patches that they make, recorded for the test of the browser's own `patched`."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from orchestration.graph.diff import apply, parse_diffs
from orchestration.graph.diff.difference import Layout
from orchestration.graph.document import document_from_value
from orchestration.graph.patching import step_between
from tests.graph.patches import flat, patched

SNAPSHOT = Path(__file__).parent.parent / "snapshots" / "patches.json"


def tool(id: str, *needs: str, **fields: Any) -> dict[str, Any]:
    return {"id": id, "kind": "tool", "tool": "note", "depends_on": list(needs), **fields}


DOCUMENT = {
    "name": "Recorded",
    "goal": "Every kind of change",
    "nodes": [
        tool("1", title="An id that is a number"),
        tool("b", "1"),
        {"id": "team", "kind": "team", "depends_on": ["b"], "nodes": [tool("in-1"), tool("in-2", "in-1")]},
        {"id": "each", "kind": "map", "over": "value", "body": {"graph": {"nodes": [tool("item")]}}},
        tool("body"),
        {"id": "again", "kind": "fold", "max_iterations": 2, "body": {"node": "body"}},
        tool("2", "team"),
        tool("end", "2", "each"),
    ],
}
CHANGES: dict[str, list[dict[str, Any]]] = {
    "a title": [{"op": "update_node", "id": "b", "set": {"title": "<b> שלום 👩‍🚀"}}],
    "a node added between others": [{"op": "add_node", "node": tool("new", "1"), "at": 1}],
    "nodes added in a team and in a body": [
        {"op": "add_node", "node": tool("new-1"), "team": "team", "at": 0},
        {"op": "add_node", "node": tool("new-2"), "team": "each", "at": 1},
    ],
    "a team added with what it holds": [
        {"op": "add_node", "node": {"id": "t", "kind": "team", "nodes": [tool("x"), tool("y", "x")]}}
    ],
    "the first node removed and the gap bridged": [{"op": "remove_node", "id": "1", "bridge": True}],
    "a team removed with what it holds": [{"op": "remove_node", "id": "team"}],
    "all nodes of a team removed": [
        {"op": "remove_node", "id": "in-2"},
        {"op": "remove_node", "id": "in-1"},
    ],
    "a node renamed": [{"op": "rename_node", "id": "2", "new_id": "0"}],
    "a team renamed": [{"op": "rename_node", "id": "team", "new_id": "crew"}],
    "nodes wrapped": [{"op": "wrap_in_team", "ids": ["1", "b"], "team_id": "both", "team_goal": "Both"}],
    "a team unwrapped": [{"op": "unwrap_team", "id": "team"}],
    "a node split": [{"op": "split_node", "id": "b", "into": [tool("b-1", "1"), tool("b-2", "b-1")]}],
    "an edge rerouted": [{"op": "reroute_edge", "node_id": "end", "old_dep": "2", "new_dep": "b"}],
    "fields of the graph": [{"op": "set_graph", "set": {"name": "Other"}, "unset": ["goal"]}],
    "everything turned round": [
        {
            "op": "restore",
            "nodes": {
                "end": {"node": tool("end", "2", "each"), "at": 0},
                "2": {"node": tool("2", "team"), "at": 1},
                "in-2": {"node": tool("in-2", "in-1"), "team": "team", "at": 0},
                "b": {"node": tool("b", "1"), "at": 7},
            },
        }
    ],
    "a node moved out of its team": [
        {"op": "restore", "nodes": {"in-2": {"node": tool("in-2"), "team": None, "at": 3}}}
    ],
}


def recorded() -> dict[str, Any]:
    """{before, cases: [{name, after, there, back}]}: the patches to and from each draft."""
    before = document_from_value(DOCUMENT)
    cases = []
    for name, diffs in CHANGES.items():
        after = apply(before, parse_diffs(diffs))
        there = step_between(Layout(before), after).patch
        back = step_between(Layout(after), before).patch
        assert patched(flat(before), there) == flat(after)
        assert patched(flat(after), back) == flat(before)
        cases.append({"name": name, "after": flat(after), "there": there, "back": back})
    return {"before": flat(before), "cases": cases}


def test_the_recorded_patches_are_those_that_are_made() -> None:
    """The browser's test reads them. Written anew with ``TRACKSIDE_RECORD=1``."""
    text = json.dumps(recorded(), indent=1, ensure_ascii=False) + "\n"
    if os.environ.get("TRACKSIDE_RECORD"):
        SNAPSHOT.write_text(text)
    assert SNAPSHOT.read_text() == text
