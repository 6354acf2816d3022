"""The Django app of the web face: pages, API, live updates."""

from __future__ import annotations

from importlib import import_module

from django.apps import AppConfig


class DashboardConfig(AppConfig):
    name = "dashboard"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen to who signs in and out."""
        import_module("dashboard.signin_audit")
