#!/usr/bin/env python
"""Trackside's command line: `serve`, `run_start`, `graph_validate` and the rest."""

from __future__ import annotations

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dashboard.settings")
    from django.conf import settings
    from django.core.management import execute_from_command_line

    from dashboard.environment import SettingRefused

    try:
        # Here, because Django's own commands would show a wrong setting as a traceback, or go on without.
        _ = settings.INSTALLED_APPS
    except SettingRefused as refused:
        sys.exit(str(refused))
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
