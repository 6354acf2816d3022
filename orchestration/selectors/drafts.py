"""A draft and its changes, for an editor."""

from __future__ import annotations

import json
from typing import Any

from django.contrib.auth.models import User

from orchestration.graph.document import Document
from orchestration.graph.patching import flat_nodes, graph_fields
from orchestration.models import Change, Draft, Graph
from orchestration.selectors.draft_documents import draft_of, draft_state
from orchestration.selectors.draft_problems import draft_problems
from orchestration.selectors.draft_steps import redo_words, undo_words
from orchestration.selectors.draft_views import (
    ChangeLine,
    ChangePage,
    ChangeResult,
    ChangeView,
    DraftView,
    MayDo,
    Patch,
    PersonView,
    PlacedNode,
)
from orchestration.selectors.layouts import layout_view
from orchestration.selectors.people import NOBODY, person_view

LINES_SHOWN = 500
# With more changes to catch up with, reading the whole draft is shorter.
CHANGES_SENT = 200


def draft_view(graph: Graph, user: User, may: MayDo) -> DraftView:
    draft = draft_of(graph)
    state = draft_state(draft)
    document = state.document
    latest = graph.revisions.published().order_by("-number").values_list("number", flat=True).first()
    return DraftView(
        slug=graph.slug,
        name=graph.name,
        version=draft.version,
        graph=graph_fields(document),
        nodes=[PlacedNode.model_construct(**placed) for placed in flat_nodes(document)],
        problems=draft_problems(document),
        layout=layout_view(graph, state.layout.home),
        base_revision=None if draft.base is None else draft.base.number,
        latest_revision=latest,
        archived=graph.archived_at is not None,
        changes=unpublished(draft),
        undo=undo_words(graph, user),
        redo=redo_words(graph, user),
        may=may,
        me=person_view(user),
    )


def unpublished(draft: Draft) -> list[ChangeLine]:
    """The changes since the draft was what is published, the last 500 of them, oldest first."""
    rows = Change.objects.filter(graph_id=draft.graph_id, version__gt=draft.clean_version)
    newest = rows.order_by("-version").defer("diffs", "inverse", "patch")[:LINES_SHOWN]
    return [change_line(change) for change in reversed(newest)]


def change_page(graph: Graph, after: int) -> ChangePage:
    """At most 200 changes, the first after version `after`."""
    version = draft_of(graph).version
    return ChangePage(changes=changes_after(graph, after, version), version=version)


def changes_after(graph: Graph, after: int, to: int) -> list[ChangeView]:
    """The changes `after` + 1 to `to`, at most the first 200 of them."""
    rows = Change.objects.filter(graph=graph, version__gt=after, version__lte=to).order_by("version")
    return [change_view(change) for change in rows.defer("diffs", "inverse")[:CHANGES_SENT]]


def change_result(
    graph: Graph, user: User, *, version: int, document: Document, since: int, made: Change | None
) -> ChangeResult:
    """The answer to who was at version `since` and has brought the draft to `version` by `made`."""
    reset = version - since > CHANGES_SENT
    # Most often the change made is all there is.
    alone = made is not None and version - since == 1
    between = [] if reset or alone else changes_after(graph, since, version)
    return ChangeResult(
        version=version,
        changes=[change_view(made)] if made is not None and alone else between,
        inverse=[] if made is None else json.loads(made.inverse),
        problems=draft_problems(document),
        undo=undo_words(graph, user),
        redo=redo_words(graph, user),
        reset=reset,
    )


def change_line(change: Change) -> ChangeLine:
    return ChangeLine(**_line(change))


def change_view(change: Change) -> ChangeView:
    return ChangeView(**_line(change), patch=Patch.model_validate_json(change.patch))


def _line(change: Change) -> dict[str, Any]:
    return {
        "version": change.version,
        "kind": change.kind,
        "author": PersonView(id=change.author_id, name=change.author_name or NOBODY),
        "at": change.at,
        "words": change.words,
        "gesture": change.gesture,
        "undone": bool(change.undone_by),
        "of": change.of,
    }
