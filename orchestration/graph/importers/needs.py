"""The dependencies of one list of sibling nodes, checked with the names and places of the foreign file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from orchestration.graph.cycles import find_cycles
from orchestration.graph.importers.draft import Draft, shown
from orchestration.graph.importers.notes import NoteCode
from orchestration.graph.problems import ProblemCode
from orchestration.graph.suggestions import Names

_SHOWN_IN_CYCLE = 12


@dataclass(frozen=True, slots=True)
class Need:
    """A node is needed, by its foreign name; `place` is where the file says so."""

    name: str
    place: str
    case: str | None = None


def sound_needs(
    draft: Draft,
    ids: Mapping[str, str],
    needs: Mapping[str, list[Need]],
    label: Callable[[str], str] = str,
) -> dict[str, list[Need]]:
    """What each node needs, once each; `ids` maps the names of all siblings to their ids here.

    Unknown names, self-dependencies and cycles become problems, repetitions notes.
    """
    names = Names(ids)
    sound: dict[str, list[Need]] = {}
    for name in ids:
        kept: dict[tuple[str, str | None], Need] = {}
        for need in needs.get(name, []):
            if need.name not in ids:
                message = f"There is no node “{shown(need.name)}” on this level."
                draft.problem(
                    ProblemCode.UNKNOWN_DEPENDENCY, need.place, message, name, names.closest(need.name)
                )
            elif need.name == name:
                message = f"“{label(name)}” depends on itself."
                draft.problem(ProblemCode.SELF_DEPENDENCY, need.place, message, name)
            elif (need.name, need.case) in kept:
                message = f"“{label(name)}” named the dependency “{label(need.name)}” twice; once is enough."
                draft.note(NoteCode.DUPLICATE_EDGE, ids[name], message)
            else:
                kept[need.name, need.case] = need
        sound[name] = list(kept.values())
    _report_cycles(draft, sound, label)
    return sound


def _report_cycles(draft: Draft, sound: dict[str, list[Need]], label: Callable[[str], str]) -> None:
    for cycle in find_cycles({name: [need.name for need in needed] for name, needed in sound.items()}):
        members = [label(name) for name in cycle[:_SHOWN_IN_CYCLE]]
        if len(cycle) > _SHOWN_IN_CYCLE:
            members.append("…")
        message = f"A cycle: {' → '.join([*members, members[0]])} (each needs the next)."
        following = cycle[1 % len(cycle)]
        place = next(need.place for need in sound[cycle[0]] if need.name == following)
        draft.problem(ProblemCode.CYCLE, place, message, cycle[0])
