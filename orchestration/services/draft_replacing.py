"""A whole document in place of the draft: from the code view, from its base, from an import."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction

from orchestration.eventlog import document_of
from orchestration.graph.compare import compare, sharing
from orchestration.graph.diff import DiffError, GraphDiff, apply
from orchestration.graph.document import Document
from orchestration.graph.problems import DocumentInvalid
from orchestration.graph.validation import structure_problems
from orchestration.models import Change, Draft, Graph, Revision
from orchestration.models.audit import Verb
from orchestration.selectors.draft_documents import (
    DraftState,
    document_at,
    draft_document,
    draft_of,
    draft_state,
)
from orchestration.services.audit import audit_refusals
from orchestration.services.draft_refusals import change_refused
from orchestration.services.draft_writing import (
    DraftResult,
    change_keep,
    check_same_version,
    check_version,
    draft_locked,
    require_editor,
    warm,
)


@audit_refusals(Verb.DRAFT_CHANGE)
def draft_replace(*, graph: Graph, base_version: int, document: Document, actor: User) -> DraftResult:
    """Turn the draft of `base_version` into `document`: what differs is applied to the draft as it is now.

    Raises DocumentInvalid for a document that is not well-formed; else as `draft_change`.
    """
    require_editor(graph, actor)
    if problems := structure_problems(document):
        raise DocumentInvalid(problems)
    # Compared before the lock is taken, since for thousands of nodes it takes a while.
    draft = draft_of(graph)
    check_version(draft, base_version)
    diffs = compare(document_at(draft, base_version), document)
    with transaction.atomic():
        draft = draft_locked(graph)
        before = draft_state(draft)
        if draft.version == base_version:
            after = sharing(before.document, document)
        else:
            after = _rebased(diffs, before.document, draft, base_version, actor)
        change = change_keep(
            draft, before=before, after=after, diffs=diffs, actor=actor, kind=Change.Kind.DOCUMENT
        )
    left = after if change else before.document
    return DraftResult(draft.graph, draft.version, left, base_version, change)


def _rebased(
    diffs: list[GraphDiff], onto: Document, draft: Draft, base_version: int, actor: User
) -> Document:
    try:
        return apply(onto, diffs)
    except DiffError as error:
        raise change_refused(error, draft, base_version, actor) from None


@audit_refusals(Verb.DRAFT_DISCARD)
def draft_discard(*, graph: Graph, base_version: int, actor: User) -> DraftResult:
    """Go back to the revision that the draft came from, or to an empty graph of the same name.

    Whoever discards has to have seen everything: raises Conflict when `base_version` is not the draft's.
    """
    require_editor(graph, actor)
    warm(graph)
    with transaction.atomic():
        draft = draft_locked(graph)
        check_same_version(draft, base_version)
        before = draft_state(draft)
        if draft.base is None:
            target, word = Document(name=before.document.name), "Removed everything"
        else:
            target, word = document_of(draft.base.graph_hash), f"Went back to revision {draft.base.number}"
        change = draft_become(draft, target, before=before, actor=actor, kind=Change.Kind.DISCARD, word=word)
        if draft.clean_version != draft.version:
            draft.clean_version = draft.version
            draft.save(update_fields=["clean_version"])
    return DraftResult(
        draft.graph, draft.version, target if change else before.document, base_version, change
    )


def draft_follow(draft: Draft, revision: Revision, document: Document, actor: User | None) -> None:
    """Bring the draft along to a revision that was published past it, unless it has changes of its own.

    `draft` is as it was before that revision. Inside a transaction that holds the graph.
    """
    is_new_graph = draft._state.adding and draft.base is None
    if is_new_graph or _has_own_changes(draft):
        return
    word = f"Imported revision {revision.number}"
    before = draft_state(draft)
    draft.base = revision
    draft_become(draft, document, before=before, actor=actor, kind=Change.Kind.IMPORT, word=word)
    if not draft._state.adding:
        draft.clean_version = draft.version
        draft.save(update_fields=["base", "clean_version"])


def draft_become(
    draft: Draft,
    target: Document,
    *,
    before: DraftState,
    actor: User | None,
    kind: Change.Kind,
    word: str,
    revision: int | None = None,
) -> Change | None:
    """Make `target` the draft by one change, whatever it was `before`; None when it is the same already.

    `revision` is the number that the audit names. Inside a transaction that holds the draft.
    """
    target = sharing(before.document, target)
    return change_keep(
        draft,
        before=before,
        after=target,
        diffs=compare(before.document, target),
        words=[word],
        actor=actor,
        kind=kind,
        audited={"revision": revision},
    )


def _has_own_changes(draft: Draft) -> bool:
    """A draft that was never published is all its own, unless it is still empty."""
    if draft._state.adding:
        return False
    return draft.version > draft.clean_version or (draft.base is None and bool(draft_document(draft).nodes))
