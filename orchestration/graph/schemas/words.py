"""A validator's errors in words for the person who fills in the form."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

import jsonschema_rs

from orchestration.graph.schemas.violation import Violation

Path: TypeAlias = tuple[str | int, ...]

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_TYPES = {
    "array": "a list",
    "boolean": "yes or no",
    "integer": "a whole number",
    "null": "empty",
    "number": "a number",
    "object": "a group of fields",
    "string": "text",
}
_FORMATS = {
    "date": "a date like 2026-01-31",
    "date-time": "a date and time like 2026-01-31T09:30:00Z",
    "duration": "a duration like P1DT2H",
    "email": "an e-mail address",
    "hostname": "a host name",
    "idn-email": "an e-mail address",
    "ipv4": "an IPv4 address",
    "ipv6": "an IPv6 address",
    "regex": "a regular expression",
    "time": "a time like 09:30:00Z",
    "uri": "a web address",
    "uuid": "a UUID",
}


def json_path(path: Sequence[str | int]) -> str:
    """``$.a[0].b``; a name that is no identifier stands in brackets: ``$["a-b"]``."""
    text = "$"
    for part in path:
        if isinstance(part, str) and _IDENTIFIER.match(part):
            text += f".{part}"
        else:
            text += f"[{json.dumps(part, ensure_ascii=False)}]"
    return text


def violations_of(error: jsonschema_rs.ValidationError) -> Iterator[Violation]:
    """The violations that one error of the validator stands for."""
    name, path, facts = error.kind.name, tuple(error.instance_path), error.kind.as_dict()
    if name == "required":
        yield Violation(json_path((*path, facts["property"])), "This field is required.")
    elif name in ("additionalProperties", "unevaluatedProperties"):
        for key in facts["unexpected"]:
            yield Violation(json_path((*path, key)), "There is no such field.")
    elif name in ("oneOf", "anyOf") and (types := _types_only(error, facts)):
        yield Violation(json_path(path), _type(error.instance, {"types": types}))
    elif name in ("oneOf", "anyOf") and (meant := _branch_meant(error, facts)) is not None:
        for inner in meant:
            yield from violations_of(inner)
    else:
        say = _WORDS.get(name)
        message = say(error.instance, facts) if say else f"{error.message[:1].upper()}{error.message[1:]}."
        yield Violation(json_path(path), message)


def _types_only(error: jsonschema_rs.ValidationError, facts: dict[str, Any]) -> list[str]:
    """The types of alternatives that differ in nothing else, as in “a number or empty”."""
    types: list[str] = []
    here = error.instance_path
    for branch in facts.get("context", []):
        if [inner.kind.name for inner in branch] != ["type"] or branch[0].instance_path != here:
            return []
        types.extend(branch[0].kind.as_dict()["types"])
    return types


def _branch_meant(
    error: jsonschema_rs.ValidationError, facts: dict[str, Any]
) -> list[jsonschema_rs.ValidationError] | None:
    """The errors of the only alternative that the value could have meant, if there is just one.

    An alternative is out of the question when the value's own type, or a fixed field, rules it out.
    """
    here = list(error.instance_path)
    possible = [
        branch
        for branch in facts.get("context", [])
        if branch and not any(_rules_out(inner, here) for inner in branch)
    ]
    return possible[0] if len(possible) == 1 else None


def _rules_out(error: jsonschema_rs.ValidationError, here: list[str | int]) -> bool:
    depth = len(error.instance_path) - len(here)
    return (error.kind.name == "type" and depth == 0) or (error.kind.name in ("const", "enum") and depth <= 1)


def _show(value: Any) -> str:
    """A value as a person would write it; long ones are cut."""
    text = f"“{value}”" if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else f"{text[:79]}…"


def _listed(values: Sequence[Any]) -> str:
    words = [_show(value) for value in values]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _type(value: Any, facts: dict[str, Any]) -> str:
    names = [_TYPES.get(name, name) for name in facts["types"]]
    return f"This must be {' or '.join(names)}."


def _counted(limit: int, one: str, many: str) -> str:
    return f"{limit} {one if limit == 1 else many}"


def _min_length(value: Any, facts: dict[str, Any]) -> str:
    limit: int = facts["limit"]
    if not value:
        return "This field may not be empty."
    return f"This needs at least {_counted(limit, 'character', 'characters')}; it has {len(value)}."


_WORDS: dict[str, Callable[[Any, dict[str, Any]], str]] = {
    "anyOf": lambda value, facts: "This fits none of the forms that are allowed here.",
    "const": lambda value, facts: f"This must be {_show(facts['expected_value'])}.",
    "contains": lambda value, facts: "No entry of this list is of the kind that it needs.",
    "enum": lambda value, facts: f"This must be {_listed(facts['options'])}.",
    "exclusiveMaximum": lambda value, facts: f"{_show(value)} is not less than {_show(facts['limit'])}.",
    "exclusiveMinimum": lambda value, facts: f"{_show(value)} is not more than {_show(facts['limit'])}.",
    "falseSchema": lambda value, facts: "Nothing may be given here.",
    "format": lambda value, facts: (
        f"{_show(value)} is not {_FORMATS.get(facts['format'], 'a valid ' + facts['format'])}."
    ),
    "maxItems": lambda value, facts: f"This may have at most {_counted(facts['limit'], 'entry', 'entries')}.",
    "maxLength": lambda value, facts: (
        f"This may have at most {_counted(facts['limit'], 'character', 'characters')}; it has {len(value)}."
    ),
    "maxProperties": lambda value, facts: (
        f"This may have at most {_counted(facts['limit'], 'field', 'fields')}."
    ),
    "maximum": lambda value, facts: f"{_show(value)} is more than the maximum of {_show(facts['limit'])}.",
    "minItems": lambda value, facts: f"This needs at least {_counted(facts['limit'], 'entry', 'entries')}.",
    "minLength": _min_length,
    "minProperties": lambda value, facts: (
        f"This needs at least {_counted(facts['limit'], 'field', 'fields')}."
    ),
    "minimum": lambda value, facts: f"{_show(value)} is less than the minimum of {_show(facts['limit'])}.",
    "multipleOf": lambda value, facts: f"{_show(value)} is not a multiple of {_show(facts['multiple_of'])}.",
    "not": lambda value, facts: "This value is not allowed here.",
    "oneOf": lambda value, facts: "This must fit exactly one of the forms that are allowed here.",
    "pattern": lambda value, facts: f"{_show(value)} does not match the pattern {facts['pattern']}.",
    "propertyNames": lambda value, facts: "A field has a name that is not allowed here.",
    "type": _type,
    "uniqueItems": lambda value, facts: "No entry may appear twice.",
}
