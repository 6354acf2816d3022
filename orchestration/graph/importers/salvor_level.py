"""The sibling nodes of one graph of the durable graph engine, while they are translated."""

from __future__ import annotations

from dataclasses import dataclass, field

from orchestration.graph.importers.draft import Draft
from orchestration.graph.importers.fields import Fields
from orchestration.graph.importers.needs import Need
from orchestration.graph.importers.views import PLAIN, View
from orchestration.graph.problems import ProblemCode


@dataclass(slots=True)
class Listed:
    """One node of the file: `name` is its id there, `id` its id here."""

    name: str
    kind: str
    entry: Fields
    payload: Fields
    id: str = ""


@dataclass(slots=True)
class Level:
    draft: Draft
    nodes: dict[str, Listed] = field(default_factory=dict)
    # What each node needs, and where the value that it got there stands in the one it gets here.
    needs: dict[str, list[Need]] = field(default_factory=dict)
    views: dict[str, View] = field(default_factory=dict)
    # The id of each owner's body, by the owner's name; and the ids of the copies of a body.
    bodies: dict[str, str] = field(default_factory=dict)
    copies: dict[str, list[str]] = field(default_factory=dict)

    def add(self, listed: Listed) -> None:
        if (first := self.nodes.get(listed.name)) is not None:
            message = f"The id “{listed.name}” is already used at {first.entry.place}."
            self.draft.problem(ProblemCode.DUPLICATE_ID, listed.payload.at("id"), message, listed.name)
            return
        listed.id = self.draft.slug_noted(listed.name)
        self.nodes[listed.name] = listed

    def view(self, name: str) -> View:
        return self.views.get(name, PLAIN)

    def ids(self) -> dict[str, str]:
        return {name: listed.id for name, listed in self.nodes.items()}
