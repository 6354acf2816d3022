"""What can be wrong with a document, in words and with a place."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from orchestration.graph.codes import Code

Level = Literal["well_formed", "runnable", "environment"]


class ProblemCode(Code):
    # The text or value is no document at all.
    MALFORMED_JSON = "malformed_json", "The text is no JSON; the message gives line and column."
    DUPLICATE_KEY = "duplicate_key", "An object names a key twice."
    NOT_FINITE = "not_finite", "A number is NaN, infinite, or too large to be anything else."
    INTEGER_TOO_LARGE = (
        "integer_too_large",
        "An integer lies beyond 2^53, where readers disagree about its last digits.",
    )
    NESTED_TOO_DEEP = "nested_too_deep", "Objects and lists nest more than 200 levels deep."
    DOCUMENT_TOO_LARGE = "document_too_large", "The document takes more than 4 MiB."
    INVALID_TEXT = "invalid_text", "A text is no Unicode: it holds half of a surrogate pair."
    NOT_JSON = "not_json", "A value handed over by a program is none that JSON has."
    UNSUPPORTED_SCHEMA_VERSION = (
        "unsupported_schema_version",
        "The file's version is not one that can be read here.",
    )
    UNKNOWN_FIELD = "unknown_field", "There is no such field at this place."
    MISSING_FIELD = "missing_field", "A required field is absent."
    UNKNOWN_KIND = "unknown_kind", "There is no such kind of node, condition or predicate."
    INVALID_ID = (
        "invalid_id",
        "An id is not 1 to 64 small letters, digits, “-” and “_”, begun by a letter or digit.",
    )
    INVALID_VALUE = "invalid_value", "A value is not what its field takes."

    # Well-formed: a diff that breaks one of these is refused.
    DUPLICATE_ID = "duplicate_id", "Two nodes of the document, teams and bodies included, have one id."
    UNKNOWN_DEPENDENCY = "unknown_dependency", "A node depends on one that is not there."
    SELF_DEPENDENCY = "self_dependency", "A node depends on itself."
    DEPENDENCY_ON_OTHER_LEVEL = (
        "dependency_on_other_level",
        "A node depends on one outside, or inside, its own team or body.",
    )
    DUPLICATE_EDGE = "duplicate_edge", "A node names the same dependency twice."
    CYCLE = "cycle", "Nodes need each other in a circle; the message has the way around."
    UNKNOWN_BODY = "unknown_body", "A map or fold names a body that is not there."
    BODY_OWNED_TWICE = "body_owned_twice", "A node is the body of two maps or folds."
    BODY_ON_OTHER_LEVEL = "body_on_other_level", "A body does not stand beside its map or fold."
    BODY_HAS_EDGE = "body_has_edge", "An edge touches a body, which only its owner runs."
    TOO_MANY_NODES = "too_many_nodes", "The document has more than 5,000 nodes."
    TOO_MANY_LEVELS = "too_many_levels", "Teams and bodies nest more than 8 levels deep."

    # Runnable: a draft may have these; publishing and running may not.
    NO_NODES = "no_nodes", "The document has no node."
    EMPTY_SUBGRAPH = "empty_subgraph", "A team, or the graph of a body, has no node."
    NO_TOOL = "no_tool", "A tool node names no tool yet."
    INVALID_EXPRESSION = "invalid_expression", "An expression does not compile."
    INDEX_OUTSIDE_BODY = (
        "index_outside_body",
        "An expression reads “index”, which has a value only in the body of a map or fold.",
    )
    NO_CASES = "no_cases", "A branch has no case."
    DUPLICATE_CASE = "duplicate_case", "A branch has two cases of one name."
    MIXED_CASES = "mixed_cases", "A branch decides some cases by expression and others by model."
    CASE_WITHOUT_EDGE = "case_without_edge", "No edge leaves a case of a branch."
    EDGE_WITHOUT_CASE = "edge_without_case", "An edge out of a branch names no case."
    UNKNOWN_CASE = "unknown_case", "An edge names a case that its branch does not have."
    CASE_ON_PLAIN_NODE = "case_on_plain_node", "An edge names a case of a node that is no branch."
    INVALID_SCHEMA = "invalid_schema", "A JSON Schema does not compile."
    IMPOSSIBLE_FORM = (
        "impossible_form",
        "Limits in the schema of a form contradict each other, so that nobody can fill it in.",
    )
    DEFAULT_OUTSIDE = "default_outside", "A default in the schema of a form does not fit that schema."
    BOUND_WITHOUT_STOP = (
        "bound_without_stop",
        "A fold is to fail at its bound, but has no condition that could stop it before.",
    )
    DEADLINE_MISSING = "deadline_missing", "A gate says what happens at its deadline, but has none."
    SUBMIT_MISSES_SCHEMA = (
        "submit_misses_schema",
        "The value submitted at a deadline does not satisfy the approval schema.",
    )
    SCHEMA_LACKS_PATH = (
        "schema_lacks_path",
        "An expression reads a path that the declared output schema does not have.",
    )
    SCHEMA_CONFLICT = (
        "schema_conflict",
        "The output schema of a node and the input schema of a dependent exclude each other.",
    )

    # Environment: a warning, since registration is not meaning.
    UNKNOWN_TOOL = "unknown_tool", "The tool is not registered here."
    UNKNOWN_AGENT = "unknown_agent", "The agent is not registered here."
    UNKNOWN_ROLE = "unknown_role", "The role is not registered here."
    UNKNOWN_INPUT_FIELD = "unknown_input_field", "The input has a field that the tool does not take."
    MISSING_INPUT_FIELD = "missing_input_field", "The input lacks a field that the tool needs."


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
