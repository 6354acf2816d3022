"""One node of a document as a document of its own, to be tried alone."""

from __future__ import annotations

from orchestration.graph.diff.contents import walk
from orchestration.graph.document import Document
from orchestration.graph.outline import body_of
from orchestration.graph.problems import Problem, ProblemCode


def node_alone(document: Document, id: str) -> Document:
    """The node with all it holds and its body, without what it needs: its routed value is the run's input.

    An `input_schema` speaks of that value only where no mapping makes another one of it. The graph's
    defaults and budget stay. Raises KeyError if the document, which has to be well-formed, has no such
    node.
    """
    nodes = {node.id: node for node, _, _ in walk(document.nodes)}
    node = nodes[id]
    found = [node.model_copy(update={"depends_on": ()})]
    while (body := body_of(found[-1])) is not None:
        found.append(nodes[body])
    return document.model_copy(
        update={
            "name": (node.title or "").strip() or node.id,
            "goal": None,
            "input_schema": node.input_schema if node.input is None else None,
            "nodes": tuple(found),
        }
    )


def counts_alone(problem: Problem, id: str) -> bool:
    """A branch that is tried alone needs no edge out of its cases."""
    return problem.code is not ProblemCode.CASE_WITHOUT_EDGE or problem.node != id
