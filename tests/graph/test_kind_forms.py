"""What a palette drops is a node, and what a form may say the server takes."""

from __future__ import annotations

import json
from typing import Any

import jsonschema_rs
import pytest

from orchestration.graph.diff import apply, parse_diffs
from orchestration.graph.document import Document
from orchestration.graph.kind_forms import KIND_WORDS, blank_node, graph_form, kind_form
from orchestration.graph.nodes import KINDS
from orchestration.graph.validation import Catalog, validate
from tests.graph.finding import find_node

TOOLS = {"a.write": {"effect": "write"}, "b.look": {"effect": "read"}}
COMMON = {
    "title",
    "description",
    "input",
    "input_schema",
    "output_schema",
    "failure_strategy",
    "max_retries",
    "execution_mode",
}


def added(node: dict[str, Any]) -> Document:
    return apply(Document(name="Test"), parse_diffs([{"op": "add_node", "node": node}]))


def test_every_kind_has_words() -> None:
    assert KIND_WORDS.keys() == KINDS.keys()
    for words in KIND_WORDS.values():
        assert words.title and words.description.endswith(".")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("tools", [TOOLS, {}], ids=["tools", "none"])
def test_a_blank_node_can_be_added_and_only_lacks_what_it_will_hold(
    kind: str, tools: dict[str, dict[str, Any]]
) -> None:
    blank = blank_node(kind, tools)
    document = added({"id": "new", **blank})
    node = find_node(document, "new")
    assert node is not None and "id" not in blank
    found = {str(problem.code) for problem in validate(document, Catalog(tools=frozenset(tools)))}
    missing = {"branch": {"case_without_edge"}, "tool": {"no_tool"}} | {
        holder: {"empty_subgraph"} for holder in ("map", "fold", "team")
    }
    assert found == missing.get(kind, set())


def test_a_blank_tool_node_leaves_the_choice_to_people_where_there_is_one() -> None:
    assert blank_node("tool", TOOLS)["tool"] == ""
    assert blank_node("tool", {"a.write": {"effect": "write"}})["tool"] == "a.write"
    assert blank_node("tool", {})["tool"] == ""


@pytest.mark.parametrize("kind", KINDS)
def test_a_form_is_a_schema_without_references_and_nulls(kind: str) -> None:
    form = kind_form(kind)
    jsonschema_rs.meta.validate(form)
    text = json.dumps(form)
    assert "$ref" not in text and '"null"' not in text and "discriminator" not in text
    assert not {"id", "kind", "depends_on", "nodes", "body"} & form["properties"].keys()
    assert form["properties"].keys() >= COMMON
    for field in form["properties"].values():
        assert field["title"] and field["description"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_form_has_every_field_that_an_update_may_set(kind: str) -> None:
    fields = KINDS[kind].model_fields.keys() - {"id", "kind", "depends_on", "nodes", "body"}
    assert kind_form(kind)["properties"].keys() == fields


VALUES: list[tuple[str, dict[str, Any], bool]] = [
    ("tool", {"tool": "x", "input": {"a": "value.b"}, "timeout_seconds": 2.5}, True),
    ("tool", {"tool": "x", "verify_predicate": {"kind": "natural", "value": "It is true"}}, True),
    ("tool", {"tool": "x", "verify_predicate": {"kind": "expression", "value": "value.ok"}}, True),
    ("tool", {"tool": "x", "verify_predicate": {"kind": "other", "value": "value.ok"}}, False),
    ("tool", {"tool": ""}, True),
    ("tool", {"tool": "x" * 201}, False),
    ("tool", {}, False),
    ("tool", {"tool": "x", "timeout_seconds": 0}, False),
    ("tool", {"tool": "x", "max_retries": -1}, False),
    ("tool", {"tool": "x", "input": {"a": 1}}, False),
    ("tool", {"tool": "x", "title": "x" * 201}, False),
    ("gate", {"on_deadline": {"submit": None}, "deadline_seconds": 5}, True),
    ("gate", {"on_deadline": "reject", "approval_schema": True}, True),
    ("gate", {"on_deadline": "approve"}, False),
    ("gate", {"approval_schema": 5}, False),
    ("gate", {"required_approvals": 0}, False),
    ("branch", {"cases": [{"name": "a", "when": {"kind": "model_decision"}}]}, True),
    ("branch", {"cases": [{"name": "a", "when": {"kind": "expression", "value": ""}}]}, False),
    ("branch", {"cases": [{"name": "a"}]}, False),
    ("fold", {"max_iterations": 2, "join": {"best_by": "value.score"}}, True),
    ("fold", {"max_iterations": 2, "join": "all", "stop_when": "true"}, True),
    ("fold", {"max_iterations": 2, "join": "first"}, False),
    ("delay", {"seconds": 0.5}, False),
    ("agent", {"tool_allowlist": [], "model": "m"}, True),
    ("team", {"goal": "g"}, True),
    ("map", {"over": "value", "on_item_error": "skip", "concurrency": 3}, True),
    ("map", {"over": "value", "unknown": 1}, False),
]


@pytest.mark.parametrize(("kind", "fields", "fits"), VALUES)
def test_a_form_takes_what_the_server_takes(kind: str, fields: dict[str, Any], fits: bool) -> None:
    assert jsonschema_rs.validator_for(kind_form(kind)).is_valid(fields) is fits
    body: dict[str, Any] = {"body": {"graph": {}}} if kind in ("map", "fold") else {}
    try:
        parse_diffs([{"op": "add_node", "node": {"id": "a", "kind": kind, **body, **fields}}])
    except Exception:
        assert not fits
    else:
        assert fits


def test_fields_say_which_editor_they_want() -> None:
    def formats(schema: Any) -> set[str]:
        if isinstance(schema, list):
            return set().union(*map(formats, schema))
        if not isinstance(schema, dict):
            return set()
        own = {schema["format"]} if isinstance(schema.get("format"), str) else set()
        return own.union(*map(formats, schema.values()))

    assert formats(kind_form("gate")) == {"expression", "json-schema", "user", "group"}
    assert formats(kind_form("agent")) == {"expression", "json-schema", "tool", "role", "agent"}
    fold = kind_form("fold")["properties"]
    assert fold["stop_when"]["format"] == fold["join"]["oneOf"][1]["properties"]["best_by"]["format"]
    when = kind_form("branch")["properties"]["cases"]["items"]["properties"]["when"]
    assert when["oneOf"][0]["properties"]["value"]["format"] == "expression"


def test_the_graphs_own_form() -> None:
    form = graph_form()
    jsonschema_rs.meta.validate(form)
    assert form["properties"].keys() == {"name", "goal", "defaults", "budget", "input_schema"}
    assert "$ref" not in json.dumps(form)
