"""What a browser does with a patch, in Python: see `patched` in frontend/src/editor/model.ts."""

from __future__ import annotations

from typing import Any, TypeAlias

from orchestration.graph.document import Document
from orchestration.graph.patching import flat_nodes, graph_fields

# {graph: own fields, nodes: [{node, team, at}] in document order}
Flat: TypeAlias = dict[str, Any]


def flat(document: Document) -> Flat:
    return {"graph": graph_fields(document), "nodes": list(flat_nodes(document))}


def patched(before: Flat, patch: dict[str, Any]) -> Flat:
    """Named nodes are taken out, then put where the patch says, in order of `at`."""
    nodes = {placed["node"]["id"]: placed["node"] for placed in before["nodes"]}
    levels: dict[str | None, list[str]] = {None: []}
    for placed in before["nodes"]:
        levels.setdefault(placed["team"], []).append(placed["node"]["id"])
    for owner, level in levels.items():
        levels[owner] = [id for id in level if id not in patch["nodes"]]
    put = [(id, placed) for id, placed in patch["nodes"].items() if placed is not None]
    for id in patch["nodes"]:
        nodes.pop(id, None)
    for id, placed in sorted(put, key=lambda one: one[1]["at"]):
        nodes[id] = placed["node"]
        levels.setdefault(placed["team"], []).insert(placed["at"], id)
    graph = before["graph"] if patch["graph"] is None else patch["graph"]
    return {"graph": graph, "nodes": list(_placed(nodes, levels, None))}


def _placed(nodes: dict[str, Any], levels: dict[str | None, list[str]], owner: str | None) -> Any:
    for at, id in enumerate(levels.get(owner, ())):
        yield {"node": nodes[id], "team": owner, "at": at}
        yield from _placed(nodes, levels, id)
