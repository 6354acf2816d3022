"""System checks: what would only fail at run time is said at the start."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error, register

from orchestration.tools import autodiscover


@register()
def tools_import(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """Every module of tools can be imported and its functions are tools."""
    try:
        autodiscover()
    except Exception as error:
        return [
            Error(
                f"The tools cannot be loaded: {error}",
                hint="Look at the tools modules of the installed apps and at TRACKSIDE_TOOL_MODULES.",
                id="trackside.E001",
            )
        ]
    return []
