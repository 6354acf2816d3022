"""The JSON Schemas from which a browser makes one form for each operation."""

from __future__ import annotations

from typing import Any

from orchestration.graph.diff.field_help import FIELD_HELP
from orchestration.graph.diff.registry import OPERATIONS
from orchestration.graph.nodes import KINDS

_DEPENDENCY = "Dependency"

# Behind a reader of its own a number's bounds keep the names that the models give them.
_BOUNDS = {"ge": "minimum", "gt": "exclusiveMinimum", "le": "maximum"}
_SCHEMAS = frozenset({"input_schema", "output_schema", "approval_schema"})


def diff_schemas() -> dict[str, dict[str, Any]]:
    """Operation → JSON Schema (2020-12) of its diffs, in the order of the documentation.

    Each field has a title; what is optional is merely not required, without an alternative null, unless
    null means something of its own.
    """
    return {op: _schema(op) for op in OPERATIONS}


def _schema(op: str) -> dict[str, Any]:
    model = OPERATIONS[op]
    schema: dict[str, Any] = tidied(model.model_json_schema())
    schema["title"] = model.form_title
    schema["required"] = ["op", *schema.get("required", [])]
    schema["properties"]["op"] = {"const": op, "title": "Operation", "type": "string"}
    definitions = schema.get("$defs", {})
    for kind, node in KINDS.items():
        if (definition := definitions.get(node.__name__)) is not None:
            definition["title"] = f"{kind.capitalize()} node"
            for name, field in definition["properties"].items():
                if name in FIELD_HELP:
                    field.setdefault("description", FIELD_HELP[name])
    if _DEPENDENCY in definitions:
        labelled = definitions[_DEPENDENCY]
        plain = {"type": "string", "minLength": 1, "title": "A node"}
        definitions[_DEPENDENCY] = {
            "title": "Dependency",
            "description": "A node, or one case of a branch.",
            "anyOf": [plain, {**labelled, "title": "A case of a branch"}],
        }
    return schema


def tidied(value: Any, *, name: str | None = None) -> Any:
    """Titles as sentences, and no null where it only means “left out”."""
    if isinstance(value, list):
        return [tidied(item) for item in value]
    if not isinstance(value, dict):
        return value
    found = {
        key: {field: tidied(item, name=field) for field, item in inner.items()}
        if key in ("properties", "$defs")
        else tidied(inner)
        for key, inner in value.items()
    }
    title = found.get("title")
    if name is not None and title == name.replace("_", " ").title():
        found["title"] = title.capitalize()
    if "default" in found and found["default"] is None:
        del found["default"]
        found = _without_null(found)
    found = {_BOUNDS.get(key, key): inner for key, inner in found.items()}
    if found.get("anyOf") == [{"type": "integer"}, {"type": "number"}]:
        del found["anyOf"]
        found["type"] = "number"
    if name in _SCHEMAS:
        found["type"] = ["object", "boolean"]
    return found


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    alternatives = schema.get("anyOf", [])
    left = [choice for choice in alternatives if choice != {"type": "null"}]
    if len(left) == len(alternatives):
        return schema
    rest = {key: item for key, item in schema.items() if key != "anyOf"}
    return {**left[0], **rest} if len(left) == 1 else {**rest, "anyOf": left}
