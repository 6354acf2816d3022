"""Test revisions: a draft, or one node of it, as it is when somebody wants to see it run."""

from __future__ import annotations

from django.contrib.auth.models import User

from orchestration.engine.errors import Violation
from orchestration.graph.alone import counts_alone, node_alone
from orchestration.models import Graph, Revision
from orchestration.selectors.draft_documents import draft_document, draft_of
from orchestration.selectors.draft_nodes import NoSuchNode, document_with
from orchestration.selectors.draft_problems import document_problems
from orchestration.services.errors import NotFound, Refused
from orchestration.services.graphs import document_store


def revision_to_try(*, graph: Graph, node: str | None, actor: User | None) -> Revision:
    """A test revision of the draft, or of `node` alone, not saved yet: it comes to be with its run.

    Raises NotFound; Refused (``not_runnable``) with what keeps it from running.
    """
    draft = draft_of(graph)
    try:
        document = draft_document(draft) if node is None else node_alone(document_with(draft, node), node)
    except NoSuchNode as missing:
        raise NotFound(str(missing)) from None
    found = [
        problem
        for problem in document_problems(document)
        if problem.level != "environment" and (node is None or counts_alone(problem, node))
    ]
    if found:
        what = "The draft" if node is None else f"“{document.name}” alone"
        places = [Violation(problem.path, problem.message) for problem in found]
        raise Refused("not_runnable", f"{what} cannot run yet: {found[0].message}", places)
    return Revision(
        graph=graph,
        draft_version=draft.version,
        tried_node=node or "",
        document=document_store(document=document),
        author=actor,
        message="Tried",
    )
