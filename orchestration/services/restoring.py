"""Making an old revision the draft again."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction

from orchestration.eventlog import document_of
from orchestration.graph.compare import compare, sharing
from orchestration.models import Change, Graph
from orchestration.selectors.draft_documents import draft_document, draft_of, draft_state
from orchestration.selectors.revisions import revision_of
from orchestration.services.draft_writing import (
    DraftResult,
    change_keep,
    check_same_version,
    draft_locked,
    require_editor,
)
from orchestration.services.errors import NotFound


def draft_restore(*, graph: Graph, number: int, base_version: int, actor: User) -> DraftResult:
    """Put the document of revision `number` in place of the draft, which is still at `base_version`.

    It is one change, so its author can undo it. Raises Forbidden, NotFound, and Conflict when somebody
    changed the draft since: nobody overwrites what they have not seen.
    """
    require_editor(graph, actor)
    revision = revision_of(graph, number)
    if revision is None:
        raise NotFound(f"“{graph.name}” has no revision {number}.")
    seen = draft_of(graph)
    check_same_version(seen, base_version)
    # Compared before the lock is taken, since for thousands of nodes it takes a while.
    before = draft_document(seen)
    after = sharing(before, document_of(revision.graph_hash))
    diffs = compare(before, after)
    with transaction.atomic():
        draft = draft_locked(graph)
        check_same_version(draft, base_version)
        change = change_keep(
            draft,
            before=draft_state(draft),
            after=after,
            diffs=diffs,
            words=[f"Restored revision {number}"],
            actor=actor,
            kind=Change.Kind.RESTORE,
        )
    return DraftResult(draft.graph, draft.version, after if change else before, base_version, change)
