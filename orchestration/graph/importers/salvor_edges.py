"""The edges and bodies of one graph of the durable graph engine."""

from __future__ import annotations

from graphlib import TopologicalSorter

from orchestration.graph.importers.draft import shown
from orchestration.graph.importers.fields import Fields
from orchestration.graph.importers.needs import Need, sound_needs
from orchestration.graph.importers.notes import NoteCode
from orchestration.graph.importers.salvor_level import Level, Listed
from orchestration.graph.importers.views import PLAIN, View, choice
from orchestration.graph.problems import ProblemCode
from orchestration.graph.suggestions import Names

_PASS_ON = frozenset({"branch", "delay"})


def connect(level: Level, edges: list[Fields]) -> None:
    """Fill in what the nodes of `level` need, their bodies and their views."""
    owned = _own_bodies(level)
    names = Names(level.nodes)
    needs: dict[str, list[Need]] = {}
    for edge in edges:
        source = _end(level, edge, "from", names)
        target = _end(level, edge, "to", names)
        label = edge.text("label")
        if source is not None and target is not None:
            if (need := _need(level, edge, source, target, label, owned)) is not None:
                needs.setdefault(target.name, []).append(need)
            edge.leave(target.id)
    level.needs = sound_needs(level.draft, level.ids(), needs)
    if not level.draft.problems:
        _find_views(level)


def _end(level: Level, edge: Fields, key: str, names: Names) -> Listed | None:
    name = edge.text(key, required=True)
    if name is None or name in level.nodes:
        return None if name is None else level.nodes[name]
    message = f"There is no node “{shown(name)}”."
    code = ProblemCode.UNKNOWN_DEPENDENCY
    level.draft.problem(code, edge.at(key), message, None, names.closest(name))
    return None


def _need(
    level: Level, edge: Fields, source: Listed, target: Listed, label: str | None, owned: dict[str, str]
) -> Need | None:
    """The edge as a dependency of `target`; None if it says nothing."""
    if source.name in owned:
        owner = owned[source.name]
        message = f"“{source.name}” is the body of “{owner}”, so nothing can depend on it."
        level.draft.problem(ProblemCode.BODY_HAS_EDGE, edge.place, message, target.name, owner)
        return None
    if target.name in owned:
        message = (
            f"The edge from “{source.name}” at {edge.place} is left out: as the body of "
            f"“{owned[target.name]}” this node runs for its owner only, there as well as here."
        )
        level.draft.note(NoteCode.BODY_EDGE, target.id, message)
        return None
    if source.kind == "branch":
        if label is None:
            message = (
                f"The edge from the branch “{source.name}” at {edge.place} names no case and was never "
                "taken there; give it a case, or remove it, before publishing."
            )
            level.draft.note(NoteCode.UNLABELLED_EDGE, target.id, message)
        return Need(source.name, edge.place, label)
    if label is not None:
        message = (
            f"The label “{shown(label)}” of the edge from “{source.name}” at {edge.place} is left out: "
            "only edges out of a branch have one."
        )
        level.draft.note(NoteCode.LABEL_DROPPED, target.id, message)
    return Need(source.name, edge.place)


def _own_bodies(level: Level) -> dict[str, str]:
    """The owner of each node that is a body, by name. Later owners of one body get copies of it."""
    owned: dict[str, str] = {}
    names = Names(level.nodes)
    for owner in list(level.nodes.values()):
        body = owner.payload.raw("body") if owner.kind in ("map", "fold") else None
        if not isinstance(body, dict) or body.get("kind") != "node" or not isinstance(body.get("value"), str):
            continue
        name, place = body["value"], f"{owner.payload.at('body')}.value"
        listed = level.nodes.get(name)
        if listed is None:
            message = f"There is no node “{shown(name)}”."
            level.draft.problem(ProblemCode.UNKNOWN_BODY, place, message, owner.name, names.closest(name))
        elif name not in owned:
            owned[name] = owner.name
            level.bodies[owner.name] = listed.id
        elif listed.kind not in ("agent", "tool"):
            message = f"“{name}” is already the body of “{owned[name]}”; a body has one owner."
            level.draft.problem(ProblemCode.BODY_OWNED_TWICE, place, message, owner.name)
        else:
            copy = level.draft.slug(name)
            level.bodies[owner.name] = copy
            level.copies.setdefault(name, []).append(copy)
            message = f"A copy of “{listed.id}”, the body of “{owned[name]}”: here a body has one owner."
            level.draft.note(NoteCode.BODY_COPIED, copy, message)
    return owned


def _find_views(level: Level) -> None:
    # Whether a node may be skipped for want of a live edge.
    uncertain: set[str] = set()
    order = TopologicalSorter({name: [need.name for need in needs] for name, needs in level.needs.items()})
    for name in order.static_order():
        needs = level.needs[name]
        sure = {need.name for need in needs if need.name not in uncertain and not _is_branch(level, need)}
        if needs and not sure:
            uncertain.add(name)
        level.views[name] = _view(level, needs, sure)
    for name, listed in level.nodes.items():
        needs = level.needs[name]
        if len(needs) > 1:
            first = min(need.name for need in needs)
            message = (
                f"With several dependencies a node there got one output, that of the live one with the "
                f"smallest id (“{first}” first); here it gets an object of the outputs by id."
            )
            level.draft.note(NoteCode.INPUT_MERGED, listed.id, message)
        if level.views[name].too_large:
            message = "What this node received there is too long to be written as an expression here."
            level.draft.note(NoteCode.VALUE_UNCLEAR, listed.id, message)
            level.views[name] = PLAIN


def _view(level: Level, needs: list[Need], sure: set[str]) -> View:
    if len(needs) < 2:
        return _passed(level, needs[0].name) if needs else PLAIN
    options = []
    for name in sorted({need.name for need in needs}):
        options.append((level.nodes[name].id, _passed(level, name)))
        if name in sure:
            break
    return choice(options)


def _passed(level: Level, name: str) -> View:
    """The view of the output of a node."""
    return level.view(name) if level.nodes[name].kind in _PASS_ON else PLAIN


def _is_branch(level: Level, need: Need) -> bool:
    return level.nodes[need.name].kind == "branch"
