"""How many runs one person may start in a minute."""

from __future__ import annotations

import math
from datetime import timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.utils import timezone

from orchestration.models import Run
from orchestration.services.errors import TooMany

WINDOW = timedelta(minutes=1)


def check_starting_rate(actor: User) -> None:
    """Raise TooMany when `actor` started as many runs in the last minute as the settings allow.

    Counted from the runs themselves, so that all processes agree. Two that start at the same moment may
    both be the last one: it is a brake, not a quota.
    """
    allowed: int = settings.TRACKSIDE_RUN_STARTS_PER_MINUTE
    if not allowed:
        return
    newest = Run.objects.filter(started_by=actor).order_by("-id").values_list("created_at", flat=True)
    # The oldest of as many as may fall into one minute.
    oldest = newest[allowed - 1 : allowed].first()
    if oldest is None or (waited := timezone.now() - oldest) >= WINDOW:
        return
    seconds = max(1, math.ceil((WINDOW - waited).total_seconds()))
    runs = "1 run" if allowed == 1 else f"{allowed} runs"
    raise TooMany(
        "too_many_runs",
        f"You started {runs} within a minute, as many as this server allows. "
        f"Nothing was started; try again in {seconds} s.",
        seconds,
    )
