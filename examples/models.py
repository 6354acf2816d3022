"""What the example tools leave behind, so that a person (and a test) can count it."""

from __future__ import annotations

from django.db import models


class LedgerEntry(models.Model):
    """One effect of a writing tool. Nothing is unique here on purpose: a repeated effect would show."""

    kind = models.CharField(max_length=60)
    key = models.CharField(max_length=100, db_index=True)
    run = models.BigIntegerField(db_index=True)
    node = models.CharField(max_length=500)
    payload = models.JSONField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("id",)
        verbose_name_plural = "ledger entries"

    def __str__(self) -> str:
        return f"{self.kind} by {self.node} of run {self.run}"


class ArchiveVisit(models.Model):
    """How often the slow archive was asked under one idempotency key."""

    key = models.CharField(max_length=100, unique=True)
    count = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.key}: {self.count}"
