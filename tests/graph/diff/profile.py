"""How many examples the laws of diffs try: few in every run, many with ``TRACKSIDE_LAWS=diffs-thorough``."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

_SLOW = [HealthCheck.too_slow]

settings.register_profile("diffs", max_examples=60, deadline=None, suppress_health_check=_SLOW)
settings.register_profile("diffs-thorough", max_examples=1_000, deadline=None, suppress_health_check=_SLOW)

laws = settings.get_profile(os.environ.get("TRACKSIDE_LAWS", "diffs"))
