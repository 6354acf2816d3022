"""`manage.py serve` as a person meets it: one line, one link, a clean end."""

from __future__ import annotations

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings

from tests.orchestration.embedded import until

Process = subprocess.Popen[str]
LINE = re.compile(r"http://127\.0\.0\.1:(\d+)/signin/[\w-]+/")


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Process]]:
    """Start `serve` on a fresh data folder; what is left is killed at the end."""
    processes: list[Process] = []

    def start(*arguments: str) -> Process:
        environment = {**os.environ, "TRACKSIDE_DATA": str(tmp_path / "data")}
        environment.pop("DATABASE_URL", None)
        process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", *arguments],
            cwd=settings.BASE_DIR,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        processes.append(process)
        return process

    yield start
    for process in processes:
        process.kill()
        process.communicate()


def port_of(process: Process) -> int:
    assert process.stdout is not None
    line = process.stdout.readline()
    found = LINE.fullmatch(line.strip())
    assert found, (line, process.stderr and process.stderr.read())
    return int(found[1])


def healthy(port: int) -> bool:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=10) as answer:  # our own
        return bool(answer.status == 200)


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT])
def test_serve_answers_and_ends_cleanly(serve: Callable[..., Process], ending: signal.Signals) -> None:
    process = serve("--port", "0")
    assert healthy(port_of(process))
    process.send_signal(ending)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (0, "", "")


def test_a_taken_port_is_said_and_the_next_one_used(serve: Callable[..., Process]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        process = serve("--port", str(taken))
        assert port_of(process) > taken
        assert process.stderr is not None
        assert f"Port {taken} is taken" in process.stderr.readline()


def test_a_second_one_stands_by_and_takes_over(serve: Callable[..., Process], tmp_path: Path) -> None:
    first = serve("--port", "0")
    port_of(first)
    second = serve("--port", "0")
    port_of(second)
    assert second.stderr is not None
    assert f"The engine already runs in process {first.pid}" in second.stderr.readline()
    first.kill()
    first.wait()

    def owner() -> str:
        with closing(sqlite3.connect(tmp_path / "data" / "trackside.sqlite3")) as database:
            return str(database.execute("SELECT pid FROM orchestration_engineheartbeat").fetchall())

    until(lambda: str(second.pid) in owner())
