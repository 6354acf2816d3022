"""Runs over HTTP: list, start, read, and one POST for each verb."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from dashboard.api import examples
from dashboard.api.base import CURSOR, View, answers
from dashboard.api.bodies import EventPage, GraphStructure, NodePage, Reason, RunPage, RunStart, body_of
from dashboard.api.idempotency import HEADER, once
from dashboard.api.parameters import after_of, choice_of, moment_of, several_of
from dashboard.api.structure import structure_of_run
from dashboard.pagination import page_of, part_of
from orchestration.engine.status import TaskStatus
from orchestration.models import Graph, Run
from orchestration.selectors import runs
from orchestration.selectors.previews import shortened_event
from orchestration.selectors.views import NodeDetail, RunSnapshot, RunView
from orchestration.services import runs as services
from orchestration.services.errors import NotFound

FILTERS = [
    OpenApiParameter("status", OpenApiTypes.STR, enum=list(Run.Status.values)),
    OpenApiParameter("graph", OpenApiTypes.STR, description="A graph's slug."),
    OpenApiParameter(
        "q", OpenApiTypes.STR, description="In the graph's name, a label, a person or the number."
    ),
    OpenApiParameter(
        "label",
        OpenApiTypes.STR,
        many=True,
        description="A label's name, or `name=value`. Given several times, a run has them all.",
    ),
    OpenApiParameter("since", OpenApiTypes.DATETIME, description="Made then or later; UTC unless it says."),
    OpenApiParameter("until", OpenApiTypes.DATETIME, description="Made before then."),
]
LABELS_ASKED = 10
NODES_SHOWN = 200
NODE_STATUS = OpenApiParameter("status", OpenApiTypes.STR, enum=[status.value for status in TaskStatus])

AFTER = OpenApiParameter("after", OpenApiTypes.INT, description="The last event that is known; -1 for all.")
EXACT = OpenApiParameter(
    "exact", OpenApiTypes.STR, enum=["on"], description="One event only, with nothing of its payload cut."
)
EVENTS_SHOWN = 1000


def run_of(id: int) -> Run:
    return get_object_or_404(Run.objects.with_context(), pk=id)


class RunListView(View):
    """Runs, newest first; starting one counts once per Idempotency-Key."""

    @extend_schema(
        operation_id="runs_list", parameters=[*FILTERS, CURSOR], responses=answers(RunPage, 400, 403)
    )
    def get(self, request: Request) -> Response:
        rows = runs.filtered(
            status=choice_of(request, "status", Run.Status.values, default=""),
            graph=request.GET.get("graph", ""),
            text=request.GET.get("q", ""),
            labels=several_of(request, "label", most=LABELS_ASKED),
            since=moment_of(request, "since"),
            until=moment_of(request, "until"),
        )
        page = page_of(rows, request.GET.get("cursor"))
        views = [runs.run_view(row) for row in page.rows]
        return Response(RunPage(results=views, next=self.next_page(page.next)))

    @extend_schema(
        operation_id="runs_start",
        parameters=[HEADER],
        request=RunStart,
        examples=examples.RUN_START,
        responses=answers(RunView, 400, 403, 404, 409, 422, 429, status=201),
    )
    def post(self, request: Request) -> HttpResponseBase:
        return once(request, self.user, lambda: self._start(request))

    def _start(self, request: Request) -> Response:
        body = body_of(request, RunStart)
        graph = Graph.objects.filter(slug=body.graph).first()
        if graph is None:
            raise NotFound(f"There is no graph “{body.graph}”.")
        run = services.run_start(
            graph=graph,
            revision=body.revision,
            draft=body.draft,
            node=body.node,
            input=body.input,
            labels=body.labels,
            actor=self.user,
        )
        where = {"Location": reverse("api-run", args=[run.pk])}
        return Response(runs.run_view(run), status=201, headers=where)


class RunDetailView(View):
    """The header alone."""

    @extend_schema(operation_id="runs_read", responses=answers(RunView, 403, 404))
    def get(self, request: Request, id: int) -> Response:
        return Response(runs.run_view(run_of(id)))


class RunSnapshotView(View):
    """Where a page starts; the socket goes on after its `seq`."""

    @extend_schema(operation_id="runs_view", responses=answers(RunSnapshot, 403, 404))
    def get(self, request: Request, id: int) -> Response:
        return Response(runs.snapshot(run_of(id)))


class RunStructureView(View):
    """Nodes and edges of the graph that this run walks, without any status."""

    @extend_schema(operation_id="runs_graph", responses=answers(GraphStructure, 403, 404))
    def get(self, request: Request, id: int) -> Response:
        return Response(structure_of_run(run_of(id)))


class RunNodesView(View):
    """The nodes as they are now, in the graph's order, by pages of 200."""

    @extend_schema(
        operation_id="runs_nodes",
        parameters=[NODE_STATUS, CURSOR],
        responses=answers(NodePage, 400, 403, 404),
    )
    def get(self, request: Request, id: int) -> Response:
        status = choice_of(request, "status", list(TaskStatus), default="")
        nodes = [node for node in runs.snapshot(run_of(id)).nodes if not status or node.status == status]
        shown, cursor = part_of(nodes, request.GET.get("cursor"), size=NODES_SHOWN)
        return Response(NodePage(results=shown, next=self.next_page(cursor)))


