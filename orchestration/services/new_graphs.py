"""Making graphs: blank, as a copy of another, out of a file. Each starts as a draft that nobody published."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction

from orchestration.graph.document import Document, document_text
from orchestration.graph.importers import AnyFormat, Note, import_document
from orchestration.models import Draft, Graph, Layout
from orchestration.models.audit import Verb
from orchestration.selectors.draft_documents import draft_document, draft_of
from orchestration.services.audit import audit_record, audit_refusals
from orchestration.services.permissions import Forbidden, can_edit_graph
from orchestration.services.slugs import NAME_LENGTH, graph_named


@dataclass(frozen=True)
class ImportedDraft:
    """`notes` say, in sentences, in what the graph differs from the file."""

    graph: Graph
    document: Document
    notes: tuple[str, ...]


@audit_refusals(Verb.GRAPH_CREATE)
def graph_create(*, name: str, template: Graph | None = None, actor: User | None) -> Graph:
    """A new graph called `name`: blank, or with a copy of the draft of `template` and its positions.

    An archived graph may be the template. Raises Forbidden.
    """
    _require_editor(actor)
    if template is None:
        return _graph_with_draft(Document(name=name), {}, actor, Verb.GRAPH_CREATE)
    document = draft_document(draft_of(template)).model_copy(update={"name": name})
    layout = Layout.objects.filter(graph=template).first()
    positions = layout.positions if layout else {}
    return _graph_with_draft(document, positions, actor, Verb.GRAPH_CREATE, {"copy_of": template.slug})


def graph_duplicate(*, graph: Graph, name: str, actor: User | None) -> Graph:
    """A new graph called `name` whose draft is a copy of this one's. Raises Forbidden."""
    return graph_create(name=name, template=graph, actor=actor)


@audit_refusals(Verb.GRAPH_IMPORT)
def graph_import_draft(
    *,
    text: str | bytes,
    format: AnyFormat = "auto",
    unnamed: str = "",
    actor: User | None,
) -> ImportedDraft:
    """A file as a new graph, in any format that the importers read.

    A file that gives its graph no name has it called `unnamed`. Raises DocumentInvalid with all problems
    of a file that holds no well-formed graph, Forbidden. What keeps it from running does not matter yet.
    """
    _require_editor(actor)
    imported = import_document(text, format, unnamed=unnamed)
    document = imported.document
    graph = _graph_with_draft(document, {}, actor, Verb.GRAPH_IMPORT, {"draft": True})
    return ImportedDraft(graph, document, tuple(_sentence(note) for note in imported.notes))


def _require_editor(actor: User | None) -> None:
    if actor is not None and not can_edit_graph(actor):
        raise Forbidden("You may not make graphs. Ask an administrator for the group Editor.")


def _graph_with_draft(
    document: Document,
    positions: dict[str, object],
    actor: User | None,
    verb: Verb,
    detail: dict[str, object] | None = None,
) -> Graph:
    with transaction.atomic():
        graph = graph_named(name=document.name, actor=actor)
        Draft.objects.create(graph=graph, text=document_text(document))
        if positions:
            Layout.objects.create(graph=graph, positions=positions, version=1)
        audit_record(verb=verb, actor=actor, about=graph, detail=detail)
    return graph


def _sentence(note: Note) -> str:
    if note.node is None or f"“{note.node}”" in note.message:
        return note.message
    return f"“{note.node}”: {note.message}"


def default_copy_name(name: str) -> str:
    """What a copy is called unless somebody says otherwise."""
    return f"Copy of {name}"[:NAME_LENGTH]
