"""What was found at each node, so that the next document need not be looked at all over again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, TypeAlias

from orchestration.graph.agreement import Agreement
from orchestration.graph.environment import Catalog, Environment
from orchestration.graph.nodes import Node
from orchestration.graph.outline import Entry, Outline
from orchestration.graph.problems import Problem
from orchestration.graph.runnable import Runnable, document_problems

Problems: TypeAlias = tuple[Problem, ...]
_NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Verdict:
    """The problems of one node, and what decided about them.

    `sources` are the nodes that it needs, in the order of its edges; None where more than those decided.
    `labels` are the cases of a branch that others need. A node that `reads` has expressions or a schema
    that what it receives is held against.
    """

    node: Node
    path: str
    in_body: bool
    is_body: bool
    reads: bool
    labels: frozenset[str]
    sources: tuple[Node, ...] | None
    runnable: Problems
    agreement: Problems
    environment: Problems

    def holds(self, entry: Entry, labels: frozenset[str]) -> bool:
        """Whether a node stands as this one did, wherever in the document that is."""
        if self.node is not entry.node or self.sources is None or self.labels != labels:
            return False
        if self.in_body is not entry.in_body or self.is_body is not entry.is_body:
            return False
        if not self.sources:
            return not (self.reads and _is_handed_in(entry))
        by_id = entry.level.by_id
        for edge, source in zip(self.node.depends_on, self.sources, strict=True):
            found = by_id.get(edge.node)
            if found is None or found.node is not source:
                return False
        return True

    def at(self, path: str) -> Verdict:
        """The same for the node in another place."""
        if path == self.path or not (self.runnable or self.agreement or self.environment):
            return self
        length = len(self.path)

        def moved(problems: Problems) -> Problems:
            return tuple(replace(problem, path=path + problem.path[length:]) for problem in problems)

        return replace(
            self,
            path=path,
            runnable=moved(self.runnable),
            agreement=moved(self.agreement),
            environment=moved(self.environment),
        )


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Of all nodes of a document, in its order, and of the document itself."""

    catalog: Catalog | None
    input_schema: Any
    document: list[Problem]
    nodes: list[Verdict]

    def problems(self) -> list[Problem]:
        """What keeps the graph from running, then where schemas disagree, then the environment's."""
        runnable = chain.from_iterable([verdict.runnable for verdict in self.nodes])
        agreement = chain.from_iterable([verdict.agreement for verdict in self.nodes])
        environment = chain.from_iterable([verdict.environment for verdict in self.nodes])
        return [*self.document, *runnable, *agreement, *environment]


def verdicts_of(
    outline: Outline,
    catalog: Catalog | None,
    *,
    well_formed: bool = True,
    before: Verdicts | None = None,
) -> Verdicts:
    """Of each node; those in `before` count on where they still hold. Both documents are well-formed then.

    Where the document is not `well_formed`, nothing is said about the agreement of schemas.
    """
    judge = _Judge(outline, catalog, well_formed)
    schema = outline.document.input_schema
    known: dict[str, Verdict] = {}
    if before is not None and before.catalog == catalog and _spelled_alike(before.input_schema, schema):
        known = {verdict.node.id: verdict for verdict in before.nodes}
    nodes = []
    for entry in outline.entries:
        verdict = known.get(entry.id)
        if verdict is None or not verdict.holds(entry, judge.labels(entry)):
            nodes.append(judge.verdict(entry))
        else:
            nodes.append(verdict.at(entry.path))
    return Verdicts(catalog, schema, document_problems(outline), nodes)


class _Judge:
    def __init__(self, outline: Outline, catalog: Catalog | None, well_formed: bool) -> None:
        self._runnable = Runnable(outline)
        self._agreement = Agreement(outline) if well_formed else None
        self._environment = Environment(catalog)

    def labels(self, entry: Entry) -> frozenset[str]:
        return self._runnable.labels.get(id(entry), _NONE)

    def verdict(self, entry: Entry) -> Verdict:
        reads = bool(entry.expressions) or entry.node.input_schema is not None
        return Verdict(
            node=entry.node,
            path=entry.path,
            in_body=entry.in_body,
            is_body=entry.is_body,
            reads=reads,
            labels=self.labels(entry),
            sources=_sources(entry, reads),
            runnable=tuple(self._runnable.problems(entry)),
            agreement=tuple(self._agreement.problems(entry) if self._agreement else ()),
            environment=tuple(self._environment.problems(entry)),
        )


def _sources(entry: Entry, reads: bool) -> tuple[Node, ...] | None:
    """What a node reads may come from further off: a branch passes on what it got, and the first nodes of a
    team get what the team gets.
    """
    found = [entry.level.by_id.get(edge.node) for edge in entry.node.depends_on]
    nodes = tuple(source.node for source in found if source is not None)
    from_afar = _is_handed_in(entry) or any(node.kind == "branch" for node in nodes)
    return None if len(nodes) < len(found) or (reads and from_afar) else nodes


def _is_handed_in(entry: Entry) -> bool:
    owner = entry.level.owner
    return not entry.node.depends_on and owner is not None and owner.node.kind == "team"


def _spelled_alike(one: Any, other: Any) -> bool:
    """To Python 1 and True are equal."""
    return one is other or repr(one) == repr(other)
