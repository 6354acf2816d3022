"""An expression tried at its place in a draft."""

from __future__ import annotations

import json
from typing import Any

from orchestration.graph.expression_places import Place
from orchestration.graph.expressions import EvaluationFailed, Scope, compile_expression
from orchestration.graph.problems import Problem
from orchestration.models import Graph
from orchestration.selectors.draft_documents import draft_document, draft_of
from orchestration.selectors.draft_nodes import document_with
from orchestration.selectors.draft_views import ExpressionVerdict

RESULT_SHOWN = 50_000


def expression_verdict(
    graph: Graph, *, text: str, node: str | None, field: str, sample: Scope | None
) -> ExpressionVerdict:
    """What the server says of `text` at `field` of `node`, and what it gives on the sample if there is one.

    In a body a sample without an index is the first item or pass. Raises NoSuchNode.
    """
    draft = draft_of(graph)
    document = draft_document(draft) if node is None else document_with(draft, node)
    place = Place(document, node, field)
    problem = place.problem(text)
    if problem is not None:
        return ExpressionVerdict(error=_sentence(problem), result=None, failure=None)
    if sample is None:
        return ExpressionVerdict(error=None, result=None, failure=None)
    if sample.index is None and place.knows_index:
        sample = Scope(sample.value, sample.input, sample.labels, index=0)
    try:
        value = compile_expression(text).evaluate(sample)
    except EvaluationFailed as failed:
        return ExpressionVerdict(error=None, result=None, failure=failed.message)
    return _given(value, place.misfit(value))


def _given(value: Any, misfit: str | None) -> ExpressionVerdict:
    result = json.dumps(value, ensure_ascii=False)
    if len(result) > RESULT_SHOWN and misfit is None:
        misfit = f"The result has {len(result):,} characters; these are the first {RESULT_SHOWN:,}."
    return ExpressionVerdict(error=None, result=result[:RESULT_SHOWN], failure=misfit)


def _sentence(problem: Problem) -> str:
    hint = "" if problem.suggestion is None else f" Did you mean “{problem.suggestion}”?"
    return f"{problem.message}{hint}"
