"""The third level of soundness, a warning: names that mean nothing in this installation."""

from __future__ import annotations

from dataclasses import dataclass

from orchestration.graph.outline import Entry
from orchestration.graph.problems import Problem, ProblemCode
from orchestration.graph.suggestions import Names


@dataclass(frozen=True, slots=True)
class Catalog:
    """The names that are registered here."""

    tools: frozenset[str] = frozenset()
    agents: frozenset[str] = frozenset()
    roles: frozenset[str] = frozenset()


class _Register:
    def __init__(self, code: ProblemCode, word: str, known: frozenset[str]) -> None:
        self.code, self.word, self.known = code, word, known
        self.names = Names(sorted(known))
        self.meant: dict[str, str | None] = {}

    def problems(self, entry: Entry, where: str, name: str | None) -> list[Problem]:
        if name is None or name in self.known:
            return []
        if name not in self.meant:
            self.meant[name] = self.names.closest(name)
        message = f"The {self.word} “{name}” is not registered here."
        return [entry.problem(self.code, "environment", where, message, self.meant[name])]


class Environment:
    """What is registered here, to hold nodes against; None: anything may be."""

    def __init__(self, catalog: Catalog | None) -> None:
        known = catalog or Catalog()
        self._is_known = catalog is not None
        self._tools = _Register(ProblemCode.UNKNOWN_TOOL, "tool", known.tools)
        self._agents = _Register(ProblemCode.UNKNOWN_AGENT, "agent", known.agents)
        self._roles = _Register(ProblemCode.UNKNOWN_ROLE, "role", known.roles)

    def problems(self, entry: Entry) -> list[Problem]:
        """The node alone decides."""
        node, problems = entry.node, list[Problem]()
        if not self._is_known:
            return problems
        if node.kind == "tool":
            problems += self._tools.problems(entry, ".tool", node.tool)
        if node.kind == "agent":
            problems += self._roles.problems(entry, ".role", node.role)
            for place, name in enumerate(node.tool_allowlist or ()):
                problems += self._tools.problems(entry, f".tool_allowlist[{place}]", name)
        if node.kind == "agent" or node.kind == "branch":
            problems += self._agents.problems(entry, ".agent_hint", node.agent_hint)
        return problems
