"""One embedded engine a database: who it is, and when another may take over."""

from __future__ import annotations

import os
import secrets
import socket

from django.db import connection, transaction
from django.utils import timezone

from orchestration.leases import engine_is_live, heartbeat_beat, heartbeat_stop
from orchestration.models import EngineHeartbeat


class EngineBusy(Exception):
    """Another process already runs the engine of this database."""

    def __init__(self, heartbeat: EngineHeartbeat) -> None:
        super().__init__(
            f"The engine already runs in process {heartbeat.pid} on {heartbeat.host}. "
            "Stop it first, or wait: its runs go on there."
        )
        self.heartbeat = heartbeat


def new_owner() -> str:
    """A name for one boot of one engine; no two boots share it."""
    return f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"


_here: set[str] = set()


def claim(owner: str) -> None:
    """Become the engine of this database. Raises EngineBusy while another one lives.

    An owner whose process is gone from this machine is dead at once; one that is silent elsewhere,
    after a while (see leases).
    """
    with transaction.atomic():
        _keep_others_out()
        for heartbeat in EngineHeartbeat.objects.exclude(owner=owner):
            if _lives(heartbeat):
                raise EngineBusy(heartbeat)
            heartbeat.delete()
        heartbeat_beat(owner)
    _here.add(owner)


def _keep_others_out() -> None:
    """SQLite's transactions do so by themselves; elsewhere two could both find an empty table."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("LOCK TABLE orchestration_engineheartbeat IN SHARE ROW EXCLUSIVE MODE")


def _lives(heartbeat: EngineHeartbeat) -> bool:
    same_process = heartbeat.host == socket.gethostname() and heartbeat.pid == os.getpid()
    if same_process and heartbeat.owner not in _here:
        return False  # an earlier boot had our process number, as in a restarted container
    return engine_is_live(owner=heartbeat.owner)


def beat(owner: str) -> bool:
    """Say that we are alive. False when another engine has taken over meanwhile."""
    return bool(EngineHeartbeat.objects.filter(owner=owner).update(at=timezone.now()))


def leave(owner: str) -> None:
    """Stop being the engine; the next one may start at once."""
    _here.discard(owner)
    heartbeat_stop(owner)
