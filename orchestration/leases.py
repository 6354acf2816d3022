"""Start marks of writes, and the heartbeats that say whether their owners still live."""

from __future__ import annotations

import os
import socket
from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import F, QuerySet
from django.utils import timezone

from orchestration.models import CallMark, EngineHeartbeat

# An engine beats every few seconds; after this long without a beat it counts as dead.
LIVE_FOR = timedelta(seconds=15)
NOBODY = ""


def heartbeat_beat(owner: str, now: datetime | None = None) -> None:
    """Say that the engine `owner`, in this process, is alive."""
    EngineHeartbeat.objects.update_or_create(
        owner=owner, defaults={"host": socket.gethostname(), "pid": os.getpid(), "at": now or timezone.now()}
    )


def heartbeat_stop(owner: str) -> None:
    """An engine that stops in good order is dead at once."""
    EngineHeartbeat.objects.filter(owner=owner).delete()


def heartbeat_tools(owner: str, tools: dict[str, dict[str, Any]]) -> None:
    """Say which tools the engine `owner` can call."""
    EngineHeartbeat.objects.filter(owner=owner).update(tools=tools)


def tools_of_live_engines() -> dict[str, dict[str, Any]]:
    """The tools that some live engine can call: name → {effect, input_schema, output_schema}."""
    known: dict[str, dict[str, Any]] = {}
    for heartbeat in _recent():
        if _has_process(heartbeat):
            known.update(heartbeat.tools)
    return known


def engine_is_live(now: datetime | None = None, *, owner: str | None = None) -> bool:
    """Whether any engine, or the one named `owner`, is alive."""
    recent = _recent(now)
    if owner is not None:
        recent = recent.filter(owner=owner)
    return any(_has_process(heartbeat) for heartbeat in recent)


def _recent(now: datetime | None = None) -> QuerySet[EngineHeartbeat]:
    return EngineHeartbeat.objects.filter(at__gt=(now or timezone.now()) - LIVE_FOR)


def _has_process(heartbeat: EngineHeartbeat) -> bool:
    """On this machine a dead process is known at once; elsewhere only its silence tells."""
    if heartbeat.host != socket.gethostname():
        return True
    try:
        os.kill(heartbeat.pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


class DjangoLeases:
    """`ports.Leases` on the default database: conditional updates, no locks."""

    def start(self, run: int, call: str, owner: str) -> int | None:
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO orchestration_callmark (run_id, call, fence, owner, started_at)"
                " VALUES (%s, %s, 1, %s, %s) ON CONFLICT (run_id, call) DO NOTHING",
                (run, call, owner, connection.ops.adapt_datetimefield_value(timezone.now())),
            )
            if cursor.rowcount:
                return 1
        mark = CallMark.objects.get(run_id=run, call=call)
        if mark.owner != NOBODY and engine_is_live(owner=mark.owner):
            return None
        # The fence in the condition lets one of two heirs win.
        won = CallMark.objects.filter(pk=mark.pk, fence=mark.fence, owner=mark.owner).update(
            fence=F("fence") + 1, owner=owner, started_at=timezone.now()
        )
        return mark.fence + 1 if won else None

    def started(self, run: int, call: str) -> bool:
        return CallMark.objects.filter(run_id=run, call=call).exclude(owner=NOBODY).exists()

    def release(self, run: int, call: str) -> None:
        CallMark.objects.filter(run_id=run, call=call).update(owner=NOBODY)
