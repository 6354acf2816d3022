"""What a palette and an inspector know of each kind: words, a form, and the node that is dropped first.

The forms are made from the models, so they can never take what the server refuses for its shape.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from orchestration.graph.diff.field_help import FIELD_HELP
from orchestration.graph.diff.forms import tidied
from orchestration.graph.diff.set_graph import GraphFields
from orchestration.graph.nodes import KINDS
from orchestration.graph.parts import Part

Json = dict[str, Any]

# These have operations of their own, or are other nodes.
_NOT_IN_A_FORM = frozenset({"id", "kind", "depends_on", "nodes", "body"})
_FIRST = ("title", "description")
_LAST = (
    "input",
    "input_schema",
    "output_schema",
    "verify_predicate",
    "failure_strategy",
    "max_retries",
    "timeout_seconds",
    "execution_mode",
)
_TITLES = {
    "failure_strategy": "When it fails",
    "max_retries": "Retries",
    "execution_mode": "Execution",
    "input": "Input",
    "input_schema": "Schema of the input",
    "output_schema": "Schema of the output",
    "verify_predicate": "Check of the output",
    "timeout_seconds": "Time limit in seconds",
    "tool_allowlist": "Allowed tools",
    "agent_hint": "Preferred agent",
    "agent_hash": "Pinned agent",
    "prompt": "Question",
    "approval_schema": "Form",
    "required_approvals": "Approvals needed",
    "allow_self_approval": "Who started the run may approve",
    "on_reject": "When rejected",
    "deadline_seconds": "Deadline in seconds",
    "on_deadline": "At the deadline",
    "over": "List",
    "concurrency": "At a time",
    "on_item_error": "When an item fails",
    "max_iterations": "Passes at most",
    "stop_when": "Stop when",
    "join": "Result",
    "on_bound": "When no pass stopped it",
    "best_by": "Compare by",
    "max_parallel": "Nodes at a time",
    "cost_usd": "Cost in USD",
    "wall_seconds": "Seconds in all",
}
# Which editor a field wants; JSON Schema leaves formats that it does not know alone.
_FORMATS = {
    "over": "expression",
    "stop_when": "expression",
    "best_by": "expression",
    "input_schema": "json-schema",
    "output_schema": "json-schema",
    "approval_schema": "json-schema",
    "tool": "tool",
    "role": "role",
    "agent_hint": "agent",
}
_ALTERNATIVES = {
    "ExpressionWhen": "By an expression",
    "ModelDecision": "By a model",
    "Submit": "Submit a value",
    "BestBy": "The best pass",
}


@dataclass(frozen=True, slots=True)
class KindWords:
    title: str
    description: str


KIND_WORDS = {
    "agent": KindWords("Agent", "A model works on a task, with the tools it is allowed."),
    "tool": KindWords("Tool", "Calls one registered tool with the input you map."),
    "gate": KindWords("Gate", "The run waits here until people approve or reject."),
    "branch": KindWords("Branch", "Takes the first of its cases that is true."),
    "map": KindWords("Map", "Does the same for each item of a list, several at a time."),
    "fold": KindWords("Fold", "Repeats its body, each pass on the result of the last."),
    "delay": KindWords("Delay", "Waits for some time, then passes on what it got."),
    "team": KindWords("Team", "Nodes that belong together, shown as one."),
}


@cache
def kind_form(kind: str) -> Json:
    """JSON Schema (2020-12) of the fields of a kind that a form sets, without references."""
    words = KIND_WORDS[kind]
    form = _form(KINDS[kind], words.title)
    names = [name for name in form["properties"] if name not in _NOT_IN_A_FORM]
    own = [name for name in names if name not in (*_FIRST, *_LAST)]
    ordered = [*_FIRST, *own, *(name for name in _LAST if name in names)]
    fields = {name: {**form["properties"][name], "description": FIELD_HELP[name]} for name in ordered}
    required = [name for name in form["required"] if name in names]
    return {**form, "description": words.description, "properties": fields, "required": required}


@cache
def graph_form() -> Json:
    """JSON Schema of what a graph says of itself."""
    return {**_form(GraphFields, "Graph"), "required": ["name"]}


def blank_node(kind: str, tools: Mapping[str, Mapping[str, Any]]) -> Json:
    """A node of the kind as it is when it has just been dropped: everything but its id.

    `tools` are those that can be called here, as their bindings say.
    """
    always = {"kind": "expression", "value": "true"}
    when_true = {"kind": "expression", "value": "value == true"}
    fields: dict[str, Json] = {
        "tool": {"tool": _only(tools)},
        "branch": {"cases": [{"name": "yes", "when": when_true}, {"name": "else", "when": always}]},
        "map": {"over": "value", "body": {"graph": {}}},
        "fold": {"body": {"graph": {}}, "max_iterations": 3},
        "delay": {"seconds": 60},
    }
    return {"kind": kind, **fields.get(kind, {})}


def _only(tools: Mapping[str, Mapping[str, Any]]) -> str:
    """Where there are several, a forgotten choice must not call the one that comes first."""
    return next(iter(tools)) if len(tools) == 1 else ""


def _form(model: type[Part], title: str) -> Json:
    """The schema of a model's own fields. What holds nodes is left out, so that inlining ends."""
    schema = tidied(model.model_json_schema())
    definitions = schema.get("$defs", {})
    if "$ref" in schema:
        schema = definitions[model.__name__]
    fields = {name: field for name, field in schema["properties"].items() if name not in _NOT_IN_A_FORM}
    return {
        "type": "object",
        "title": title,
        "properties": {name: _inlined(field, name, definitions) for name, field in fields.items()},
        "required": schema.get("required", []),
        "additionalProperties": False,
    }


