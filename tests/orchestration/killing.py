"""Tools for the tests that kill an engine; the ledger says what they did, in whichever process."""

from __future__ import annotations

import time

from examples.ledger import entry_append
from examples.models import LedgerEntry
from orchestration.tools import ToolContext, tool

PATIENCE = 90.0


def _begin_and_wait(context: ToolContext) -> None:
    """Say that the call began; go on when the test has put a “go” into the ledger."""
    entry_append(kind="begun", payload={}, context=context)
    deadline = time.monotonic() + PATIENCE
    while not LedgerEntry.objects.filter(kind="go").exists() and time.monotonic() < deadline:
        time.sleep(0.02)


@tool(effect="read", name="killing.read")
def read(context: ToolContext) -> str:
    _begin_and_wait(context)
    return "read"


@tool(effect="write", name="killing.write")
def write(context: ToolContext) -> int:
    _begin_and_wait(context)
    return entry_append(kind="written", payload={}, context=context)


@tool(effect="write", name="killing.quick_write")
def quick_write(context: ToolContext) -> int:
    return entry_append(kind="written", payload={}, context=context)
