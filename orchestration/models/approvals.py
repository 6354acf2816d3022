"""The open requests of gates and of other suspensions, and how they ended."""

from __future__ import annotations

import json
from typing import Any, Self

from django.db import models
from django.utils import timezone

from orchestration.models.runs import Run


class ApprovalQuerySet(models.QuerySet["Approval"]):
    def open(self) -> Self:
        return self.filter(status=Approval.Status.OPEN)

    def decided(self) -> Self:
        """Everything that is not open any more, however it ended."""
        return self.exclude(status=Approval.Status.OPEN)

    def with_context(self) -> Self:
        """Joins what every view of an approval names."""
        return self.select_related("run__graph", "run__revision", "run__started_by")


class Approval(models.Model):
    """One suspension of a run as people see it.

    Who may decide is copied from the node when it opens, so that a later change of the graph never
    changes a question that is already asked. `version` grows with every decision and with the outcome;
    a form sends back the version that it showed. `voices` holds the ids of the users whose approval
    counts at the moment.
    """

    class Status(models.TextChoices):
        OPEN = "open"
        APPROVED = "approved"
        REJECTED = "rejected"
        EXPIRED = "expired"
        CLOSED = "closed"

    class Cause(models.TextChoices):
        GATE = "gate"
        ASK = "ask"
        BUDGET = "budget"
        RECONCILE = "reconcile"

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="approvals", db_index=False)
    suspension = models.CharField(max_length=1000)
    node = models.CharField(max_length=1000, blank=True, default="")
    cause = models.CharField(max_length=16, choices=Cause)
    prompt = models.TextField(blank=True, default="")
    approval_schema = models.TextField(default="null")
    assignees = models.JSONField(default=list, blank=True)
    groups = models.JSONField(default=list, blank=True)
    required = models.PositiveIntegerField(default=1)
    allow_self_approval = models.BooleanField(default=True)
    voices = models.JSONField(default=list, blank=True)
    status = models.CharField(max_length=16, choices=Status, default=Status.OPEN)
    version = models.PositiveIntegerField(default=1)
    due = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.CharField(max_length=200, blank=True, default="")

    objects = ApprovalQuerySet.as_manager()

    class Meta:
        default_permissions = ()
        ordering = ("-id",)
        constraints = (models.UniqueConstraint(fields=("run", "suspension"), name="approval_once"),)
        indexes = (models.Index(fields=("status", "-id"), name="approval_by_status"),)

    def __str__(self) -> str:
        return f"{self.get_cause_display()} at {self.node or 'the run'} of run {self.run_id}"

    @property
    def is_open(self) -> bool:
        return self.status == self.Status.OPEN

    @property
    def schema(self) -> Any:
        """The approval schema as a JSON value; None means that any answer will do."""
        return json.loads(self.approval_schema)
