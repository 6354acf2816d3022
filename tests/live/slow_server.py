"""Run by test_server.py: a server whose one socket sends as fast as it may, and says how far it came."""

from __future__ import annotations

import socket
import sys
from typing import Any

# Chooses the asyncio reactor; must come before other parts of Twisted.
from daphne.server import Server  # type: ignore[import-untyped]

from dashboard.live.server import PatientServer

sent = 0


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    global sent
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": str(sent).encode()})
        return
    await send({"type": "websocket.accept"})
    for _ in range(int(sys.argv[2])):
        await send({"type": "websocket.send", "text": "x" * int(sys.argv[3])})
        sent += 1
    # The client hangs up: a close of ours could overtake what it has not read yet.
    while (await receive())["type"] != "websocket.disconnect":
        pass


def main() -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    kind = {"patient": PatientServer, "plain": Server}[sys.argv[1]]
    kind(
        application=application,
        endpoints=[f"fd:fileno={listener.detach()}"],
        signal_handlers=False,
        ready_callable=lambda: print(port, flush=True),
    ).run()


if __name__ == "__main__":
    main()
