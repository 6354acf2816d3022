"""Documents of the durable graph engine: nodes as ``{kind, payload}``, edges apart from them.

Facts that decide the translation: conditions and references start at the routed value; an `input` of
a tool and the `on` of a branch are recorded but not used; a branch with an agent is decided by it; a
node that is a body runs for its owner only; a branch and a delay pass their input on.
"""

from __future__ import annotations

from typing import Any

from orchestration.graph.importers import salvor_edges, salvor_nodes
from orchestration.graph.importers.draft import UNNAMED, Draft, Made, shown
from orchestration.graph.importers.fields import Fields, fields_of
from orchestration.graph.importers.notes import Imported, NoteCode
from orchestration.graph.importers.salvor_level import Level, Listed
from orchestration.graph.problems import ProblemCode
from orchestration.graph.wellformed import Limits


def read(value: Any, limits: Limits, unnamed: str = "") -> Imported:
    """Raises DocumentInvalid with places of the file."""
    draft = Draft(limits, _ids(value))
    graph = fields_of(draft, value, "$")
    nodes = _nodes(draft, graph) if graph is not None else []
    name = unnamed or UNNAMED
    message = f"Files of this kind name no graph; it is called “{name}” for now."
    draft.note(NoteCode.NAME_MADE, None, message)
    return draft.finish({"name": name}, nodes, {"$.nodes": "$.nodes"})


def _nodes(draft: Draft, graph: Fields) -> list[Made]:
    """The nodes of the file's graph, or of one that it embeds as a body."""
    _check_version(draft, graph)
    level = Level(draft)
    entries = graph.objects("nodes", required=True)
    if not draft.admits(entries, graph.at("nodes")):
        return []
    for entry in entries:
        if (listed := _listed(draft, entry)) is not None:
            level.add(listed)
    salvor_edges.connect(level, graph.objects("edges"))
    made = [node for listed in level.nodes.values() for node in _made(level, listed)]
    graph.leave(None)
    return made


def _check_version(draft: Draft, graph: Fields) -> None:
    version = graph.raw("schema_version")
    if version != 1 or isinstance(version, bool):
        message = f"Only schema_version 1 can be read here, not {shown(version)}."
        draft.problem(ProblemCode.UNSUPPORTED_SCHEMA_VERSION, graph.at("schema_version"), message)


def _listed(draft: Draft, entry: Fields) -> Listed | None:
    kind = entry.text("kind", required=True)
    payload = entry.inner("payload", required=True)
    name = payload.text("id", required=True) if payload is not None else None
    if kind is None or payload is None or name is None:
        return None
    if kind not in salvor_nodes.KINDS:
        known = ", ".join(salvor_nodes.KINDS)
        message = f"“{shown(kind)}” is no kind; the kinds are {known}."
        draft.problem(ProblemCode.UNKNOWN_KIND, entry.at("kind"), message, name)
        return None
    return Listed(name, kind, entry, payload)


def _made(level: Level, listed: Listed) -> list[Made]:
    """The node, and behind it the copies of it that other owners than the first need as their bodies."""
    made = salvor_nodes.convert(level, listed)
    body = listed.payload.raw("body")
    if listed.kind in ("map", "fold") and isinstance(body, dict) and body.get("kind") == "subgraph":
        inner = fields_of(level.draft, body.get("value"), f"{listed.payload.at('body')}.value")
        if inner is not None:
            made.inner, made.holds = _nodes(level.draft, inner), "body"
    listed.payload.leave(listed.id)
    listed.entry.leave(listed.id)
    return [made, *salvor_nodes.copies(level, listed, made)]


def _ids(value: Any) -> list[str]:
    """Every text that is an id somewhere in the file, embedded graphs included."""
    found, todo = [], [value]
    while todo:
        item = todo.pop()
        if isinstance(item, list):
            todo += item
        elif isinstance(item, dict):
            todo += item.values()
            if isinstance(id := item.get("id"), str):
                found.append(id)
    return found
