"""A node as a diff carries it: one of ours, or one of the agent task graph whose diffs ours descend from.

Theirs has no kind (or the kind ``leaf``), calls the task its goal and may carry a status. The status is
no part of a document; ``pending``, all that a new node can be, goes without saying.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator
from pydantic_core import PydanticCustomError

from orchestration.graph.document import DocumentInvalid, document_from_value
from orchestration.graph.nodes import Node

_UNCHANGED = ("id", "depends_on", "tool_allowlist", "role")


def _native(value: Any) -> Any:
    if not _is_foreign(value):
        return value
    known = {*_UNCHANGED, "goal", "status", "kind", "output"}
    if value.get("status", "pending") != "pending" or value.get("output") is not None:
        raise PydanticCustomError("not_pending", "A diff brings nodes that have not run yet")
    if unknown := sorted(value.keys() - known):
        raise PydanticCustomError("unknown_field", "Unknown field “{name}”", {"name": unknown[0]})
    fields = {name: value[name] for name in _UNCHANGED if name in value}
    kind = value.get("kind", "leaf")
    if isinstance(kind, dict):
        return {**fields, "kind": "team", "goal": value["goal"], "nodes": _team_nodes(kind)}
    return {**fields, "kind": "agent", "description": value["goal"]}


def _is_foreign(value: Any) -> bool:
    if not isinstance(value, dict) or not isinstance(value.get("goal"), str):
        return False
    kind = value.get("kind", "leaf")
    return kind == "leaf" or (isinstance(kind, dict) and kind.keys() == {"team"})


def _team_nodes(kind: dict[str, Any]) -> list[Any]:
    try:
        return [_native(node) for node in kind["team"]["subgraph"]["nodes"].values()]
    except (KeyError, TypeError, AttributeError):
        raise PydanticCustomError("team_shape", "The team has no subgraph with nodes") from None


GivenNode = Annotated[Node, BeforeValidator(_native)]


def what_is_wrong(value: Any) -> str | None:
    """In the words that a document's own problems have: what keeps `value` from being a node."""
    try:
        native = _native(value)
        document_from_value({"name": "-", "nodes": [native]})
    except PydanticCustomError as error:
        return f"{error.message()}."
    except DocumentInvalid as invalid:
        problem = invalid.problems[0]
        place = problem.path.removeprefix("$.nodes[0]").removeprefix(".")
        hint = f" Did you mean “{problem.suggestion}”?" if problem.suggestion is not None else ""
        return f"{place}: {problem.message}{hint}" if place else f"{problem.message}{hint}"
    return None
