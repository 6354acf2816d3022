"""Making an old revision the draft again."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction

from orchestration.eventlog import document_of
from orchestration.models import Change, Graph
from orchestration.models.audit import Verb
from orchestration.selectors.draft_documents import draft_state
from orchestration.selectors.revisions import revision_of
from orchestration.services.audit import audit_refusals
from orchestration.services.draft_replacing import draft_become
from orchestration.services.draft_writing import (
    DraftResult,
    check_same_version,
    draft_locked,
    require_editor,
    warm,
)
from orchestration.services.errors import NotFound


@audit_refusals(Verb.REVISION_RESTORE)
def draft_restore(*, graph: Graph, number: int, base_version: int, actor: User) -> DraftResult:
    """Put the document of revision `number` in place of the draft, which is still at `base_version`.

    It is one change, so its author can undo it. Raises Forbidden, NotFound, and Conflict when somebody
    changed the draft since: nobody overwrites what they have not seen.
    """
    require_editor(graph, actor)
    revision = revision_of(graph, number)
    if revision is None:
        raise NotFound(f"“{graph.name}” has no revision {number}.")
    target = document_of(revision.graph_hash)
    warm(graph)
    with transaction.atomic():
        draft = draft_locked(graph)
        check_same_version(draft, base_version)
        before = draft_state(draft)
        word = f"Restored revision {number}"
        change = draft_become(
            draft, target, before=before, actor=actor, kind=Change.Kind.RESTORE, word=word, revision=number
        )
    return DraftResult(
        draft.graph, draft.version, target if change else before.document, base_version, change
    )
