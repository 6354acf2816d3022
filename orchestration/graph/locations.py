"""Turns the errors of the models into problems: the place as the author wrote it, and what was meant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from orchestration.graph import nodes
from orchestration.graph.jsontext import path_of
from orchestration.graph.parts import PATTERN_WORDS, Part
from orchestration.graph.problems import Problem, ProblemCode, closest

# The models put the name of the alternative they tried into a place, after these fields.
_WITH_ALTERNATIVE = frozenset({"when", "on_deadline", "join"})

_PARTS: Mapping[str, type[Part]] = {
    "depends_on": nodes.Dependency,
    "verify_predicate": nodes.Predicate,
    "cases": nodes.Case,
    "when": nodes.ExpressionWhen,
    "on_deadline": nodes.Submit,
    "join": nodes.BestBy,
    "body": nodes.Body,
    "graph": nodes.Subgraph,
}

_CODES: Mapping[str, ProblemCode] = {
    "missing": ProblemCode.MISSING_FIELD,
    "extra_forbidden": ProblemCode.UNKNOWN_FIELD,
    "union_tag_invalid": ProblemCode.UNKNOWN_KIND,
    "union_tag_not_found": ProblemCode.MISSING_FIELD,
    "string_pattern_mismatch": ProblemCode.INVALID_VALUE,
}


def problems_of(error: ValidationError, value: Any, parts: Mapping[str, type[Part]]) -> list[Problem]:
    """One problem per error. `parts` gives the models of the document's own fields; "" is the document."""
    all_parts = {**_PARTS, **parts}
    return [_problem(details, value, all_parts) for details in error.errors(include_url=False)]


def _problem(details: ErrorDetails, value: Any, parts: Mapping[str, type[Part]]) -> Problem:
    steps, node, kind = _walk(details["loc"], value)
    error = details["type"]
    code = _CODES.get(error, ProblemCode.INVALID_VALUE)
    message, suggestion = _sentence(details["msg"]), None
    field = str(steps[-1]) if steps else ""
    match error:
        case "missing":
            message = f"The field “{field}” is required."
        case "union_tag_not_found":
            steps = (*steps, "kind")
            message = "The field “kind” is required."
        case "union_tag_invalid":
            steps = (*steps, "kind")
            tried = str(details.get("ctx", {}).get("tag"))
            known = ("expression", "model_decision") if field == "when" else tuple(nodes.KINDS)
            message = f"“{tried}” is no kind; the kinds are {', '.join(known)}."
            suggestion = closest(tried, known)
        case "extra_forbidden":
            part, whose = _part(steps[:-1], kind, parts)
            message = f"{whose} has no field “{field}”."
            suggestion = closest(field, part.model_fields)
        case "literal_error" if steps == ("schema_version",):
            code = ProblemCode.UNSUPPORTED_SCHEMA_VERSION
            message = "Only schema_version 1 can be read here."
        case "literal_error":
            expected = str(details.get("ctx", {}).get("expected", "")).replace("'", "")
            suggestion = closest(str(details["input"]), expected.replace(" or ", ", ").split(", "))
        case "string_pattern_mismatch":
            message = PATTERN_WORDS.get(details["ctx"]["pattern"], message)
            if field == "id":
                code = ProblemCode.INVALID_ID
        case _:
            pass
    return Problem(
        code=code, level="well_formed", node=node, path=path_of(steps), message=message, suggestion=suggestion
    )


def _walk(loc: tuple[int | str, ...], value: Any) -> tuple[tuple[int | str, ...], str | None, str | None]:
    """The place without the names of alternatives, and the id and kind of the innermost node around it."""
    steps: list[int | str] = []
    node: str | None = None
    kind: str | None = None
    rest = list(loc)
    while rest:
        step = rest.pop(0)
        steps.append(step)
        value = _child(value, step)
        in_nodes = isinstance(step, int) and len(steps) > 1 and steps[-2] == "nodes"
        if in_nodes and isinstance(value, dict):
            found = value.get("id")
            node = found if isinstance(found, str) else None
            kind = value.get("kind") if isinstance(value.get("kind"), str) else None
        if rest and (in_nodes or step in _WITH_ALTERNATIVE):
            rest.pop(0)
    return tuple(steps), node, kind


def _child(value: Any, step: int | str) -> Any:
    if isinstance(value, dict):
        return value.get(step)
    if isinstance(value, list) and isinstance(step, int) and step < len(value):
        return value[step]
    return None


def _part(
    steps: tuple[int | str, ...], kind: str | None, parts: Mapping[str, type[Part]]
) -> tuple[type[Part], str]:
    names = [step for step in steps if isinstance(step, str)]
    last = names[-1] if names else ""
    if last == "nodes" and kind is not None:
        article = "An" if kind == "agent" else "A"
        return nodes.KINDS[kind], f"{article} {kind} node"
    return parts[last], f"“{last}”" if last else "A document"


# The models speak of their own language; an author wrote JSON.
_WORDS = (
    ("Input should be", "Should be"),
    ("a valid string, unable to parse raw data as a unicode string", "text"),
    ("a valid string", "text"),
    ("a valid boolean", "true or false"),
    ("a valid tuple", "a list"),
    ("String should", "Should"),
)


def _sentence(message: str) -> str:
    text = message
    for theirs, ours in _WORDS:
        text = text.replace(theirs, ours)
    if "valid dictionary" in text:
        text = "Should be an object"
    return text if text.endswith(".") else f"{text}."
