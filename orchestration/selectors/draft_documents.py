"""The draft of a graph and its document, kept in this process as long as it is in use."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.db import connection, transaction

from orchestration.eventlog import document_of
from orchestration.graph.diff import apply, parse_diffs
from orchestration.graph.diff.difference import Layout
from orchestration.graph.document import Document, parse_document
from orchestration.graph.nodes import Node
from orchestration.models import Change, Draft, Graph

_KEPT = 32
# The time of the graph's making tells graphs apart that had one number, one after the other.
_Key = tuple[int, datetime]


@dataclass(frozen=True, slots=True)
class DraftState:
    """A draft's document with what the next change needs of it, so that it need not look at every node.

    `texts` are those of its nodes and `size` the bytes of its own text, as far as they are known.
    """

    layout: Layout
    texts: Mapping[str, tuple[Node, bytes]] = field(default_factory=dict)
    size: int | None = None

    @property
    def document(self) -> Document:
        return self.layout.document


_states: OrderedDict[_Key, tuple[int, DraftState]] = OrderedDict()
_lock = threading.Lock()


def draft_of(graph: Graph) -> Draft:
    """The graph's draft, its base joined and its text not read. Before the first change there is no row:
    then it is an unsaved one, version 0, of the latest revision.
    """
    found = Draft.objects.select_related("base").defer("text").filter(pk=graph.pk).first()
    if found is not None:
        found.graph = graph
        return found
    return Draft(graph=graph, base=graph.revisions.published().order_by("-number").first())


def draft_document(draft: Draft) -> Document:
    """The document of this version. If the row has moved on meanwhile, `draft` is brought up to date."""
    return draft_state(draft).document


def draft_state(draft: Draft) -> DraftState:
    """The same with what is known of it."""
    if draft._state.adding:
        base = draft.base
        found = Document(name=draft.graph.name) if base is None else document_of(base.graph_hash)
        return DraftState(Layout(found))
    with _lock:
        version, state = _states.get(_key(draft), (None, None))
        if state is not None and version == draft.version:
            _states.move_to_end(_key(draft))
            return state
    draft.refresh_from_db(fields=["version", "text", "base", "clean_version"])
    state = DraftState(Layout(parse_document(draft.text)))
    keep_state(draft, state)
    return state


def is_at_hand(graph: Graph) -> bool:
    """Whether some version of the draft is kept here, most likely the newest."""
    return (graph.pk, graph.created_at) in _states


def document_at(draft: Draft, version: int) -> Document:
    """The document as it was at an earlier version: everything since is undone, the newest change first."""
    document = draft_document(draft)
    if version == draft.version:
        return document
    since = Change.objects.filter(graph_id=draft.graph_id, version__gt=version, version__lte=draft.version)
    for inverse in since.order_by("-version").values_list("inverse", flat=True):
        document = apply(document, parse_diffs(json.loads(inverse)))
    return document


def keep_state(draft: Draft, state: DraftState) -> None:
    """Remember the state of this version, from when it is sure that there is such a version."""
    key, version = _key(draft), draft.version
    if connection.in_atomic_block:
        transaction.on_commit(lambda: _keep(key, version, state))
    else:
        _keep(key, version, state)


def _keep(key: _Key, version: int, state: DraftState) -> None:
    with _lock:
        newest, _ = _states.get(key, (-1, None))
        if newest < version:
            _states[key] = version, state
        _states.move_to_end(key)
        while len(_states) > _KEPT:
            _states.popitem(last=False)


def _key(draft: Draft) -> _Key:
    return draft.graph_id, draft.graph.created_at
