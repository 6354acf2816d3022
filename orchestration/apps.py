"""The Django app that holds graphs, runs and approvals."""

from __future__ import annotations

from importlib import import_module

from django.apps import AppConfig


class OrchestrationConfig(AppConfig):
    name = "orchestration"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the system checks; nothing is started here."""
        import_module("orchestration.checks")
