"""Wait for a condition outside the browser, such as a row that appears."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")


def wait_until(condition: Callable[[], Found], what: str, seconds: float = 30) -> Found:
    """The first true answer of `condition`, asked twenty times a second. Raises AssertionError."""
    until = time.monotonic() + seconds
    pause = threading.Event()
    while time.monotonic() < until:
        if found := condition():
            return found
        pause.wait(0.05)
    raise AssertionError(f"after {seconds:g} s still not: {what}")
