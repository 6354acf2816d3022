"""Making a draft the graph's next revision."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction

from orchestration.engine.errors import Violation
from orchestration.graph.document import Document
from orchestration.models import Graph, Revision
from orchestration.models.audit import Verb
from orchestration.selectors.draft_documents import draft_document, draft_of
from orchestration.selectors.draft_problems import document_problems
from orchestration.services.audit import audit_record, audit_refusals
from orchestration.services.draft_writing import announce, check_same_version, draft_locked, follow_name
from orchestration.services.errors import Conflict, Refused
from orchestration.services.graphs import document_store
from orchestration.services.permissions import Forbidden, can_publish_graph


@audit_refusals(Verb.DRAFT_PUBLISH)
def draft_publish(*, graph: Graph, version: int, message: str = "", actor: User) -> Revision:
    """Publish the draft of `version`, the one that the actor has seen.

    Raises Forbidden; Refused (``not_runnable``) with what keeps it from running; Conflict when the draft
    has moved on (``wrong_version``), is what was published last (``nothing_to_publish``) or is archived.
    """
    if not can_publish_graph(actor, graph):
        raise Forbidden("You may not publish graphs.")
    # The long look at the document comes before the lock; what a version holds never changes.
    draft = draft_of(graph)
    document = draft_document(draft)
    check_same_version(draft, version)
    check_runnable(document)
    with transaction.atomic():
        draft = draft_locked(graph)
        check_same_version(draft, version)
        stored = document_store(document=document)
        latest = draft.graph.revisions.published().order_by("-number").first()
        if latest is not None and latest.document_id == stored.graph_hash:
            detail = f"The draft is the same as revision {latest.number}."
            raise Conflict("nothing_to_publish", detail, version=draft.version)
        revision = Revision.objects.create(
            graph=draft.graph,
            number=1 if latest is None else (latest.number or 0) + 1,
            document=stored,
            message=message,
            author=actor,
        )
        draft.base, draft.clean_version = revision, draft.version
        draft.save(update_fields=["base", "clean_version"])
        follow_name(draft.graph, document.name)
        audit_record(
            verb=Verb.DRAFT_PUBLISH,
            actor=actor,
            about=draft.graph,
            graph_hash=stored.graph_hash,
            detail={"revision": revision.number, "version": draft.version, "message": message},
        )
        announce(draft.graph_id)
    return revision


def check_runnable(document: Document) -> None:
    """Raises Refused with everything that keeps the document from running, but for the environment."""
    found = [problem for problem in document_problems(document) if problem.level != "environment"]
    if found:
        places = [Violation(problem.path, problem.message) for problem in found]
        raise Refused("not_runnable", f"The draft cannot run yet: {found[0].message}", places)
