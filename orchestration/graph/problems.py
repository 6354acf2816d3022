"""What can be wrong with a document, in words and with a place."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

Level = Literal["well_formed", "runnable", "environment"]


class ProblemCode(StrEnum):
    # The text or value is no document at all.
    MALFORMED_JSON = "malformed_json"
    DUPLICATE_KEY = "duplicate_key"
    NOT_FINITE = "not_finite"
    INTEGER_TOO_LARGE = "integer_too_large"
    NESTED_TOO_DEEP = "nested_too_deep"
    DOCUMENT_TOO_LARGE = "document_too_large"
    INVALID_TEXT = "invalid_text"
    NOT_JSON = "not_json"
    UNSUPPORTED_SCHEMA_VERSION = "unsupported_schema_version"
    UNKNOWN_FIELD = "unknown_field"
    MISSING_FIELD = "missing_field"
    UNKNOWN_KIND = "unknown_kind"
    INVALID_ID = "invalid_id"
    INVALID_VALUE = "invalid_value"

    # Well-formed: a diff that breaks one of these is refused.
    DUPLICATE_ID = "duplicate_id"
    UNKNOWN_DEPENDENCY = "unknown_dependency"
    SELF_DEPENDENCY = "self_dependency"
    DEPENDENCY_ON_OTHER_LEVEL = "dependency_on_other_level"
    DUPLICATE_EDGE = "duplicate_edge"
    CYCLE = "cycle"
    UNKNOWN_BODY = "unknown_body"
    BODY_OWNED_TWICE = "body_owned_twice"
    BODY_ON_OTHER_LEVEL = "body_on_other_level"
    BODY_HAS_EDGE = "body_has_edge"
    TOO_MANY_NODES = "too_many_nodes"
    TOO_MANY_LEVELS = "too_many_levels"

    # Runnable: a draft may have these; publishing and running may not.
    NO_NODES = "no_nodes"
    EMPTY_SUBGRAPH = "empty_subgraph"
    INVALID_EXPRESSION = "invalid_expression"
    INDEX_OUTSIDE_BODY = "index_outside_body"
    NO_CASES = "no_cases"
    DUPLICATE_CASE = "duplicate_case"
    MIXED_CASES = "mixed_cases"
    CASE_WITHOUT_EDGE = "case_without_edge"
    EDGE_WITHOUT_CASE = "edge_without_case"
    UNKNOWN_CASE = "unknown_case"
    CASE_ON_PLAIN_NODE = "case_on_plain_node"
    INVALID_SCHEMA = "invalid_schema"
    BOUND_WITHOUT_STOP = "bound_without_stop"
    DEADLINE_MISSING = "deadline_missing"
    SUBMIT_MISSES_SCHEMA = "submit_misses_schema"
    SCHEMA_LACKS_PATH = "schema_lacks_path"
    SCHEMA_CONFLICT = "schema_conflict"

    # Environment: a warning, since registration is not meaning.
    UNKNOWN_TOOL = "unknown_tool"
    UNKNOWN_AGENT = "unknown_agent"
    UNKNOWN_ROLE = "unknown_role"


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding. `path` is like ``$.nodes[2].cases[0].when``; `node` is the id of the node it stands in."""

    code: ProblemCode
    level: Level
    node: str | None
    path: str
    message: str
    suggestion: str | None = None


class DocumentInvalid(Exception):
    """The source is no document. `problems` holds every reason, in the order of their places."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__("; ".join(f"{problem.path}: {problem.message}" for problem in problems[:5]))


def closest(name: str, known: Iterable[str]) -> str | None:
    """The known name that was probably meant, if one is close."""
    found = difflib.get_close_matches(name, known, n=1, cutoff=0.7)
    return found[0] if found else None