class RunNodeView(View):
    """One node with exact values, attempts, calls and its part of the log."""

    @extend_schema(operation_id="runs_node", responses=answers(NodeDetail, 403, 404))
    def get(self, request: Request, id: int, node: str) -> Response:
        detail = runs.node_detail(run_of(id), node)
        if detail is None:
            raise NotFound(f"Run {id} has no node “{node}”.")
        return Response(detail)


class RunEventsView(View):
    """The log in pages of 1,000 events, oldest first; ask again after the last one until none come.

    Long values are cut, and named as such; `exact` reads them.
    """

    @extend_schema(
        operation_id="runs_events", parameters=[AFTER, EXACT], responses=answers(EventPage, 400, 403, 404)
    )
    def get(self, request: Request, id: int) -> Response:
        run = run_of(id)
        exact = choice_of(request, "exact", ["on"], default="") == "on"
        found = runs.events_after(run, after_of(request), limit=1 if exact else EVENTS_SHOWN)
        if not exact:
            found = [shortened_event(event) for event in found]
        return Response(EventPage(events=found, seq=run.seq))


# Subclasses set `verb` to the service that carries it out.
class RunVerbView(View):
    verb: Callable[..., Run]

    @extend_schema(request=Reason, responses=answers(RunView, 400, 403, 404, 409, 422))
    def post(self, request: Request, id: int) -> Response:
        run = type(self).verb(run=run_of(id), actor=self.user, **self.arguments(request))
        return Response(runs.run_view(Run.objects.with_context().get(pk=run.pk)))

    def arguments(self, request: Request) -> dict[str, str]:
        """What the body adds; it may be absent."""
        body_of(request, Reason)
        return {}


class WithReason(RunVerbView):
    def arguments(self, request: Request) -> dict[str, str]:
        return {"reason": body_of(request, Reason).reason}


@extend_schema_view(post=extend_schema(operation_id="runs_pause"))
class RunPauseView(WithReason):
    """Start nothing new until the run is continued; calls under way end."""

    verb = services.run_pause


@extend_schema_view(post=extend_schema(operation_id="runs_continue"))
class RunContinueView(RunVerbView):
    """Go on after a pause."""

    verb = services.run_continue


@extend_schema_view(post=extend_schema(operation_id="runs_cancel"))
class RunCancelView(WithReason):
    """End the run; calls under way are told to stop."""

    verb = services.run_cancel


@extend_schema_view(post=extend_schema(operation_id="runs_retry"))
class RunRetryView(RunVerbView):
    """Drive a stalled run on."""

    verb = services.run_retry
