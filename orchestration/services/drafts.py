"""Changing a graph's shared draft."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from orchestration.graph.diff import DiffError, apply, parse_diffs
from orchestration.models import Graph
from orchestration.models.audit import Verb
from orchestration.selectors.draft_documents import draft_state
from orchestration.services.audit import audit_refusals
from orchestration.services.draft_overtaken import check_not_overtaken
from orchestration.services.draft_refusals import change_refused, check_restored, malformed
from orchestration.services.draft_writing import (
    DraftResult,
    change_keep,
    check_version,
    draft_locked,
    require_editor,
    warm,
)


@audit_refusals(Verb.DRAFT_CHANGE)
def draft_change(
    *,
    graph: Graph,
    base_version: int,
    diffs: list[Any],
    actor: User,
    gesture: str = "",
    guarded: bool = False,
) -> DraftResult:
    """Apply diffs that were made against `base_version` to the draft as it is now; all of them or none.

    Raises Forbidden; Refused for diffs that do not fit what their author saw; Conflict for those that no
    longer fit, for a version that is none, and for an archived graph; if `guarded`, also for those that would
    set a field which somebody else has changed since (``field_changed``).
    """
    require_editor(graph, actor)
    try:
        parsed = parse_diffs(diffs)
    except DiffError as error:
        raise malformed(error) from None
    warm(graph)
    with transaction.atomic():
        draft = draft_locked(graph)
        check_version(draft, base_version)
        check_restored(parsed, draft, base_version, actor)
        before = draft_state(draft)
        if guarded:
            check_not_overtaken(parsed, draft, before.layout, base_version, actor)
        try:
            after = apply(before.document, parsed, size=before.size)
        except DiffError as error:
            raise change_refused(error, draft, base_version, actor) from None
        change = change_keep(
            draft,
            before=before,
            after=after,
            diffs=parsed,
            actor=actor,
            gesture=gesture,
        )
    return DraftResult(draft.graph, draft.version, after if change else before.document, base_version, change)
