"""What is wrong with a draft, as its editors see it."""

from __future__ import annotations

import re

from orchestration.graph.document import Document
from orchestration.graph.problems import Problem
from orchestration.graph.validation import Catalog, validate
from orchestration.leases import tools_of_live_engines
from orchestration.selectors.draft_views import DraftProblem, DraftProblems
from orchestration.tools import registered

SHOWN = 500
_NODE = re.compile(r"\$\.nodes\[\d+\](?:(?:\.body\.graph)?\.nodes\[\d+\])*")


def draft_problems(document: Document) -> DraftProblems:
    return problems_view(document_problems(document))


def document_problems(document: Document) -> list[Problem]:
    """All problems, what is not registered here among them."""
    return validate(document, Catalog(tools=frozenset(registered()) | frozenset(tools_of_live_engines())))


def problems_view(problems: list[Problem]) -> DraftProblems:
    return DraftProblems(
        problems=[_view(problem) for problem in problems[:SHOWN]],
        total=len(problems),
        runnable=all(problem.level == "environment" for problem in problems),
    )


def _view(problem: Problem) -> DraftProblem:
    return DraftProblem(
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
