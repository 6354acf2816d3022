"""The third level of soundness, a warning: names that mean nothing in this installation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from orchestration.graph.nodes import ToolNode
from orchestration.graph.outline import Entry, member
from orchestration.graph.problems import Problem, ProblemCode
from orchestration.graph.suggestions import Names


@dataclass(frozen=True, slots=True)
class Takes:
    """The fields of its input that a tool names, in its order, those that it cannot do without, and whether
    it has a use for others too.
    """

    fields: tuple[str, ...] = ()
    required: tuple[str, ...] = ()
    others: bool = False


@dataclass(frozen=True, slots=True)
class Catalog:
    """The names that are registered here; of tools whose schema tells, also what each takes."""

    tools: frozenset[str] = frozenset()
    agents: frozenset[str] = frozenset()
    roles: frozenset[str] = frozenset()
    takes: Mapping[str, Takes] = field(default_factory=dict)


def catalog_of(bindings: Mapping[str, Mapping[str, Any]]) -> Catalog:
    """No agent and no role can be registered in this version. `bindings`: name → {input_schema, …}."""
    told = {name: _takes(binding.get("input_schema")) for name, binding in bindings.items()}
    return Catalog(
        tools=frozenset(bindings),
        takes={name: takes for name, takes in told.items() if takes is not None},
    )


# Where one of these stands at the top, the properties beside it are not all that may be given.
_TELL_MORE = frozenset(
    ("$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "patternProperties", "dependentSchemas")
)


def _takes(schema: Any) -> Takes | None:
    """A tool leaves out what it does not name, so a schema that is silent about other fields has no use for
    them. None where a schema says nothing about fields.
    """
    if not isinstance(schema, Mapping) or schema.get("type") != "object":
        return None
    fields, required = schema.get("properties", {}), schema.get("required", [])
    if not isinstance(fields, Mapping) or not isinstance(required, list):
        return None
    others = schema.get("additionalProperties", False) is not False or not _TELL_MORE.isdisjoint(schema)
    return Takes(tuple(fields), tuple(name for name in required if isinstance(name, str)), others)


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
        self._takes = known.takes
        self._is_known = catalog is not None
        self._tools = _Register(ProblemCode.UNKNOWN_TOOL, "tool", known.tools)
        self._agents = _Register(ProblemCode.UNKNOWN_AGENT, "agent", known.agents)
        self._roles = _Register(ProblemCode.UNKNOWN_ROLE, "role", known.roles)

    def problems(self, entry: Entry) -> list[Problem]:
        """The node alone decides."""
        node, problems = entry.node, list[Problem]()
        if not self._is_known:
            return problems
        if node.kind == "tool" and node.tool:
            problems += self._tools.problems(entry, ".tool", node.tool)
            problems += _input_problems(entry, node, self._takes.get(node.tool))
        if node.kind == "agent":
            problems += self._roles.problems(entry, ".role", node.role)
            for place, name in enumerate(node.tool_allowlist or ()):
                problems += self._tools.problems(entry, f".tool_allowlist[{place}]", name)
        if node.kind == "agent" or node.kind == "branch":
            problems += self._agents.problems(entry, ".agent_hint", node.agent_hint)
        return problems


def _input_problems(entry: Entry, node: ToolNode, takes: Takes | None) -> list[Problem]:
    """Only of a mapping: nobody knows what flows in as it is."""
    if takes is None or not node.input:
        return []
    given, problems = node.input, list[Problem]()
    left = Names(name for name in takes.fields if name not in given)
    for name in given:
        if name not in takes.fields and not takes.others:
            message = f"The tool “{node.tool}” takes no field “{name}”."
            where, meant = f".input{member(name)}", left.closest(name)
            code = ProblemCode.UNKNOWN_INPUT_FIELD
            problems.append(entry.problem(code, "environment", where, message, meant))
    for name in takes.required:
        if name not in given:
            message = f"The tool “{node.tool}” needs the field “{name}”."
            code = ProblemCode.MISSING_INPUT_FIELD
            problems.append(entry.problem(code, "environment", ".input", message))
    return problems
