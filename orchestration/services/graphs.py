"""Bringing graphs in."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.text import slugify

from orchestration.graph.canonical import graph_hash
from orchestration.graph.document import Document, document_text
from orchestration.graph.importers import AnyFormat, Note, import_document
from orchestration.graph.problems import DocumentInvalid, Problem
from orchestration.graph.validation import catalog_of, validate
from orchestration.models import Graph, Revision, StoredDocument
from orchestration.models.audit import Verb
from orchestration.selectors.draft_documents import draft_of
from orchestration.services.audit import audit_record, audit_refusals
from orchestration.services.catalog import tools_known
from orchestration.services.draft_replacing import draft_follow
from orchestration.services.errors import Conflict, NotASlug
from orchestration.services.permissions import Forbidden, can_edit_graph, can_publish_graph
from orchestration.services.slugs import NAME_LENGTH, SLUG_LENGTH, graph_named, slug_of


@dataclass(frozen=True)
class ImportNote:
    """What the import found worth saying; nothing that stops it. `node` is an id in the document.

    `code` is a NoteCode for what differs from the file, a ProblemCode for what is not registered here.
    """

    code: str
    node: str | None
    message: str


@dataclass(frozen=True)
class ImportResult:
    """`created` is False when the graph already had this very document as its latest revision."""

    slug: str
    revision: int
    graph_hash: str
    notes: tuple[ImportNote, ...]
    created: bool


@audit_refusals(Verb.GRAPH_IMPORT)
def graph_import(
    *,
    text: str | bytes,
    format: AnyFormat = "auto",
    name: str | None = None,
    unnamed: str = "",
    actor: User | None,
) -> ImportResult:
    """Publish a document as a new graph, or as the next revision of the graph whose slug is `name`.

    `text` may be in any format that the importers read. Without `name` the graph is the one that was made
    from a document of the same name, else a new one whose slug is made from that name; a file that gives
    its graph no name has it called `unnamed`. An `actor` of None is the command line. Raises
    DocumentInvalid with all problems of a document that cannot run, NotASlug, Forbidden, and Conflict when
    the graph is archived; without `name` an archived one is passed over.
    """
    if actor is not None and not (can_edit_graph(actor) and can_publish_graph(actor)):
        raise Forbidden("You may not publish graphs.")
    if name is not None and (slugify(name) != name or not 0 < len(name) <= SLUG_LENGTH):
        raise NotASlug(name)
    imported = import_document(text, format, unnamed=unnamed)
    document = imported.document
    problems = validate(document, catalog_of(tools_known()))
    if any(problem.level != "environment" for problem in problems):
        raise DocumentInvalid([problem for problem in problems if problem.level != "environment"])
    found: tuple[Note | Problem, ...] = (*imported.notes, *problems)
    notes = tuple(ImportNote(each.code, each.node, each.message) for each in found)
    with transaction.atomic():
        stored = document_store(document=document)
        graph = _graph_named(name, document, actor)
        if graph.archived_at is not None:
            raise Conflict("graph_archived", f"“{graph.name}” is archived. Nothing was published.")
        latest = graph.revisions.published().order_by("-number").first()
        latest_number = 0 if latest is None or latest.number is None else latest.number
        if latest is not None and latest.document_id == stored.graph_hash:
            return ImportResult(graph.slug, latest_number, stored.graph_hash, notes, created=False)
        number = latest_number + 1
        draft = draft_of(graph)
        revision = Revision.objects.create(
            graph=graph, number=number, document=stored, author=actor, message="Imported"
        )
        draft_follow(draft, revision, document, actor)
        if graph.name != document.name:
            graph.name = document.name[:NAME_LENGTH]
            graph.save(update_fields=["name"])
        audit_record(
            verb=Verb.GRAPH_IMPORT,
            actor=actor,
            about=graph,
            graph_hash=stored.graph_hash,
            detail={"revision": number},
        )
    return ImportResult(graph.slug, number, stored.graph_hash, notes, created=True)


def document_store(*, document: Document) -> StoredDocument:
    """Keep a document under its hash; the same one twice is one row.

    The text keeps the author's order of keys, because forms show fields in the order of their schema.
    The hash does not depend on it, so of two orders of one document the first is kept.
    """
    text = document_text(document)
    stored, _ = StoredDocument.objects.get_or_create(graph_hash=graph_hash(document), defaults={"text": text})
    return stored


def _graph_named(name: str | None, document: Document, actor: User | None) -> Graph:
    """The graph to publish to, its row locked where the database can."""
    if name is not None:
        found = Graph.objects.select_for_update().filter(slug=name).first()
        return found or Graph.objects.create(slug=name, name=document.name[:NAME_LENGTH], created_by=actor)
    slug = slug_of(document.name)
    # Two names may make one slug; then the second graph has a number behind it, and keeps it.
    alike = (
        Graph.objects.active()
        .select_for_update()
        .filter(name=document.name[:NAME_LENGTH], slug__regex=rf"^{slug}(-[0-9]+)?$")
    )
    return alike.order_by("pk").first() or graph_named(name=document.name, actor=actor)
