"""Judging an output by an expression. What a model judges is a call, and not made here."""

from __future__ import annotations

from orchestration.engine.events import PredicateEvaluated
from orchestration.engine.ports import Judge
from orchestration.graph.expressions import Scope, compile_expression


def judged(asked: Judge) -> PredicateEvaluated:
    """The outcome of an expression: only true passes, and an error is the reason that it is not."""
    text = asked.predicate.value
    within = Scope(value=asked.output, input=asked.input, labels=asked.labels, index=asked.index)
    passed, error = compile_expression(text).holds(within)
    if passed:
        return PredicateEvaluated(node=asked.node, passed=True)
    reason = f"“{text}” cannot be evaluated: {error}" if error else f"“{text}” is not true of the output."
    return PredicateEvaluated(node=asked.node, passed=False, reason=reason)
