"""What every change of a draft has in common: the lock, the version, the row that is kept of it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from orchestration import notify
from orchestration.eventlog import document_of
from orchestration.graph.diff import GraphDiff
from orchestration.graph.diff.difference import Layout
from orchestration.graph.diff.sameness import identical
from orchestration.graph.diff.words import Words
from orchestration.graph.document import Document
from orchestration.graph.patching import Step, step_between
from orchestration.graph.writing import written
from orchestration.models import Change, Draft, Graph
from orchestration.models.audit import Verb
from orchestration.selectors.draft_documents import (
    DraftState,
    draft_document,
    draft_of,
    is_at_hand,
    keep_state,
)
from orchestration.selectors.draft_problems import document_changed
from orchestration.selectors.people import name_of
from orchestration.services.audit import audit_record
from orchestration.services.errors import Conflict
from orchestration.services.layout_following import Renames, layout_follow, renames_in
from orchestration.services.permissions import Forbidden, can_edit_graph

WORDS_KEPT = 50
LONGEST_NAME = 150
# An import says itself what it did.
VERBS = {
    Change.Kind.EDIT: Verb.DRAFT_CHANGE,
    Change.Kind.DOCUMENT: Verb.DRAFT_CHANGE,
    Change.Kind.UNDO: Verb.DRAFT_UNDO,
    Change.Kind.REDO: Verb.DRAFT_REDO,
    Change.Kind.DISCARD: Verb.DRAFT_DISCARD,
    Change.Kind.RESTORE: Verb.REVISION_RESTORE,
}


@dataclass(frozen=True)
class DraftResult:
    """The draft as a request left it. `change` is None when there was nothing to change; `since` is the
    version that the request was based on.
    """

    graph: Graph
    version: int
    document: Document
    since: int
    change: Change | None


def require_editor(graph: Graph, actor: User) -> None:
    """Raises Forbidden."""
    if not can_edit_graph(actor, graph):
        raise Forbidden("You may not change graphs.")


def graph_locked(graph: Graph) -> Graph:
    """The graph's row, held until the transaction ends. Raises Conflict for an archived one."""
    locked = Graph.objects.select_for_update().get(pk=graph.pk)
    if locked.archived_at is not None:
        raise Conflict("graph_archived", "The graph is archived. Nothing was changed.")
    return locked


def draft_locked(graph: Graph) -> Draft:
    """The draft that nobody else changes until the transaction ends. Raises Conflict."""
    return draft_of(graph_locked(graph))


def check_version(draft: Draft, base_version: int) -> None:
    """Raises Conflict for a version that the draft has not reached: it is of some other draft."""
    if base_version > draft.version:
        detail = f"The draft is at version {draft.version}. Read it again; nothing was changed."
        raise Conflict("wrong_version", detail, version=draft.version)


def check_same_version(draft: Draft, base_version: int) -> None:
    """Raises Conflict when somebody has changed the draft since `base_version`."""
    check_version(draft, base_version)
    if base_version < draft.version:
        detail = "The draft has changed since you saw it. Look at it again; nothing was changed."
        raise Conflict("wrong_version", detail, version=draft.version)


def change_keep(
    draft: Draft,
    *,
    before: DraftState,
    after: Document,
    diffs: Sequence[GraphDiff],
    words: list[str] | None = None,
    actor: User | None,
    kind: Change.Kind = Change.Kind.EDIT,
    gesture: str = "",
    of: Sequence[int] = (),
    renames: Renames | None = None,
    audited: Mapping[str, Any] | None = None,
) -> Change | None:
    """Store the step from `before`, the draft as it is, to `after`. None when they say the same.

    `words` and `renames` are those of the diffs unless they are given; `audited` goes into the audit.
    Inside a transaction that holds the draft.
    """
    step = step_between(before.layout, after)
    if not step:
        return None
    draft.version += 1
    draft.text, texts = written(after, before.texts)
    if kind is not Change.Kind.EDIT and _is_base(draft, after):
        draft.clean_version = draft.version
    draft.save(force_insert=draft._state.adding)
    done = [diff.to_value() for diff in diffs]
    change = _row(draft, step, done, actor)
    change.kind, change.gesture, change.of = kind, gesture, list(of)
    change.words = kept_words(lines(diffs, before.layout, step.layout) if words is None else words)
    change.save(force_insert=True)
    if verb := VERBS.get(kind):
        detail = {"version": draft.version, "diffs": len(done)}
        audit_record(verb=verb, actor=actor, about=draft.graph, detail=detail | dict(audited or {}))
    if draft.base is None:
        follow_name(draft.graph, after.name)
    layout_follow(draft.graph_id, renames_in(done) if renames is None else renames)
    document_changed(before.document, after)
    keep_state(draft, DraftState(step.layout, texts, len(draft.text.encode())))
    announce(draft.graph_id)
    return change


def announce(graph: int) -> None:
    """Tell everybody who has the graph open, once the transaction is through."""
    transaction.on_commit(lambda: notify.graph_changed(graph))


def json_text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def lines(diffs: Sequence[GraphDiff], before: Layout, after: Layout) -> list[str]:
    """What each diff did, in words. Nodes go by the title they had, new ones by the one they have got."""
    words = Words(before.document, {**after.nodes, **before.nodes})
    return [diff.describe(words) for diff in diffs]


def kept_words(words: list[str]) -> list[str]:
    """Databases hold no NUL character; lists of thousands help nobody."""
    more = len(words) - WORDS_KEPT
    shown = [*words[:WORDS_KEPT], f"And {more} more"] if more > 1 else words
    return [line.replace("\0", "\ufffd") for line in shown]


def warm(graph: Graph) -> None:
    """Have the document at hand before the lock is taken."""
    if not is_at_hand(graph):
        draft_document(draft_of(graph))


def follow_name(graph: Graph, name: str) -> None:
    """A graph that was never published is called as its draft; later its name is the published one."""
    wanted = name[:200].replace("\0", "\ufffd")
    if graph.name != wanted:
        graph.name = wanted
        graph.save(update_fields=["name"])


def _is_base(draft: Draft, document: Document) -> bool:
    """Whether nothing is unpublished any more: what was done has been undone, or the like."""
    return draft.base is not None and identical(document_of(draft.base.graph_hash), document)


def _row(draft: Draft, step: Step, done: list[Any], actor: User | None) -> Change:
    return Change(
        graph_id=draft.graph_id,
        version=draft.version,
        author=actor,
        author_name=name_of(actor)[:LONGEST_NAME],
        diffs=json_text(done),
        inverse=json_text([diff.to_value() for diff in step.inverse]),
        patch=json_text(step.patch),
    )
