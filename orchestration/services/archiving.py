"""Taking graphs out of use, and back."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from orchestration.models import Graph
from orchestration.models.audit import Verb
from orchestration.services.audit import audit_record, audit_refusals
from orchestration.services.draft_writing import announce
from orchestration.services.errors import Conflict
from orchestration.services.permissions import Forbidden, can_edit_graph


@audit_refusals(Verb.GRAPH_ARCHIVE)
def graph_archive(*, graph: Graph, actor: User | None) -> Graph:
    """Out of the lists: nobody edits it or starts it any more. Runs under way go on; nothing is lost.

    Raises Forbidden, Conflict.
    """
    _require_editor(graph, actor)
    changed = Graph.objects.active().filter(pk=graph.pk)
    with transaction.atomic():
        if not changed.update(archived_at=timezone.now(), archived_by=actor):
            raise Conflict("graph_archived", f"“{graph.name}” is archived already.")
        audit_record(verb=Verb.GRAPH_ARCHIVE, actor=actor, about=graph)
    return _told(graph)


@audit_refusals(Verb.GRAPH_UNARCHIVE)
def graph_unarchive(*, graph: Graph, actor: User | None) -> Graph:
    """Back into the lists, as it was. Raises Forbidden, Conflict."""
    _require_editor(graph, actor)
    with transaction.atomic():
        if not Graph.objects.archived().filter(pk=graph.pk).update(archived_at=None, archived_by=None):
            raise Conflict("not_archived", f"“{graph.name}” is not archived.")
        audit_record(verb=Verb.GRAPH_UNARCHIVE, actor=actor, about=graph)
    return _told(graph)


def _require_editor(graph: Graph, actor: User | None) -> None:
    if actor is not None and not can_edit_graph(actor, graph):
        raise Forbidden("You may not archive graphs. Ask an administrator for the group Editor.")


def _told(graph: Graph) -> Graph:
    """The row as it is now; whoever has the graph open hears of it."""
    announce(graph.pk)
    graph.refresh_from_db()
    return graph