def _inlined(schema: Any, name: str, definitions: Json) -> Json:
    """A field's schema with definitions in their places, titles for people, and a hint at its editor."""
    found: Json = {key: item for key, item in schema.items() if key not in ("$ref", "discriminator")}
    if "$ref" in schema:
        model = schema["$ref"].removeprefix("#/$defs/")
        title = _ALTERNATIVES.get(model, definitions[model]["title"])
        found = {**definitions[model], "title": title, **found}
        found.pop("description", None)
    if name in _TITLES:
        found["title"] = _TITLES[name]
    if name in _FORMATS:
        found["format"] = _FORMATS[name]
    if "properties" in found:
        inner = found["properties"].items()
        found["properties"] = {key: _inlined(item, key, definitions) for key, item in inner}
    if "oneOf" in found:
        found["oneOf"] = [_inlined(item, "", definitions) for item in found["oneOf"]]
    if "items" in found:
        found["items"] = _inlined(found["items"], "", definitions)
    return _with_editors(found, name)


def _with_editors(schema: Json, name: str) -> Json:
    """What the models cannot say: which texts are expressions, and which lists hold names known here."""
    expression: Json = {"type": "string", "format": "expression", "title": "Expression"}
    match name:
        case "input":
            schema["additionalProperties"] = expression
        case "tool_allowlist" | "assignees" | "groups":
            schema["items"]["format"] = {"tool_allowlist": "tool", "assignees": "user", "groups": "group"}[
                name
            ]
        case "verify_predicate":
            words = {"type": "string", "minLength": 1, "title": "What must hold"}
            choices = {
                "natural": ("In words", words),
                "expression": ("By an expression", _required(expression)),
            }
            return {
                "title": schema["title"],
                "oneOf": [_choice(kind, title, value) for kind, (title, value) in choices.items()],
            }
        case "when":
            schema["oneOf"][0]["properties"]["value"] = _required(expression)
        case "on_deadline":
            schema["oneOf"][0]["title"] = "Reject"
        case "join":
            schema["oneOf"][0]["title"] = "The last pass, or all of them"
        case _:
            pass
    return schema


def _required(text: Json) -> Json:
    return {**text, "minLength": 1}


def _choice(kind: str, title: str, value: Json) -> Json:
    return {
        "type": "object",
        "title": title,
        "properties": {"kind": {"const": kind, "title": "Kind", "type": "string"}, "value": value},
        "required": ["kind", "value"],
        "additionalProperties": False,
    }
