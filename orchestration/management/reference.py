"""The reference pages, made of the models, operations and codes that they describe."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from orchestration.graph.codes import Code
from orchestration.graph.diff import DiffCode, diff_schemas
from orchestration.graph.diff.field_help import FIELD_HELP
from orchestration.graph.diff.forms import tidied
from orchestration.graph.diff.registry import OPERATIONS
from orchestration.graph.document import Document
from orchestration.graph.importers import NoteCode
from orchestration.graph.jsontext import LIMIT_BYTES, LIMIT_DEPTH
from orchestration.graph.nodes import KINDS, BaseNode
from orchestration.graph.problems import ProblemCode
from orchestration.graph.wellformed import Limits

_MADE = "<!-- Made by `manage.py reference_docs`; change the code that it describes instead. -->"
_PARTS = "Dependency Case ExpressionWhen ModelDecision Predicate Submit BestBy Body Subgraph Defaults Budget"
_PARTS_HELP = {
    "Dependency": "The node that is needed. Written as a plain id where it has no case.",
    "Case": "One way out of a branch: its name labels an edge.",
    "ExpressionWhen": "A case that is taken when the expression is true.",
    "ModelDecision": "A case that a model chooses.",
    "Predicate": "What must hold of an output before its dependents run.",
    "Submit": "The value that is submitted for the people who did not answer in time; null is a value too.",
    "BestBy": "The pass for which the expression gives most.",
    "Body": "What a map or fold runs: a node beside it, by id, or a graph of its own. Exactly one is given.",
    "Subgraph": "Nodes that only the node around them runs.",
    "Budget": "`cost_usd` is decimal text, so that money is never rounded.",
}
_DOCUMENT_HELP = {
    "name": "What people call it.",
    "goal": "What it is for.",
    "input_schema": "What the input of a run has to satisfy; the form to start one is made from it.",
    "defaults": "What a node that says nothing gets.",
    "budget": "What a run may use before it asks.",
    "nodes": "In the order in which they are shown.",
}
_EXAMPLE = {
    "schema_version": 1,
    "name": "Dispute refund",
    "nodes": [
        {"id": "lookup", "kind": "tool", "tool": "dispute.lookup"},
        {"id": "approve", "kind": "gate", "prompt": "Refund this customer?", "depends_on": ["lookup"]},
    ],
}


def reference_pages() -> dict[str, str]:
    """File name → Markdown."""
    return {
        "graph-document.md": reference_page(_document_lines()),
        "diffs.md": reference_page(_diff_lines()),
        "problems.md": reference_page(_code_lines()),
    }


def reference_page(lines: Iterable[str]) -> str:
    """These lines under a note that they are made."""
    return "\n".join([_MADE, "", *lines]).rstrip() + "\n"


def _document_lines() -> Iterator[str]:
    schema = tidied(Document.model_json_schema())
    definitions, limits = schema["$defs"], Limits()
    yield "# Graph documents\n"
    yield f"```json\n{json.dumps(_EXAMPLE, indent=2)}\n```\n"
    yield (
        "JSON, read strictly: unknown fields, doubled keys, NaN and integers beyond 2^53 are "
        "[problems](problems.md), and all are told at once. A null is an absent field. "
        f"A document has at most {limits.nodes:,} nodes on {limits.levels} levels and {LIMIT_BYTES:,} bytes, "
        f"nested {LIMIT_DEPTH} deep. Ids are unique in the whole document.\n"
    )
    yield from _fields(
        schema, "", FIELD_HELP | {"nodes": "In the order in which they are shown.", "goal": ""}
    )
    yield "\n## Every node\n"
    common = list(BaseNode.model_fields)
    yield from _fields(definitions["DelayNode"], "", FIELD_HELP, only=common)
    for kind, model in KINDS.items():
        yield f"\n## `{kind}`\n"
        if "__doc__" in vars(model) and model.__doc__ and model.__doc__ != BaseNode.__doc__:
            yield f"{_text(model)}\n"
        own = [name for name in model.model_fields if name not in common]
        yield from _fields(definitions[model.__name__], "", FIELD_HELP, only=own)
    yield "\n## Parts\n"
    for name in _PARTS.split():
        yield f"### {name}\n"
        if name in _PARTS_HELP:
            yield f"{_PARTS_HELP[name]}\n"
        yield from _fields(definitions[name], "", {})
        yield ""


def _diff_lines() -> Iterator[str]:
    yield "# Changes of graphs\n"
    yield (
        "A list of objects, each with the field `op`. All are applied, or none: the graph is "
        "well-formed after each of them, or the list is refused with `{code, diff_index, node, message}`. "
        "`manage.py graph_diff FILE DIFFS` applies a list to a file.\n"
    )
    for op, schema in diff_schemas().items():
        yield f"## `{op}`\n"
        yield f"{_text(OPERATIONS[op])}\n"
        yield from _fields(schema, "graph-document.md", {}, but=("op",))
        for name in ("GraphFields", "Placed"):
            if name in schema.get("$defs", {}):
                yield f"\n### {name}\n"
                yield from _fields(schema["$defs"][name], "graph-document.md", {})
        yield ""
    yield "## Refusals\n"
    yield from _codes(DiffCode)


def _code_lines() -> Iterator[str]:
    yield "# Problems and notes\n"
    yield (
        "A problem is `{code, level, node, path, message, suggestion}`. What is not well-formed is no graph; "
        "what is not runnable cannot be published; the environment's problems (`unknown_tool`, "
        "`unknown_agent`, `unknown_role`, `unknown_input_field`, `missing_input_field`) are warnings.\n"
    )
    yield "## Problems\n"
    yield from _codes(ProblemCode)
    yield "\n## Notes of an import\n"
    yield from _codes(NoteCode)
    yield "\n## Refusals of changes\n"
    yield "See [changes of graphs](diffs.md#refusals)."


def _codes(codes: type[Code]) -> Iterator[str]:
    yield "| code | meaning |\n|---|---|"
    yield from (f"| `{code}` | {code.meaning} |" for code in codes)


def _fields(
    schema: Mapping[str, Any],
    page: str,
    help: Mapping[str, str],
    *,
    only: Iterable[str] | None = None,
    but: Iterable[str] = (),
) -> Iterator[str]:
    names = [name for name in only or schema.get("properties", {}) if name not in but]
    yield "| field | value | default | |\n|---|---|---|---|"
    for name in names:
        field = schema["properties"][name]
        if name == "kind" and only is not None:
            field = {"enum": list(KINDS)}
        required = name in schema.get("required", ())
        default = "required" if required else _default(field)
        words = field.get("description") or help.get(name, "")
        yield f"| `{name}` | {_kind_of_value(field, page)} | {default} | {words.replace('|', '&#124;')} |"


def _default(field: Mapping[str, Any]) -> str:
    default = field.get("default")
    return "" if default is None or isinstance(default, dict) else f"`{json.dumps(default)}`"


def _kind_of_value(field: Mapping[str, Any], page: str) -> str:
    if "$ref" in field:
        name = field["$ref"].rpartition("/")[2]
        where = "" if name in ("GraphFields", "Placed") else page
        return f"[{name}]({where}#{name.lower()})"
    if "const" in field:
        return f"`{json.dumps(field['const'])}`"
    if "enum" in field:
        return " or ".join(f"`{json.dumps(value)}`" for value in field["enum"])
    if "discriminator" in field and len(field.get("oneOf", ())) == len(KINDS):
        return f"[node]({page}#every-node)"
    for key in ("anyOf", "oneOf"):
        if key in field:
            return " or ".join(dict.fromkeys(_kind_of_value(choice, page) for choice in field[key]))
    match field.get("type"):
        case "array":
            return f"list of {_kind_of_value(field.get('items', {}), page)}"
        case "object":
            inner = field.get("additionalProperties")
            return (
                f"object of {_kind_of_value(inner, page)}" if isinstance(inner, dict) and inner else "object"
            )
        case "integer" | "number" as number:
            return ("whole number" if number == "integer" else "number") + _bounds(field)
        case "string":
            return "id" if "pattern" in field and "a-z0-9_-" in field["pattern"] else "text"
        case "boolean":
            return "true or false"
        case ["object", "boolean"]:
            return "JSON Schema"
        case "null":
            return "null"
        case _:
            return "any value"


def _bounds(field: Mapping[str, Any]) -> str:
    signs = (("minimum", "≥"), ("exclusiveMinimum", ">"), ("maximum", "≤"))
    return "".join(f" {sign} {field[key]:,}" for key, sign in signs if key in field)


def _text(model: type) -> str:
    return inspect.cleandoc(model.__doc__ or "").replace("``", "`")
