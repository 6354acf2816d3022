"""A real `manage.py serve`, started, killed and started again by the tests."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from queue import Empty, Queue
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"(https?://[^/\s]+)(/signin/[^\s]+)")
START_SECONDS = 60
STOP_SECONDS = 15


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """One data folder and, between `start` and `stop` or `kill`, one process that serves it.

    `address` is like ``http://127.0.0.1:8000``; `link` the path of the one-time sign-in page that
    the last start printed.
    """

    def __init__(self, folder: Path) -> None:
        self.data = folder / "data"
        self.log = folder / "serve.log"
        self.port = free_port()
        self.address = ""
        self.link = ""
        self._process: subprocess.Popen[str] | None = None
        self._commands: subprocess.Popen[str] | None = None

    @property
    def environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "TRACKSIDE_DATA": str(self.data),
            "DJANGO_SETTINGS_MODULE": "dashboard.settings",
        }

    def start(self) -> None:
        """Start and wait until the line with the address is printed. Else AssertionError."""
        self._process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--port", str(self.port)],
            cwd=ROOT,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        lines: Queue[str | None] = Queue()
        self._reader = threading.Thread(target=self._drain, args=(self._process, lines))
        self._reader.start()
        seen: list[str] = []
        while True:
            try:
                line = lines.get(timeout=START_SECONDS)
            except Empty:
                line = None
            if line is None:
                self.stop()
                raise AssertionError(f"serve printed no sign-in link:\n{''.join(seen)}")
            seen.append(line)
            if found := LINK.search(line):
                self.address, self.link = found.groups()
                return

    def _drain(self, process: subprocess.Popen[str], lines: Queue[str | None]) -> None:
        assert process.stdout is not None
        with self.log.open("a", encoding="utf-8") as log, process.stdout:
            for line in process.stdout:
                log.write(line)
                log.flush()
                lines.put(line)
        lines.put(None)

    def kill(self) -> None:
        """End the process as a power cut would: nothing of it runs another instruction."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End the process as Ctrl-C would. Does nothing when it has ended."""
        self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        self._process.send_signal(how)
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join()
        self._process = None

    def manage(self, *arguments: str) -> str:
        """What another command prints, run on the same data. Raises CalledProcessError.

        All of a server's commands are run by one process beside it, see `command_line.py`.
        """
        if self._commands is None:
            self._commands = subprocess.Popen(
                [sys.executable, "-m", "tests.e2e.command_line"],
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        ways = self._commands
        assert ways.stdin is not None and ways.stdout is not None
        ways.stdin.write(json.dumps(arguments) + "\n")
        ways.stdin.flush()
        answer = json.loads(ways.stdout.readline())
        if answer["status"]:
            raise subprocess.CalledProcessError(
                answer["status"], list(arguments), answer["printed"], answer["complaint"]
            )
        return str(answer["printed"])

    def close(self) -> None:
        """End everything that belongs to it."""
        self.stop()
        if self._commands is not None:
            self._commands.kill()
            self._commands.communicate()
            self._commands = None

    def rows(self, query: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Rows straight from the database file, while the server is up or down."""
        with closing(sqlite3.connect(self.data / "trackside.sqlite3", timeout=20)) as database:
            return database.execute(query, parameters).fetchall()
