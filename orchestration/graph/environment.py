"""The third level of soundness, a warning: names that mean nothing in this installation."""

from __future__ import annotations

from dataclasses import dataclass

from orchestration.graph.outline import Entry, Outline
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


def environment_problems(outline: Outline, catalog: Catalog) -> list[Problem]:
    tools = _Register(ProblemCode.UNKNOWN_TOOL, "tool", catalog.tools)
    agents = _Register(ProblemCode.UNKNOWN_AGENT, "agent", catalog.agents)
    roles = _Register(ProblemCode.UNKNOWN_ROLE, "role", catalog.roles)
    problems = []
    for entry in outline.entries:
        node = entry.node
        if node.kind == "tool":
            problems += tools.problems(entry, ".tool", node.tool)
        if node.kind == "agent":
            problems += roles.problems(entry, ".role", node.role)
            for place, name in enumerate(node.tool_allowlist or ()):
                problems += tools.problems(entry, f".tool_allowlist[{place}]", name)
        if node.kind == "agent" or node.kind == "branch":
            problems += agents.problems(entry, ".agent_hint", node.agent_hint)
    return problems
