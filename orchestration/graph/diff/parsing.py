"""Diffs out of JSON values."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from orchestration.graph.diff.errors import DiffCode, DiffError
from orchestration.graph.diff.given import what_is_wrong
from orchestration.graph.diff.registry import OPERATIONS, GraphDiff, adapter
from orchestration.graph.jsontext import check_json, path_of
from orchestration.graph.parts import PATTERN_WORDS
from orchestration.graph.problems import closest


def parse_diffs(value: Any) -> list[GraphDiff]:
    """Read a list of JSON objects. Raises DiffError for the first that is no diff.

    An unusable node inside a diff is invalid_node, any other fault of form malformed_diff.
    """
    if not isinstance(value, list):
        raise DiffError(DiffCode.MALFORMED_DIFF, 0, None, "Diffs come as a list.")
    return [_parse(index, item) for index, item in enumerate(value)]


def _parse(index: int, value: Any) -> GraphDiff:
    def refuse(code: DiffCode, message: str, node: str | None = None) -> DiffError:
        return DiffError(code, index, node, message)

    if not isinstance(value, dict):
        raise refuse(DiffCode.MALFORMED_DIFF, "A diff is an object with the field “op”.")
    _, problems = check_json(value)
    if problems:
        raise refuse(DiffCode.MALFORMED_DIFF, f"{problems[0].path}: {problems[0].message}")
    op = value.get("op")
    if op is None:
        raise refuse(DiffCode.MALFORMED_DIFF, "The field “op” is required.")
    if not isinstance(op, str) or op not in OPERATIONS:
        meant = closest(op, OPERATIONS) if isinstance(op, str) else None
        hint = f" Did you mean “{meant}”?" if meant is not None else ""
        raise refuse(DiffCode.UNKNOWN_OP, f"There is no operation “{str(op)[:80]}”.{hint}")
    try:
        diff: GraphDiff = adapter.validate_python(value)
    except ValidationError as error:
        details = error.errors(include_url=False)[0]
        place = details["loc"][1:]  # Without the name of the operation.
        found = _node_at(value, place)
        if found is not None:
            where, node = found
            message = what_is_wrong(node) or _sentence(details, op)
            id = node.get("id") if isinstance(node, dict) and isinstance(node.get("id"), str) else None
            raise refuse(DiffCode.INVALID_NODE, f"{where}: {message}", id) from None
        steps = path_of(place).removeprefix("$").removeprefix(".")
        message = _sentence(details, op)
        # The words for an id say what they are about; the names of our fields are no help.
        if len(place) == 1 and message in PATTERN_WORDS.values():
            steps = ""
        raise refuse(DiffCode.MALFORMED_DIFF, f"{steps}: {message}" if steps else message) from None
    return diff


def _node_at(value: dict[str, Any], place: tuple[int | str, ...]) -> tuple[str, Any] | None:
    """The node that an error stands in, with its place in the diff."""
    match place:
        case ("node", *_) if "node" in value:
            return "node", value["node"]
        case ("into", int(number), *_):
            return f"into[{number}]", value["into"][number]
        case ("nodes", str(id), "node", *_) if "node" in value["nodes"][id]:
            return f"nodes.{id}", value["nodes"][id]["node"]
        case _:
            return None


def _sentence(details: ErrorDetails, op: str) -> str:
    match details["type"]:
        case "missing":
            return "This field is required."
        case "extra_forbidden":
            name = str(details["loc"][-1])
            meant = closest(name, OPERATIONS[op].model_fields)
            hint = f" Did you mean “{meant}”?" if meant is not None else ""
            return f"{op} has no such field.{hint}"
        case "string_pattern_mismatch" if details["ctx"]["pattern"] in PATTERN_WORDS:
            return PATTERN_WORDS[details["ctx"]["pattern"]]
        case _:
            message = details["msg"].replace("Input should", "Should").replace("String should", "Should")
            return message if message.endswith(".") else f"{message}."
