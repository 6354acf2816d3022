"""The Django app of the web face: pages, API, live updates."""

from __future__ import annotations

import logging
import os
from importlib import import_module

from django.apps import AppConfig

from dashboard.known_settings import unknown_settings

logger = logging.getLogger(__name__)


class DashboardConfig(AppConfig):
    name = "dashboard"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen to who signs in and out; warn of settings that are none."""
        import_module("dashboard.signin_audit")
        for sentence in unknown_settings(os.environ):
            logger.warning(sentence)
