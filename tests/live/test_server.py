"""A client that does not read is not sent more and more: the server waits for it."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

from websockets.sync.client import connect

MESSAGES = 200
SIZE = 100_000
ROOT = Path(__file__).parent.parent.parent


@contextmanager
def server(kind: str) -> Iterator[str]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.live.slow_server", kind, str(MESSAGES), str(SIZE)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        yield f"127.0.0.1:{process.stdout.readline().strip()}"
    finally:
        process.kill()
        process.communicate()


def sent(address: str) -> int:
    with urlopen(f"http://{address}/") as answer:  # our own address
        return int(answer.read())


def settled(address: str) -> int:
    """How many messages the application got rid of, once that number stands still."""
    before, deadline = -1, time.monotonic() + 20
    while (now := sent(address)) != before or now == 0:
        assert time.monotonic() < deadline
        before = now
        time.sleep(0.2)
    return now


def test_send_waits_for_a_client_that_does_not_read_and_goes_on_when_it_does() -> None:
    with (
        server("patient") as address,
        connect(f"ws://{address}/", max_queue=1, max_size=None, close_timeout=0.1) as client,
    ):
        # What is on the way is in the two sockets' buffers, a few megabytes of the twenty.
        assert settled(address) < MESSAGES // 2
        assert [len(client.recv()) for _ in range(MESSAGES)] == [SIZE] * MESSAGES
        assert sent(address) == MESSAGES


def test_daphne_alone_would_keep_it_all_in_memory() -> None:
    """Why `PatientServer` exists; when this fails, it may go."""
    with (
        server("plain") as address,
        connect(f"ws://{address}/", max_queue=1, max_size=None, close_timeout=0.1),
    ):
        assert settled(address) == MESSAGES
