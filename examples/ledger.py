"""The ledger that the writing tools keep."""

from __future__ import annotations

from typing import Any

from examples.models import LedgerEntry
from orchestration.tools import ToolContext


def entry_append(*, kind: str, payload: dict[str, Any], context: ToolContext) -> int:
    """Append one entry, whatever is there already, and give its number."""
    entry = LedgerEntry.objects.create(
        kind=kind, key=context.idempotency_key, run=context.run, node=context.node, payload=payload
    )
    return entry.pk


def entry_once(*, kind: str, payload: dict[str, Any], context: ToolContext) -> tuple[int, bool]:
    """The entry under this key, made if there is none; its number, and whether it is new."""
    entry, created = LedgerEntry.objects.get_or_create(
        kind=kind,
        key=context.idempotency_key,
        defaults={"run": context.run, "node": context.node, "payload": payload},
    )
    return entry.pk, created
