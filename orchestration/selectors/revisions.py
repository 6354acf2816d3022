"""A graph's revisions, for the history and the API."""

from __future__ import annotations

import json
from collections.abc import Sequence

from orchestration.eventlog import document_of
from orchestration.graph.document import Document, document_text
from orchestration.models import Graph, Revision
from orchestration.models.graphs import RevisionQuerySet
from orchestration.selectors.briefs import briefs_of
from orchestration.selectors.draft_documents import draft_document, draft_of
from orchestration.selectors.draft_views import PersonView, RevisionDetail, RevisionView
from orchestration.selectors.graphs import GraphLine
from orchestration.selectors.people import name_of

DRAFT = "draft"
STATES_SHOWN = 500
_LONGEST = 10


def published_of(graph: Graph) -> RevisionQuerySet:
    """What was published of this graph, newest first, with its authors."""
    return graph.revisions.published().select_related("author").order_by("-number")


def revision_of(graph: Graph, number: int) -> Revision | None:
    return published_of(graph).filter(number=number).first() if 0 < number < 2**31 else None


def revision_views(rows: Sequence[Revision]) -> list[RevisionView]:
    """The same rows for reading, in their order. Only published ones have a view."""
    briefs = briefs_of(row.graph_hash for row in rows)
    return [
        RevisionView(
            number=row.number or 0,
            message=row.message,
            author=PersonView(id=row.author_id, name=name_of(row.author)),
            published_at=row.created_at,
            graph_hash=row.graph_hash,
            node_count=briefs[row.graph_hash].node_count,
        )
        for row in rows
    ]


def revision_detail(row: Revision) -> RevisionDetail:
    """With the document, its keys in their author's order."""
    (view,) = revision_views([row])
    return RevisionDetail(**view.model_dump(), document=json.loads(row.document.text))


def state_document(graph: Graph, state: str) -> Document | None:
    """The document of revision `state`, or of the ``draft``; None for what is neither."""
    if state == DRAFT:
        return draft_document(draft_of(graph))
    row = revision_of(graph, number) if (number := _number(state)) is not None else None
    return None if row is None else document_of(row.graph_hash)


def states_of(graph: Graph) -> list[str]:
    """All that can be compared, the newest first: the draft, then the numbers of the last revisions."""
    numbers = published_of(graph).values_list("number", flat=True)[:STATES_SHOWN]
    return [DRAFT, *(str(number) for number in numbers)]


def state_text(graph: Graph, state: str) -> str | None:
    """The same as JSON text, its keys in their author's order."""
    if state == DRAFT:
        return document_text(draft_document(draft_of(graph)))
    row = revision_of(graph, number) if (number := _number(state)) is not None else None
    return None if row is None else row.document.text


def current_document(line: GraphLine) -> Document:
    """The latest revision's, else the draft's."""
    if line.revision is not None:
        return document_of(line.revision.graph_hash)
    return draft_document(draft_of(line.graph))


def _number(text: str) -> int | None:
    plain = text.isascii() and text.isdigit() and len(text) <= _LONGEST
    return int(text) if plain and text == str(int(text)) else None
