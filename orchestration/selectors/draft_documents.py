"""The draft of a graph and its parsed document, kept in this process as long as it is in use."""

from __future__ import annotations

import threading
from collections import OrderedDict
from datetime import datetime

from django.db import connection, transaction

from orchestration.eventlog import document_of
from orchestration.graph.document import Document, parse_document
from orchestration.models import Draft, Graph

_KEPT = 32
# The time of the graph's making tells graphs apart that had one number, one after the other.
_Key = tuple[int, datetime, int]

_documents: OrderedDict[_Key, Document] = OrderedDict()
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
    if draft._state.adding:
        if draft.base is not None:
            return document_of(draft.base.graph_hash)
        return Document(name=draft.graph.name)
    with _lock:
        found = _documents.get(_key(draft))
        if found is not None:
            _documents.move_to_end(_key(draft))
            return found
    draft.refresh_from_db(fields=["version", "text", "base", "clean_version"])
    document = parse_document(draft.text)
    keep_document(draft, document)
    return document


def keep_document(draft: Draft, document: Document) -> None:
    """Remember the document of this version, from when it is sure that there is such a version."""
    key = _key(draft)
    if connection.in_atomic_block:
        transaction.on_commit(lambda: _keep(key, document))
    else:
        _keep(key, document)


def _keep(key: _Key, document: Document) -> None:
    with _lock:
        _documents[key] = document
        _documents.move_to_end(key)
        while len(_documents) > _KEPT:
            _documents.popitem(last=False)


def _key(draft: Draft) -> _Key:
    return draft.graph_id, draft.graph.created_at, draft.version
