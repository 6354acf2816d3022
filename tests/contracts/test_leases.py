from __future__ import annotations

import socket
import subprocess
import sys
from datetime import timedelta

import pytest
from django.utils import timezone

from orchestration.engine.fakes import MemoryLeases
from orchestration.leases import LIVE_FOR, DjangoLeases, engine_is_live, heartbeat_beat, heartbeat_stop
from orchestration.models import CallMark, EngineHeartbeat
from tests.contracts.leases import LeasesContract
from tests.orchestration.graphs import gate, start


class TestMemoryLeases(LeasesContract):
    leases: MemoryLeases

    def setup_method(self) -> None:
        self.leases, self.run = MemoryLeases(), 1

    def live(self, owner: str) -> None:
        self.leases.alive.add(owner)

    def die(self, owner: str) -> None:
        self.leases.alive.discard(owner)


@pytest.mark.django_db
class TestDjangoLeases(LeasesContract):
    @pytest.fixture(autouse=True)
    def _subject(self, db: None) -> None:
        self.leases, self.run = DjangoLeases(), start(gate("a")).pk

    def live(self, owner: str) -> None:
        heartbeat_beat(owner)

    def die(self, owner: str) -> None:
        heartbeat_stop(owner)

    def test_the_fence_only_grows(self) -> None:
        self.live("one")
        fences = []
        for _ in range(3):
            fences.append(self.leases.start(self.run, "pay#1", "one"))
            self.leases.release(self.run, "pay#1")
        assert fences == [1, 2, 3]
        assert CallMark.objects.count() == 1


# ── heartbeats ──

pytestmark = pytest.mark.django_db


def test_no_engine_has_ever_run() -> None:
    assert not engine_is_live()


def test_an_engine_that_beats_is_live() -> None:
    heartbeat_beat("one")
    assert engine_is_live()
    assert engine_is_live(owner="one")
    assert not engine_is_live(owner="two")


def test_an_engine_that_stops_is_dead_at_once() -> None:
    heartbeat_beat("one")
    heartbeat_stop("one")
    assert not engine_is_live()


def test_silence_is_death_after_a_while() -> None:
    now = timezone.now()
    EngineHeartbeat.objects.create(owner="one", host="elsewhere", pid=1, at=now)
    assert engine_is_live(now + LIVE_FOR - timedelta(seconds=1))
    assert not engine_is_live(now + LIVE_FOR)


def test_on_this_machine_a_dead_process_counts_at_once() -> None:
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    now = timezone.now()
    EngineHeartbeat.objects.create(owner="one", host=socket.gethostname(), pid=child.pid, at=now)
    assert not engine_is_live(now)
