"""Proof of life of the processes that make calls."""

from __future__ import annotations

from django.db import models


class EngineHeartbeat(models.Model):
    """One row a process. `owner` is new at each boot; `at` is its last beat."""

    owner = models.CharField(max_length=200, primary_key=True)
    host = models.CharField(max_length=255)
    pid = models.PositiveBigIntegerField()
    at = models.DateTimeField(db_index=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.owner
