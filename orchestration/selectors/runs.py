"""Runs for lists and pages."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

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


def filtered(
    *,
    status: str = "",
    graph: str = "",
    text: str = "",
    labels: Sequence[str] = (),
    since: datetime | None = None,
    until: datetime | None = None,
) -> RunQuerySet:
    """Runs, newest first. `graph` is a slug; `text` looks in graph names, labels, people and numbers.

    Each of `labels` is a name or ``name=value``; a run has them all. `since` counts, `until` does not.
    An unknown status or graph finds nothing.
    """
    rows = Run.objects.with_context().order_by("-id")
    if any("\0" in asked for asked in (graph, *labels)):
        return rows.none()  # no database keeps such text, and PostgreSQL takes no question about it
    if status:
        rows = rows.filter(status=status)
    if graph:
        rows = rows.filter(graph__slug=graph)
    for label in labels:
        name, equals, value = label.partition("=")
        rows = rows.labelled(name, value if equals else None)
    if since is not None:
        rows = rows.filter(created_at__gte=since)
    if until is not None:
        rows = rows.filter(created_at__lt=until)
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
