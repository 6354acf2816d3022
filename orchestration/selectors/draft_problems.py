"""What is wrong with a draft, as its editors see it."""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from orchestration.graph.document import Document, document_from_value
from orchestration.graph.problems import DocumentInvalid, Problem
from orchestration.graph.validation import Catalog, Verdicts, catalog_of, validate, validate_again
from orchestration.leases import tools_of_live_engines
from orchestration.selectors.draft_views import DraftProblem, DraftProblems
from orchestration.tools import bindings

SHOWN = 500
KEPT = 8
_NODE = re.compile(r"\$\.nodes\[\d+\](?:(?:\.body\.graph)?\.nodes\[\d+\])*")


@dataclass(slots=True)
class _Found:
    """What was found in a document; before somebody asks, in the one that it came from."""

    document: Document
    verdicts: Verdicts | None = None
    problems: list[Problem] | None = None
    view: DraftProblems | None = None


# By the identity of the document, which is kept along. Who changes a draft and all who watch it ask about
# one document within a moment; the lock lets one of them look and the others wait for what it finds.
_found: OrderedDict[int, _Found] = OrderedDict()
_lock = threading.Lock()


def draft_problems(document: Document) -> DraftProblems:
    return _looked_at(document)[1]


def document_problems(document: Document) -> list[Problem]:
    """All problems of a draft, what is not registered here among them. A draft is always well-formed."""
    return _looked_at(document)[0]


def document_changed(old: Document, new: Document) -> None:
    """Tell that one document has come from the other: most of what was found there holds here."""
    with _lock:
        found = _found.get(id(old))
        if found is not None and found.document is old and id(new) not in _found:
            _keep(_Found(new, found.verdicts))


def _looked_at(document: Document) -> tuple[list[Problem], DraftProblems]:
    catalog = _catalog()
    with _lock:
        found = _found.get(id(document)) or _Found(document)
        _keep(found)
        if found.problems is None or found.verdicts is None or found.verdicts.catalog != catalog:
            found.verdicts = validate_again(document, catalog, found.verdicts)
            found.problems = found.verdicts.problems()
            found.view = problems_view(found.problems)
        assert found.view is not None
        return found.problems, found.view


def _keep(found: _Found) -> None:
    _found[id(found.document)] = found
    _found.move_to_end(id(found.document))
    while len(_found) > KEPT:
        _found.popitem(last=False)


def value_problems(value: Any) -> DraftProblems:
    """Of what may be no document at all."""
    try:
        return problems_view(validate(document_from_value(value), _catalog()))
    except DocumentInvalid as invalid:
        return problems_view(invalid.problems)


def _catalog() -> Catalog:
    return catalog_of(bindings() | tools_of_live_engines())


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
