"""`python -m tests.orchestration.engine_process`: an engine in a process of its own, until it is ended.

Prints "busy" and leaves with 3 when another engine lives, "up" when it runs.
"""

from __future__ import annotations

import os
import signal
import sys
import threading

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dashboard.settings")


def main() -> int:
    django.setup()
    from orchestration.backends.embedded import EmbeddedEngine
    from orchestration.backends.ownership import EngineBusy

    ended = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: ended.set())
    engine = EmbeddedEngine()
    try:
        engine.start()
    except EngineBusy:
        print("busy", flush=True)
        return 3
    print("up", flush=True)
    ended.wait()
    engine.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
