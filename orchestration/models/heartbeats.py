"""Proof of life of the processes that make calls."""

from __future__ import annotations

from django.db import models


class EngineHeartbeat(models.Model):
    """One row a process. `owner` is new at each boot; `at` is its last beat.

    `tools`: name → {effect, input_schema, output_schema} of the tools that this engine can call. Whoever
    starts a run from another process, with other tools or none, records what the engine knows.
    """

    owner = models.CharField(max_length=200, primary_key=True)
    host = models.CharField(max_length=255)
    pid = models.PositiveBigIntegerField()
    at = models.DateTimeField(db_index=True)
    tools = models.JSONField(default=dict)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.owner
