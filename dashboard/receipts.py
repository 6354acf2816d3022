"""A decision's receipt in lines for reading."""

from __future__ import annotations

from typing import Any

NAMES = {
    "outcome": "Outcome",
    "actor": "Decided by",
    "by": "Decided by",
    "at": "When",
    "reason": "Reason",
    "input": "Answer",
    "seq": "Event in the log",
    "run": "Run",
    "graph_hash": "Graph",
}


def receipt_lines(receipt: dict[str, Any] | None) -> list[tuple[str, Any]]:
    """(name, value) in the order of NAMES, then whatever else the receipt holds. Empty without one."""
    if not receipt:
        return []
    known = [(title, receipt[name]) for name, title in NAMES.items() if name in receipt]
    others = [(name.replace("_", " ").capitalize(), receipt[name]) for name in receipt if name not in NAMES]
    return [(title, value) for title, value in known + others if value not in ("", None) or title == "Answer"]
