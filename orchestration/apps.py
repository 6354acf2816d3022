"""The Django app that holds graphs, runs and approvals."""

from __future__ import annotations

from django.apps import AppConfig


class OrchestrationConfig(AppConfig):
    name = "orchestration"
    default_auto_field = "django.db.models.BigAutoField"
