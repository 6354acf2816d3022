"""What is wrong with a draft, as its editors see it."""

from __future__ import annotations

import re
from typing import Any

from orchestration.graph.document import Document, document_from_value
from orchestration.graph.problems import DocumentInvalid, Problem
from orchestration.graph.validation import Catalog, validate, validate_well_formed
from orchestration.leases import tools_of_live_engines
from orchestration.selectors.draft_views import DraftProblem, DraftProblems
from orchestration.tools import registered

SHOWN = 500
_NODE = re.compile(r"\$\.nodes\[\d+\](?:(?:\.body\.graph)?\.nodes\[\d+\])*")


def draft_problems(document: Document) -> DraftProblems:
    return problems_view(document_problems(document))


def value_problems(value: Any) -> DraftProblems:
    """Of what may be no document at all."""
    try:
        return problems_view(validate(document_from_value(value), _catalog()))
    except DocumentInvalid as invalid:
        return problems_view(invalid.problems)


def document_problems(document: Document) -> list[Problem]:
    """All problems of a draft, what is not registered here among them. A draft is always well-formed."""
    return validate_well_formed(document, _catalog())


def _catalog() -> Catalog:
    return Catalog(tools=frozenset(registered()) | frozenset(tools_of_live_engines()))


def problems_view(problems: list[Problem]) -> DraftProblems:
    return DraftProblems(
        problems=[_view(problem) for problem in problems[:SHOWN]],
        total=len(problems),
        runnable=all(problem.level == "environment" for problem in problems),
    )


def _view(problem: Problem) -> DraftProblem:
    # Nothing to check, and there may be hundreds of them after each change.
    return DraftProblem.model_construct(
        code=problem.code,
        level=problem.level,
        node=problem.node,
        path=problem.path,
        field=_field(problem),
        message=problem.message,
        suggestion=problem.suggestion,
    )


def _field(problem: Problem) -> str:
    """The path without the way to the node."""
    found = _NODE.match(problem.path) if problem.node is not None else None
    return problem.path[found.end() if found else 1 :].removeprefix(".")
