"""Numbers for Prometheus. Every label has few values: names of routes, never addresses or ids."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import DatabaseError
from django.db.models import Count, F, Sum
from django.http import HttpRequest
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from orchestration import runtime
from orchestration.backends.embedded import EmbeddedEngine
from orchestration.models import Approval, Draft, Run

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

REGISTRY = CollectorRegistry()
REQUESTS = Counter(
    "trackside_requests",
    "Requests answered by this process.",
    ("view", "method", "status"),
    registry=REGISTRY,
)
SECONDS = Histogram(
    "trackside_request_seconds",
    "How long answers took.",
    ("view",),
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
    registry=REGISTRY,
)
SOCKETS = Gauge("trackside_open_sockets", "Websockets open in this process.", ("socket",), registry=REGISTRY)


class Stored(Collector):
    """What the database and the engine say at the moment of asking."""

    def collect(self) -> Iterator[Metric]:
        """Also while the database is away: then without what only it knows."""
        try:
            stored = list(_stored())
        except DatabaseError:
            stored = []
        yield GaugeMetricFamily("trackside_database_up", "Whether the database answered.", bool(stored))
        yield from stored
        yield from _engine()

    def describe(self) -> list[Metric]:
        """Nothing: to ask the database when this module is imported would be too early."""
        return []


REGISTRY.register(Stored())


def page() -> bytes:
    """All of it, as text."""
    return generate_latest(REGISTRY)


def route_of(request: HttpRequest) -> str:
    """The name of the view that a request came to; few words, whatever the address was."""
    match = request.resolver_match
    if match is None:
        return "none"
    if match.namespace:
        return match.namespace
    return match.url_name or "unnamed"


def request_counted(request: HttpRequest, status: int, seconds: float) -> None:
    route = route_of(request)
    method = request.method if request.method in METHODS else "other"
    REQUESTS.labels(route, method, status).inc()
    SECONDS.labels(route).observe(seconds)


def _stored() -> Iterator[Metric]:
    runs = GaugeMetricFamily("trackside_runs", "Runs by status.", labels=("status",))
    counts = dict(Run.objects.order_by().values_list("status").annotate(Count("pk")))
    for status in Run.Status.values:
        runs.add_metric((status,), counts.get(status, 0))
    yield runs
    events = Run.objects.aggregate(all=Sum(F("seq") + 1))["all"] or 0
    yield CounterMetricFamily("trackside_events_appended", "Events in all logs.", events)
    approvals = Approval.objects.open().count()
    yield GaugeMetricFamily("trackside_approvals_open", "Approvals that wait for people.", approvals)
    waiting = Draft.objects.aggregate(all=Sum(F("version") - F("clean_version")))["all"] or 0
    yield GaugeMetricFamily("trackside_draft_changes", "Changes of drafts not published yet.", waiting)


def _engine() -> Iterator[Metric]:
    engine = runtime.backend()
    here = isinstance(engine, EmbeddedEngine)
    yield GaugeMetricFamily("trackside_engine_running", "Whether the engine runs in this process.", here)
    if not isinstance(engine, EmbeddedEngine):
        return
    load = engine.load()
    yield GaugeMetricFamily("trackside_calls_in_flight", "Calls that tools work on.", load.running)
    yield GaugeMetricFamily("trackside_calls_waiting", "Calls that wait for a thread.", load.waiting)
    yield GaugeMetricFamily("trackside_events_waiting", "Results that are not recorded yet.", load.unrecorded)
