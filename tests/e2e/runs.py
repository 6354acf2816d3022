"""What the tests ask a server's database about runs, and how they start one without a page."""

from __future__ import annotations

import json
from typing import Any

from tests.e2e.server import Server
from tests.e2e.waiting import wait_until

DISPUTE = {"dispute_id": "D-2291", "amount_usd": 300, "reason": "Charged twice"}


def start(server: Server, slug: str, value: Any) -> int:
    """Start a run by the command line; its number."""
    printed = server.manage("run_start", slug, "--input", json.dumps(value), "--json")
    number: int = json.loads(printed)["run"]
    return number


def status(server: Server, run: int) -> str:
    return str(server.rows("select status from orchestration_run where id = ?", [run])[0][0])


def finish(server: Server, run: int, expected: str = "completed") -> None:
    wait_until(lambda: status(server, run) == expected, f"run {run} is {expected}")


def open_approval(server: Server, run: int) -> int:
    """Wait until the run asks for a decision; the approval's number."""
    query = "select id from orchestration_approval where run_id = ? and status = 'open'"
    rows = wait_until(lambda: server.rows(query, [run]), f"run {run} waits for a decision")
    return int(rows[0][0])


def events(server: Server, run: int, kind: str) -> list[dict[str, Any]]:
    query = "select payload from orchestration_runevent where run_id = ? and kind = ? order by seq"
    return [json.loads(payload) for (payload,) in server.rows(query, [run, kind])]


def ledger(server: Server, run: int) -> list[str]:
    """The kinds of a run's ledger entries, in the order in which they were made."""
    return [
        kind
        for (kind,) in server.rows("select kind from examples_ledgerentry where run = ? order by id", [run])
    ]


def open_calls(server: Server, run: int) -> dict[str, str]:
    """Node → effect of the calls that were requested and are not completed."""
    done = {event["call"] for event in events(server, run, "ToolCallCompleted")}
    requested = events(server, run, "ToolCallRequested")
    return {event["node"]: event["effect"] for event in requested if event["call"] not in done}
