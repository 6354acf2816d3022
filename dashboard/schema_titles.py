"""What a JSON Schema calls the place that a path like ``$.lines[0].amount`` points to."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

_PART = re.compile(r'\.([A-Za-z_][A-Za-z0-9_]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]')
_TYPES = {
    "array": "list",
    "boolean": "true or false",
    "integer": "whole number",
    "null": "null",
    "number": "number",
    "object": "object",
    "string": "text",
}
_LIMITS = (
    ("minimum", "at least {}"),
    ("maximum", "at most {}"),
    ("exclusiveMinimum", "more than {}"),
    ("exclusiveMaximum", "less than {}"),
    ("minLength", "at least {} characters"),
    ("maxLength", "at most {} characters"),
    ("minItems", "at least {} items"),
    ("maxItems", "at most {} items"),
    ("pattern", "matching {}"),
    ("format", "a {}"),
)


@dataclass(frozen=True)
class FieldNote:
    """One field of an object schema in words, for people who write the JSON by hand."""

    name: str
    title: str
    required: bool
    words: str
    description: str


def parts_of(path: str) -> list[str | int]:
    """The steps of a path; what is not in our notation gives none."""
    return [
        name or (int(index) if index else json.loads(quoted))
        for name, index, quoted in _PART.findall(path.removeprefix("$"))
    ]


def title_of(schema: Any, path: str) -> str:
    """The field's title, else its name made readable; "Answer" for the whole value."""
    parts = parts_of(path)
    places = [schema]
    for part in parts:
        places = [inner for place in places for inner in _step(schema, place, part)]
    for place in places:
        for shape in _shapes(schema, place):
            if isinstance(shape.get("title"), str) and shape["title"]:
                return str(shape["title"])
    if not parts:
        return "Answer"
    return _readable(parts)


def field_notes(schema: Any) -> list[FieldNote]:
    """The fields of an object schema, in its order."""
    found: dict[str, FieldNote] = {}
    for shape in _shapes(schema, schema):
        properties = shape.get("properties")
        required = shape.get("required") if isinstance(shape.get("required"), list) else []
        for name, inner in properties.items() if isinstance(properties, dict) else ():
            if name not in found:
                found[name] = _note(schema, name, inner, name in (required or []))
    return list(found.values())


def skeleton(schema: Any) -> Any:
    """A first answer: constants and defaults. Required fields without one are null and must be filled."""
    for shape in _shapes(schema, schema):
        if "const" in shape:
            return shape["const"]
        if "default" in shape:
            return shape["default"]
    notes = field_notes(schema)
    found = {}
    for note in notes:
        inner = skeleton(next(iter(_step(schema, schema, note.name)), None))
        if note.required or inner not in (None, {}):
            found[note.name] = inner
    return found if notes else None


def _note(root: Any, name: str, schema: Any, required: bool) -> FieldNote:
    shapes = list(_shapes(root, schema))

    def first(word: str) -> Any:
        return next((shape[word] for shape in shapes if word in shape), None)

    words: list[str] = []
    if (const := first("const")) is not None:
        words.append(f"always {json.dumps(const, ensure_ascii=False)}")
    elif isinstance(choices := first("enum"), list):
        words.append("one of " + ", ".join(json.dumps(choice, ensure_ascii=False) for choice in choices))
    elif (kind := first("type")) is not None:
        kinds = kind if isinstance(kind, list) else [kind]
        words.append(" or ".join(_TYPES.get(str(word), str(word)) for word in kinds))
    words += [text.format(value) for word, text in _LIMITS if (value := first(word)) is not None]
    title, description = first("title"), first("description")
    return FieldNote(
        name=name,
        title=title if isinstance(title, str) else _readable([name]),
        required=required,
        words=", ".join(words),
        description=description if isinstance(description, str) else "",
    )


def _readable(parts: list[str | int]) -> str:
    names = [part for part in parts if isinstance(part, str)]
    text = names[-1].replace("_", " ").strip().capitalize() if names else "Item"
    return f"{text} {parts[-1] + 1}" if isinstance(parts[-1], int) else text or "Field"


def _shapes(root: Any, schema: Any, depth: int = 0) -> Iterator[dict[str, Any]]:
    """The schema itself, what it refers to inside itself, and its alternatives."""
    if not isinstance(schema, dict) or depth > 8:
        return
    yield schema
    if isinstance(reference := schema.get("$ref"), str):
        yield from _shapes(root, _resolve(root, reference), depth + 1)
    for word in ("allOf", "oneOf", "anyOf"):
        branches = schema.get(word)
        for branch in branches if isinstance(branches, list) else ():
            yield from _shapes(root, branch, depth + 1)


def _step(root: Any, schema: Any, part: str | int) -> Iterator[Any]:
    for shape in _shapes(root, schema):
        if isinstance(part, str):
            properties = shape.get("properties")
            if isinstance(properties, dict) and part in properties:
                yield properties[part]
            elif isinstance(shape.get("additionalProperties"), dict):
                yield shape["additionalProperties"]
        else:
            prefix = shape.get("prefixItems")
            if isinstance(prefix, list) and part < len(prefix):
                yield prefix[part]
            elif isinstance(shape.get("items"), dict):
                yield shape["items"]


def _resolve(root: Any, reference: str) -> Any:
    if not reference.startswith("#"):
        return None
    place = root
    for step in reference[1:].split("/")[1:]:
        step = step.replace("~1", "/").replace("~0", "~")
        if not isinstance(place, dict) or step not in place:
            return None
        place = place[step]
    return place
