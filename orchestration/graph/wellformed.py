"""The first level of soundness: a document whose edges, bodies and sizes make sense."""

from __future__ import annotations

from dataclasses import dataclass

import orjson

from orchestration.graph.cycles import find_cycles
from orchestration.graph.document import MAX_DOCUMENT_BYTES
from orchestration.graph.outline import Entry, LevelOfNodes, Outline, body_of
from orchestration.graph.problems import Problem, ProblemCode
from orchestration.graph.suggestions import Names

_SHOWN_IN_CYCLE = 12


@dataclass(frozen=True, slots=True)
class Limits:
    nodes: int = 5_000
    levels: int = 8
    size_bytes: int = MAX_DOCUMENT_BYTES


def well_formed_problems(outline: Outline, limits: Limits) -> list[Problem]:
    problems = _limit_problems(outline, limits)
    for level in outline.levels:
        names = Names(level.by_id)
        for entry in level.entries:
            problems += _id_problems(outline, entry)
            problems += _dependency_problems(outline, entry, names)
            problems += _body_problems(outline, entry, names)
        problems += _cycle_problems(level)
    return problems


def _limit_problems(outline: Outline, limits: Limits) -> list[Problem]:
    problems = []
    count = len(outline.entries)
    if count > limits.nodes:
        message = f"The document has {count:,} nodes; the limit is {limits.nodes:,}."
        problems.append(Problem(ProblemCode.TOO_MANY_NODES, "well_formed", None, "$.nodes", message))
    for level in outline.levels:
        if level.depth == limits.levels + 1 and level.owner is not None:
            message = f"“{level.owner.id}” holds nodes on level {level.depth}; the limit is {limits.levels}."
            problems.append(level.owner.problem(ProblemCode.TOO_MANY_LEVELS, "well_formed", "", message))
    size = len(orjson.dumps(outline.document.to_value()))
    if size > limits.size_bytes:
        message = f"The document has {size:,} bytes; the limit is {limits.size_bytes:,}."
        problems.append(Problem(ProblemCode.DOCUMENT_TOO_LARGE, "well_formed", None, "$", message))
    return problems


def _id_problems(outline: Outline, entry: Entry) -> list[Problem]:
    first = outline.by_id[entry.id]
    if first is entry:
        return []
    message = f"The id “{entry.id}” is already used at {first.path}; ids are unique in the whole document."
    return [entry.problem(ProblemCode.DUPLICATE_ID, "well_formed", ".id", message)]


def _dependency_problems(outline: Outline, entry: Entry, names: Names) -> list[Problem]:
    problems = []
    seen: set[tuple[str, str | None]] = set()
    for position, dependency in enumerate(entry.node.depends_on):
        where, needed = f".depends_on[{position}]", dependency.node

        def add(code: ProblemCode, message: str, suggestion: str | None = None, where: str = where) -> None:
            problems.append(entry.problem(code, "well_formed", where, message, suggestion))

        if (needed, dependency.case) in seen:
            add(ProblemCode.DUPLICATE_EDGE, f"“{entry.id}” names the dependency “{needed}” twice.")
            continue
        seen.add((needed, dependency.case))
        if needed == entry.id:
            add(ProblemCode.SELF_DEPENDENCY, f"“{entry.id}” depends on itself.")
        elif (source := entry.level.by_id.get(needed)) is None:
            add(*_unknown(outline, needed, ProblemCode.UNKNOWN_DEPENDENCY, names))
        elif entry.body_of is not None:
            owner = entry.body_of.id
            add(
                ProblemCode.BODY_HAS_EDGE,
                f"“{entry.id}” is the body of “{owner}”, so it cannot depend on “{needed}”.",
            )
        elif source.body_of is not None:
            owner = source.body_of.id
            add(
                ProblemCode.BODY_HAS_EDGE,
                f"“{needed}” is the body of “{owner}”, so nothing can depend on it.",
                owner if owner != entry.id else None,
            )
    return problems


def _unknown(
    outline: Outline, name: str, code: ProblemCode, names: Names
) -> tuple[ProblemCode, str, str | None]:
    elsewhere = outline.by_id.get(name)
    if elsewhere is None:
        return code, f"There is no node “{name}” on this level.", names.closest(name)
    other = {
        ProblemCode.UNKNOWN_DEPENDENCY: ProblemCode.DEPENDENCY_ON_OTHER_LEVEL,
        ProblemCode.UNKNOWN_BODY: ProblemCode.BODY_ON_OTHER_LEVEL,
    }[code]
    return other, f"“{name}” stands on another level, at {elsewhere.path}.", None


def _body_problems(outline: Outline, entry: Entry, names: Names) -> list[Problem]:
    body = body_of(entry.node)
    if body is None:
        return []
    owned = entry.level.by_id.get(body)
    if owned is None:
        code, message, suggestion = _unknown(outline, body, ProblemCode.UNKNOWN_BODY, names)
        return [entry.problem(code, "well_formed", ".body.node", message, suggestion)]
    if owned.body_of is not None and owned.body_of is not entry:
        message = f"“{body}” is already the body of “{owned.body_of.id}”; a body has one owner."
        return [entry.problem(ProblemCode.BODY_OWNED_TWICE, "well_formed", ".body.node", message)]
    return []


def _cycle_problems(level: LevelOfNodes) -> list[Problem]:
    needs: dict[str, list[str]] = {}
    for id, entry in level.by_id.items():
        needs[id] = [needed.node for needed in entry.node.depends_on if needed.node != id]
        if (body := body_of(entry.node)) is not None:
            needs[id].append(body)
    problems = []
    for cycle in find_cycles(needs):
        shown = [*cycle[:_SHOWN_IN_CYCLE], "…"] if len(cycle) > _SHOWN_IN_CYCLE else cycle
        message = f"A cycle: {' → '.join([*shown, cycle[0]])} (each needs the next)."
        entry = level.by_id[cycle[0]]
        where = ".body.node" if body_of(entry.node) == cycle[1 % len(cycle)] else ".depends_on"
        problems.append(entry.problem(ProblemCode.CYCLE, "well_formed", where, message))
    return problems
