"""A document in the making: its nodes with their places in the foreign file, its notes and problems."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from orchestration.graph.document import document_from_value
from orchestration.graph.importers.notes import Imported, Note, NoteCode
from orchestration.graph.importers.slugs import Slugs, is_slug
from orchestration.graph.outline import Outline
from orchestration.graph.problems import DocumentInvalid, Problem, ProblemCode
from orchestration.graph.wellformed import Limits, well_formed_problems

UNNAMED = "Imported graph"
_LONGEST_NAME = 80
_LONGEST_SHOWN = 200


@dataclass(slots=True)
class Made:
    """One native node as JSON, and where it came from.

    `places` maps what stands below the node here (``.tool``, ``.depends_on[0]``) to its place in the
    file; the rest stands below `place`. `inner` are the nodes of a team or of a body's graph.
    """

    value: dict[str, Any]
    place: str
    places: dict[str, str] = field(default_factory=dict)
    inner: list[Made] = field(default_factory=list)
    holds: Literal["nodes", "body"] | None = None


class Draft:
    """Collects what an importer finds. `exact` are the file's own ids: those that are slugs stay."""

    def __init__(self, limits: Limits, exact: Iterable[str] = ()) -> None:
        self.problems: list[Problem] = []
        self.notes: list[Note] = []
        self._slugs = Slugs(exact)
        self._names: dict[str, str] = {}
        self._limits = limits
        self._nodes = 0

    def problem(
        self,
        code: ProblemCode,
        place: str,
        message: str,
        node: str | None = None,
        suggestion: str | None = None,
    ) -> None:
        """`place` and `node` are those of the foreign file."""
        self.problems.append(Problem(code, "well_formed", node, place, message, suggestion))

    def note(self, code: NoteCode, node: str | None, message: str) -> None:
        self.notes.append(Note(code, node, message))

    def admits(self, nodes: list[Any], place: str) -> bool:
        """Whether these nodes, listed at `place`, still fit in; else a problem, before any more work."""
        self._nodes += len(nodes)
        if self._nodes > self._limits.nodes:
            message = f"The file has {self._nodes:,} nodes so far; the limit is {self._limits.nodes:,}."
            self.problem(ProblemCode.TOO_MANY_NODES, place, message)
        return self._nodes <= self._limits.nodes

    def slug(self, name: str, fallback: str = "node") -> str:
        """A free id for the node that the file calls `name`."""
        slug = self._slugs.take(name, fallback)
        self._names[slug] = name
        return slug

    def slug_noted(self, name: str) -> str:
        """Like `slug`, with a note if the id is not the file's own."""
        slug = self.slug(name)
        if slug != name:
            reason = "it is used twice" if is_slug(name) else "an id is a slug here"
            self.note(NoteCode.ID_CHANGED, slug, f"The id “{shown(name)}” became “{slug}”: {reason}.")
        return slug

    def finish(self, fields: dict[str, Any], nodes: list[Made], places: dict[str, str]) -> Imported:
        """The document of `fields` and `nodes`. `places` are those of what stands outside the nodes.

        Raises DocumentInvalid with places of the foreign file.
        """
        if self.problems:
            raise DocumentInvalid(self.problems)
        places = dict(places)
        listed = [_assembled(made, f"$.nodes[{index}]", places) for index, made in enumerate(nodes)]
        try:
            document = document_from_value({**fields, "nodes": listed})
        except DocumentInvalid as error:
            raise DocumentInvalid([self._abroad(found, places) for found in error.problems]) from None
        if problems := well_formed_problems(Outline(document), self._limits):
            raise DocumentInvalid([self._abroad(found, places) for found in problems])
        return Imported(document, tuple(self.notes))

    def _abroad(self, problem: Problem, places: dict[str, str]) -> Problem:
        node = None if problem.node is None else self._names.get(problem.node, problem.node)
        return replace(problem, node=node, path=_foreign(problem.path, places))


def named(goal: str | None, unnamed: str) -> str:
    """A name for a document out of its goal."""
    line = next((line.strip() for line in (goal or "").splitlines() if line.strip()), unnamed or UNNAMED)
    return line if len(line) <= _LONGEST_NAME else line[: _LONGEST_NAME - 1].rstrip() + "…"


def shown(value: Any) -> str:
    """A foreign value for a sentence: text as it is, anything else as JSON, shortened."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"


def _assembled(made: Made, path: str, places: dict[str, str]) -> dict[str, Any]:
    places[path] = made.place
    for tail, place in made.places.items():
        places[path + tail] = place
    if made.holds is None:
        return made.value
    below = ".nodes" if made.holds == "nodes" else ".body.graph.nodes"
    inner = [_assembled(child, f"{path}{below}[{index}]", places) for index, child in enumerate(made.inner)]
    return made.value | ({"nodes": inner} if made.holds == "nodes" else {"body": {"graph": {"nodes": inner}}})


def _foreign(path: str, places: dict[str, str]) -> str:
    """The place of the nearest known thing around `path`, and what stands below it."""
    cut = len(path)
    while cut > 0:
        if (known := places.get(path[:cut])) is not None:
            return known + path[cut:]
        cut = max(path.rfind(".", 0, cut), path.rfind("[", 0, cut))
    return path
