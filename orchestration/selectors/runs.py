"""Runs for lists and pages."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, TextField
from django.db.models.functions import Cast

from orchestration.eventlog import DjangoEventLog, topology_of
from orchestration.models import Approval, Graph, Run
from orchestration.models.graphs import GraphQuerySet
from orchestration.models.runs import RunQuerySet
from orchestration.selectors.headers import header, summary_of
from orchestration.selectors.project import RunProjection
from orchestration.selectors.sentences import event_view
from orchestration.selectors.titles import Titles
from orchestration.selectors.views import EventView, NodeDetail, RunSnapshot, RunView


def filtered(*, status: str = "", graph: str = "", text: str = "") -> RunQuerySet:
    """Runs, newest first. `graph` is a slug; `text` looks in graph names, labels, people and numbers.

    An unknown status or graph finds nothing.
    """
    rows = Run.objects.with_context().order_by("-id")
    if status:
        rows = rows.filter(status=status)
    if graph:
        rows = rows.filter(graph__slug=graph)
    words = text.replace("\0", "").strip()
    if words:
        found = Q(graph__name__icontains=words) | Q(started_by__username__icontains=words)
        found |= Q(labels_text__icontains=words)
        number = words.lstrip("#")
        if number.isascii() and number.isdigit() and len(number) < 19:
            found |= Q(pk=int(number))
        rows = rows.alias(labels_text=Cast("labels", TextField())).filter(found)
    return rows


def graphs_with_runs(chosen: str = "") -> GraphQuerySet:
    """What runs can be filtered by, in order of names: graphs that were ever started, and `chosen`."""
    started = Exists(Run.objects.filter(graph=OuterRef("pk")))
    return Graph.objects.filter(started | Q(slug=chosen)).order_by("name")


def run_view(row: Run) -> RunView:
    """The header from the row alone, for lists."""
    return header(row, summary_of(row))


def projection(row: Run) -> RunProjection:
    """The run's log folded to its end."""
    projected = RunProjection(row)
    projected.catch_up()
    return projected


def snapshot(row: Run) -> RunSnapshot:
    """Where a page starts."""
    return projection(row).snapshot()


def node_detail(row: Run, path: str) -> NodeDetail | None:
    """The panel of one node; None when the graph has no such node."""
    projected = RunProjection(row)
    envelopes, _ = projected.catch_up()
    try:
        return projected.node_detail(path, envelopes)
    except KeyError:
        return None


def events_after(row: Run, after: int, *, limit: int | None = None) -> list[EventView]:
    """The events with seq > `after`, at most `limit` of them, in words."""
    envelopes = DjangoEventLog().read(row.pk, after, limit)
    suspended = dict(Approval.objects.filter(run_id=row.pk).values_list("suspension", "node"))
    titles = Titles(topology_of(row.revision.graph_hash))
    return [
        event_view(envelope, titles, lambda suspension: suspended.get(suspension) or None)
        for envelope in envelopes
    ]
