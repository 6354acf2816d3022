"""What a list says of a document, read from its text without building the document.

A list may show fifty graphs of thousands of nodes each; their models would take seconds to build.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from orchestration.models import StoredDocument

_KEPT = 2_000
_briefs: dict[str, Brief] = {}


@dataclass(frozen=True, slots=True)
class Brief:
    """`node_count` counts the nodes in teams and bodies too."""

    name: str
    goal: str
    node_count: int
    input_schema: Any


def brief_of_text(text: str) -> Brief:
    """`text` is a document's JSON, as it is kept here."""
    value = json.loads(text)
    return Brief(
        name=value["name"],
        goal=value.get("goal") or "",
        node_count=_count(value["nodes"]),
        input_schema=value.get("input_schema"),
    )


def briefs_of(hashes: Iterable[str]) -> dict[str, Brief]:
    """Hash → what is said of that document; one query for all that were not read before."""
    wanted = set(hashes)
    found = {graph_hash: _briefs[graph_hash] for graph_hash in wanted if graph_hash in _briefs}
    missing = wanted - found.keys()
    if missing:
        rows = StoredDocument.objects.filter(pk__in=missing).values_list("pk", "text")
        for graph_hash, text in rows.iterator(chunk_size=8):
            found[graph_hash] = brief_of_text(text)
        if len(_briefs) + len(missing) > _KEPT:
            _briefs.clear()
        _briefs.update((graph_hash, found[graph_hash]) for graph_hash in missing if graph_hash in found)
    return found


def _count(nodes: list[dict[str, Any]]) -> int:
    count, todo = 0, [nodes]
    while todo:
        level = todo.pop()
        count += len(level)
        for node in level:
            held = node.get("nodes") or ((node.get("body") or {}).get("graph") or {}).get("nodes")
            if held:
                todo.append(held)
    return count
