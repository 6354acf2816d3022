"""Copies of nodes put into a draft."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from orchestration.engine.errors import Violation
from orchestration.graph.diff import DiffError, apply
from orchestration.graph.diff.add_remove import AddNode
from orchestration.graph.diff.contents import walk
from orchestration.graph.diff.errors import DiffCode, Refusal
from orchestration.graph.diff.words import listed, title
from orchestration.graph.document import Document
from orchestration.graph.paste import paste_diffs
from orchestration.graph.problems import DocumentInvalid
from orchestration.models import Graph
from orchestration.models.audit import Verb
from orchestration.selectors.draft_documents import draft_state
from orchestration.services.audit import audit_refusals
from orchestration.services.draft_refusals import change_refused
from orchestration.services.draft_writing import (
    DraftResult,
    change_keep,
    check_version,
    draft_locked,
    require_editor,
    warm,
)
from orchestration.services.errors import Refused


@audit_refusals(Verb.DRAFT_CHANGE)
def draft_paste(
    *,
    graph: Graph,
    base_version: int,
    nodes: list[Any],
    team: str | None = None,
    keep_needs: bool = False,
    gesture: str = "",
    actor: User,
) -> DraftResult:
    """Add copies of `nodes`, JSON of this or another graph, to the draft as it is now; all or none.

    Raises Forbidden; Refused for what is no node or does not fit; Conflict for a version that is none, for
    a team that somebody has removed, and for an archived graph.
    """
    require_editor(graph, actor)
    warm(graph)
    with transaction.atomic():
        draft = draft_locked(graph)
        check_version(draft, base_version)
        before = draft_state(draft)
        diffs = _diffs(before.document, nodes, team, keep_needs)
        try:
            after = apply(before.document, diffs, size=before.size)
        except DiffError as error:
            if base_version == draft.version:
                raise Refused(error.code.value, error.message) from None
            raise change_refused(error, draft, base_version, actor) from None
        change = change_keep(
            draft,
            before=before,
            after=after,
            diffs=diffs,
            words=[_words(diffs, after)],
            actor=actor,
            gesture=gesture,
        )
    return DraftResult(draft.graph, draft.version, after if change else before.document, base_version, change)


def _diffs(document: Document, nodes: list[Any], team: str | None, keep_needs: bool) -> list[AddNode]:
    """Raises Refused, with the places in `nodes`."""
    try:
        return paste_diffs(document, nodes, team=team, keep_needs=keep_needs)
    except DocumentInvalid as invalid:
        places = [Violation(problem.path, problem.message) for problem in invalid.problems]
        detail = f"This cannot be pasted: {invalid.problems[0].message}"
        raise Refused(DiffCode.INVALID_NODE.value, detail, places) from None
    except Refusal as refusal:
        raise Refused(refusal.code.value, refusal.message) from None


def _words(diffs: Sequence[AddNode], after: Document) -> str:
    """In the order in which the copies stand, not in which they were added."""
    ids = {diff.node.id for diff in diffs}
    return f"Pasted {listed([title(node) for node, _, _ in walk(after.nodes) if node.id in ids])}"
