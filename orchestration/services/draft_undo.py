"""Undo and redo: a person's own steps, kept on the server."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from orchestration.graph.diff import DiffCode, DiffError, apply, parse_diffs
from orchestration.graph.diff.words import field_words
from orchestration.graph.document import Document
from orchestration.graph.patching import graph_fields
from orchestration.models import Change, Draft, Graph
from orchestration.models.audit import Verb
from orchestration.selectors.draft_documents import draft_state
from orchestration.selectors.draft_steps import redo_step, undo_step, words_of
from orchestration.services.audit import audit_refusals
from orchestration.services.draft_refusals import explained
from orchestration.services.draft_writing import (
    DraftResult,
    change_keep,
    draft_locked,
    require_editor,
    warm,
)
from orchestration.services.errors import Conflict
from orchestration.services.layout_following import Renames, backwards, renames_in

# `Change.undone_by` of a step that its author gave up on.
GIVEN_UP = 0


@dataclass(frozen=True)
class _Taking:
    """Changes to take back, newest first, as one change of this kind with these words."""

    changes: Sequence[Change]
    kind: Change.Kind
    words: list[str]
    renames: Renames

    @property
    def versions(self) -> list[int]:
        return [change.version for change in self.changes]


@audit_refusals(Verb.DRAFT_UNDO)
def draft_undo(*, graph: Graph, actor: User, pass_over: int | None = None) -> DraftResult:
    """Take back the actor's last step that still stands, if it still can be.

    `pass_over` first gives up on that step, named by its newest version. Raises Forbidden; Conflict, then
    nothing is changed: with the code of the diff that does not fit any more and the step's version, else
    ``nothing_to_undo``, ``wrong_version``, ``graph_archived``.
    """
    require_editor(graph, actor)
    warm(graph)
    if pass_over is not None:
        _give_up(graph, [change.version for change in undo_step(graph, actor)], pass_over)
    with transaction.atomic():
        draft = draft_locked(graph)
        step = undo_step(graph, actor)
        if not step:
            raise Conflict("nothing_to_undo", "There is nothing of yours to undo.")
        words = [f"Undid: {line}" for line in step[0].words]
        renames = [pair for change in step for pair in backwards(renames_in(json.loads(change.diffs)))]
        return _take_back(draft, _Taking(step, Change.Kind.UNDO, words, renames), actor)


@audit_refusals(Verb.DRAFT_REDO)
def draft_redo(*, graph: Graph, actor: User, pass_over: int | None = None) -> DraftResult:
    """Do again what the actor's last undo took back. Raises as `draft_undo`, ``nothing_to_redo``."""
    require_editor(graph, actor)
    warm(graph)
    if pass_over is not None:
        undo = redo_step(graph, actor)
        _give_up(graph, [] if undo is None else [undo.version], pass_over)
    with transaction.atomic():
        draft = draft_locked(graph)
        undo = redo_step(graph, actor)
        if undo is None:
            raise Conflict("nothing_to_redo", "There is nothing of yours to do again.")
        undone = Change.objects.filter(graph=graph, version__in=undo.of).order_by("version")
        words = [f"Did again: {line}" for line in words_of(graph, undo.of)]
        renames = [pair for change in undone for pair in renames_in(json.loads(change.diffs))]
        result = _take_back(draft, _Taking([undo], Change.Kind.REDO, words, renames), actor)
        undone.update(undone_by=None)
        return result


def _give_up(graph: Graph, step: Sequence[int], version: int) -> None:
    """Raises Conflict when that is not the next step any more."""
    if not step or step[0] != version:
        raise Conflict("wrong_version", "That is not the next step any more. Nothing was changed.")
    Change.objects.filter(graph=graph, version__in=step).update(undone_by=GIVEN_UP)


def _take_back(draft: Draft, taking: _Taking, actor: User) -> DraftResult:
    """Apply the inverses as one change. Raises Conflict."""
    since, before = draft.version, draft_state(draft)
    inverses = [json.loads(change.inverse) for change in taking.changes]
    parsed = parse_diffs([diff for inverse in inverses for diff in inverse])
    try:
        _check_graph_fields(taking.changes, inverses, before.document)
        after = apply(before.document, parsed, size=before.size)
    except DiffError as error:
        detail = explained(error, draft, taking.versions[-1], actor, but=taking.versions)
        raise Conflict(error.code.value, detail, version=taking.versions[0]) from None
    change = change_keep(
        draft,
        before=before,
        after=after,
        diffs=parsed,
        words=taking.words,
        actor=actor,
        kind=taking.kind,
        of=taking.versions,
        renames=taking.renames,
    )
    done_by = GIVEN_UP if change is None else change.version
    Change.objects.filter(graph_id=draft.graph_id, version__in=taking.versions).update(undone_by=done_by)
    return DraftResult(draft.graph, draft.version, after if change else before.document, since, change)


def _check_graph_fields(step: Sequence[Change], inverses: Sequence[list[Any]], before: Document) -> None:
    """Like `expected` of a restore, for the graph's own fields. Raises DiffError where they are not as the
    step left them.
    """
    now = graph_fields(before)
    for change, inverse in zip(step, inverses, strict=True):
        left = json.loads(change.patch)["graph"] or {}
        for diff in inverse:
            if diff["op"] != "set_graph":
                continue
            fields = {**diff.get("set", {}), **dict.fromkeys(diff.get("unset", ()))}
            for name, value in fields.items():
                if now.get(name) != left.get(name):
                    message = f"The {field_words([name])} of the graph has been changed since."
                    raise DiffError(DiffCode.NODE_CHANGED, 0, None, message)
                now[name] = value
