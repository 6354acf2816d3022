"""The example app: tools and graphs that do real work without any account."""

from __future__ import annotations

from django.apps import AppConfig


class ExamplesConfig(AppConfig):
    name = "examples"
    default_auto_field = "django.db.models.BigAutoField"
