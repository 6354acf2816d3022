"""Runs and their logs."""

from __future__ import annotations

import json
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.utils import timezone

from orchestration.models.graphs import Graph, Revision, StoredDocument
from orchestration.models.labels import HasLabel

FINISHED = ("completed", "failed", "canceled")


class RunQuerySet(models.QuerySet["Run"]):
    def unfinished(self) -> Self:
        """Runs whose log still accepts events."""
        return self.exclude(status__in=FINISHED)

    def with_context(self) -> Self:
        """Joins what every view of a run names: graph, revision and who started it."""
        return self.select_related("graph", "revision", "started_by")

    def labelled(self, name: str, value: str | None = None) -> Self:
        """Runs with the label `name`, whatever it says or exactly `value`."""
        return self.filter(HasLabel(name, value))


class Run(models.Model):
    """One execution of a revision: the row that lists and badges read.

    The log is the truth; the event log keeps this row in step with it in the same transaction.
    `seq` is the last event's number, -1 before the first. `document` is what the run walks now: its
    revision's, until somebody changes the graph under way. `output` is JSON text, kept exactly.
    """

    class Status(models.TextChoices):
        CREATED = "created"
        RUNNING = "running"
        WAITING = "waiting"
        PAUSED = "paused"
        STALLED = "stalled"
        COMPLETED = "completed"
        FAILED = "failed"
        CANCELED = "canceled"

    graph = models.ForeignKey(Graph, on_delete=models.PROTECT, related_name="runs")
    revision = models.ForeignKey(Revision, on_delete=models.PROTECT, related_name="runs")
    document = models.ForeignKey(
        StoredDocument, on_delete=models.PROTECT, related_name="+", db_column="graph_hash"
    )
    status = models.CharField(max_length=16, choices=Status, default=Status.CREATED)
    seq = models.BigIntegerField(default=-1)
    waiting = models.PositiveIntegerField(default=0)
    counts = models.JSONField(default=dict, blank=True)
    refusal = models.JSONField(null=True, blank=True)
    output = models.TextField(null=True, blank=True)
    labels = models.JSONField(default=dict, blank=True)
    started_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = RunQuerySet.as_manager()

    class Meta:
        default_permissions = ()
        ordering = ("-id",)
        indexes = (models.Index(fields=("status", "-id"), name="run_by_status"),)

    def __str__(self) -> str:
        return f"Run {self.pk}"

    @property
    def finished(self) -> bool:
        return self.status in FINISHED

    @property
    def graph_hash(self) -> str:
        return self.document_id

    @property
    def output_value(self) -> Any:
        """The output as a JSON value; None also before the run completed."""
        return None if self.output is None else json.loads(self.output)


class RunEvent(models.Model):
    """One row of a log, written by the event log alone and never changed.

    `payload` is `events.encode(event)`. `actor_name` is null when the event has no actor; `actor_id`
    is a plain number, because a log outlives the account that acted.
    """

    # (run, seq) is the index that every read uses; a second one on run would only slow the appends.
    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="events", db_index=False)
    seq = models.BigIntegerField()
    kind = models.CharField(max_length=40)
    origin = models.CharField(max_length=8)
    payload = models.TextField()
    at = models.DateTimeField()
    actor_id = models.BigIntegerField(null=True, blank=True, db_column="actor_user")
    actor_name = models.CharField(max_length=200, null=True, blank=True)

    class Meta:
        default_permissions = ()
        ordering = ("run", "seq")
        constraints = (models.UniqueConstraint(fields=("run", "seq"), name="run_event_seq_once"),)

    def __str__(self) -> str:
        return f"{self.run_id}:{self.seq} {self.kind}"


class RunTimer(models.Model):
    """TimerFired(timer, of) is to be submitted to the run at `due` or as soon after as possible."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="timers", db_index=False)
    timer = models.CharField(max_length=16)
    of = models.CharField(max_length=1000)
    due = models.DateTimeField(db_index=True)

    class Meta:
        default_permissions = ()
        constraints = (models.UniqueConstraint(fields=("run", "timer", "of"), name="run_timer_once"),)

    def __str__(self) -> str:
        return f"{self.timer} of {self.of}"


class CallMark(models.Model):
    """A write was started by `owner`; written before the call is made.

    An empty owner means: released, nobody holds the call. The row stays, so that `fence` only grows.
    """

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="marks", db_index=False)
    call = models.CharField(max_length=1000)
    fence = models.PositiveBigIntegerField(default=1)
    owner = models.CharField(max_length=200, blank=True)
    started_at = models.DateTimeField(default=timezone.now)

    class Meta:
        default_permissions = ()
        constraints = (models.UniqueConstraint(fields=("run", "call"), name="call_mark_once"),)

    def __str__(self) -> str:
        return f"{self.call} by {self.owner or 'nobody'} ({self.fence})"
