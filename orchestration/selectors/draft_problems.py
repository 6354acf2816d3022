"""What is wrong with a draft, as its editors see it."""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Any

from orchestration.graph.document import Document, document_from_value
from orchestration.graph.problems import DocumentInvalid, Problem
from orchestration.graph.validation import Catalog, validate, validate_well_formed
from orchestration.leases import tools_of_live_engines
from orchestration.selectors.draft_views import DraftProblem, DraftProblems
from orchestration.tools import registered

SHOWN = 500
KEPT = 16
_NODE = re.compile(r"\$\.nodes\[\d+\](?:(?:\.body\.graph)?\.nodes\[\d+\])*")


@dataclass(frozen=True, slots=True)
class _Found:
    document: Document
    catalog: Catalog
    problems: list[Problem]
    view: DraftProblems


# By the identity of the document, which is kept along. Who changes a draft and all who watch it ask about
# one document within a moment; the lock lets one of them look and the others wait for what it finds.
_found: OrderedDict[int, _Found] = OrderedDict()
_lock = threading.Lock()


def draft_problems(document: Document) -> DraftProblems:
    return _of(document).view


def same_problems(old: Document, new: Document) -> None:
    """Tell that what was found in one document holds for the next one too."""
    with _lock:
        if (found := _found.get(id(old))) is not None and found.document is old:
            _keep(replace(found, document=new))


def value_problems(value: Any) -> DraftProblems:
    """Of what may be no document at all."""
    try:
        return problems_view(validate(document_from_value(value), _catalog()))
    except DocumentInvalid as invalid:
        return problems_view(invalid.problems)


def document_problems(document: Document) -> list[Problem]:
    """All problems of a draft, what is not registered here among them. A draft is always well-formed."""
    return _of(document).problems


def _of(document: Document) -> _Found:
    catalog = _catalog()
    with _lock:
        found = _found.get(id(document))
        if found is None or found.document is not document or found.catalog != catalog:
            problems = validate_well_formed(document, catalog)
            found = _Found(document, catalog, problems, problems_view(problems))
        _keep(found)
    return found


def _keep(found: _Found) -> None:
    _found[id(found.document)] = found
    _found.move_to_end(id(found.document))
    while len(_found) > KEPT:
        _found.popitem(last=False)


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
