"""Do declared schemas agree with the expressions that read them and with what dependents expect?

Only what a schema says plainly counts: references and combinators may mean anything, so they pass.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from orchestration.graph.barepaths import Step, write_path
from orchestration.graph.expressions import ExpressionInvalid, compile_expression
from orchestration.graph.nodes import TeamNode
from orchestration.graph.outline import Entry, Outline
from orchestration.graph.problems import Problem, ProblemCode
from orchestration.graph.suggestions import Names

_OPAQUE = frozenset({"$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "not", "if", "patternProperties"})
_DEEPEST = 20

_QUOTED = re.compile(r""""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'""")
# A macro's variable may hide `value`, and has(…) asks about what may be missing.
_UNCLEAR = re.compile(r"\(\s*value\s*,|has\s*\(")
_CHAIN = re.compile(r"(?<![\w.])(value|run\.input)((?:\.[A-Za-z_]\w*)+)(\s*\()?")


@dataclass(frozen=True, slots=True)
class _Disagreement:
    message: str
    suggestion: str | None = None


class Agreement:
    """The problems of the entries of one outline, whose document has to be well-formed."""

    def __init__(self, outline: Outline) -> None:
        self._routes = _Routes(outline)

    def problems(self, entry: Entry) -> list[Problem]:
        """What a node receives and expects decides, and the input schema of the graph."""
        return _entry_problems(entry, self._routes)


class _Routes:
    """The schema of the value that each node gets and gives; None where nothing is declared."""

    def __init__(self, outline: Outline) -> None:
        self.run_input = outline.document.input_schema
        self._given: dict[int, Any] = {}

    def received(self, entry: Entry) -> Any:
        """Of the routed value."""
        sources = dict.fromkeys(dependency.node for dependency in entry.node.depends_on)
        if len(sources) == 1 and len(entry.node.depends_on) == 1:
            return self.given(entry.level.by_id[next(iter(sources))])
        if sources:
            if len(sources) == 1:
                return None
            known = {id: declared_output(entry.level.by_id[id]) for id in sources}
            properties = {id: True if schema is None else schema for id, schema in known.items()}
            return {"type": "object", "properties": properties, "additionalProperties": False}
        owner = entry.level.owner
        if entry.body_of is not None:
            return None
        if owner is None:
            return self.run_input
        if isinstance(owner.node, TeamNode) and owner.node.input is None:
            return self.received(owner)
        return None

    def given(self, entry: Entry) -> Any:
        """Of the output. A branch passes its routed value on, so chains of branches are followed."""
        passed: list[Entry] = []
        while True:
            if id(entry) in self._given:
                schema = self._given[id(entry)]
                break
            passed.append(entry)
            schema = declared_output(entry)
            if schema is not None or entry.node.kind != "branch":
                break
            if len(entry.node.depends_on) != 1:
                schema = self.received(entry)
                break
            entry = entry.level.by_id[entry.node.depends_on[0].node]
        for node in passed:
            self._given[id(node)] = schema
        return schema


def declared_output(entry: Entry) -> Any:
    node = entry.node
    if node.kind == "gate" and node.output_schema is None and node.on_reject == "fail":
        return node.approval_schema
    return node.output_schema


def path_problem(outline: Outline, entry: Entry, where: str, text: str) -> Problem | None:
    """What is wrong with the paths that `text` would read as the expression at `where` below a node."""
    routes = _Routes(outline)
    return _path_problem(entry, where, text, routes.received(entry), routes)


def _path_problem(entry: Entry, where: str, text: str, received: Any, routes: _Routes) -> Problem | None:
    value = received
    if where.startswith(".verify_predicate"):
        value = declared_output(entry)
    elif where in (".stop_when", ".join.best_by"):
        value = None
    roots = {"value": value, "run.input": routes.run_input}
    for path in _paths(text):
        _, wrong = _follow(roots.get(str(path[0])), path)
        if wrong is not None:
            code = ProblemCode.SCHEMA_LACKS_PATH
            return entry.problem(code, "runnable", where, wrong.message, wrong.suggestion)
    return None


def _entry_problems(entry: Entry, routes: _Routes) -> list[Problem]:
    problems: list[Problem] = []
    if not entry.expressions and entry.node.input_schema is None:
        return problems
    received = routes.received(entry)
    found = (_path_problem(entry, where, text, received, routes) for where, text in entry.expressions)
    problems += (problem for problem in found if problem is not None)
    wanted = entry.node.input_schema
    if wanted is not None:
        provided = received if entry.node.input is None else _mapped(entry.node.input, received, routes)
        if (message := _conflict(provided, wanted, "$", 0)) is not None:
            problems.append(entry.problem(ProblemCode.SCHEMA_CONFLICT, "runnable", ".input_schema", message))
    return problems


def _mapped(mapping: dict[str, str], received: Any, routes: _Routes) -> Any:
    """The schema of the object that an input mapping makes."""
    roots = {"value": received, "run.input": routes.run_input}
    properties: dict[str, Any] = {}
    for name, text in mapping.items():
        path = _bare(text)
        found = None if path is None else _follow(roots.get(str(path[0])), path)[0]
        properties[name] = True if found is None else found
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _bare(text: str) -> tuple[Step, ...] | None:
    try:
        return compile_expression(text).path
    except ExpressionInvalid:
        return None


@lru_cache(maxsize=8192)
def _paths(text: str) -> tuple[tuple[Step, ...], ...]:
    """The paths that an expression surely reads."""
    bare = _bare(text)
    if bare is not None:
        return (bare,)
    code = _QUOTED.sub('""', text)
    if _UNCLEAR.search(code):
        return ()
    paths: list[tuple[Step, ...]] = []
    for root, chain, called in _CHAIN.findall(code):
        steps = chain.split(".")[1:]
        paths.append((root, *(steps[:-1] if called else steps)))
    return tuple(paths)


def _follow(schema: Any, path: tuple[Step, ...]) -> tuple[Any, _Disagreement | None]:
    """The schema at the end of `path`, None if it is not known, or why there cannot be anything."""
    for count, step in enumerate(path[1:], start=1):
        if not isinstance(schema, dict) or _OPAQUE & schema.keys():
            return None, None
        where, types = write_path(path[:count]), _types(schema)
        wanted = "array" if isinstance(step, int) else "object"
        if types is not None and wanted not in types:
            shown = " or ".join(sorted(types))
            return None, _Disagreement(f"{where} is declared as {shown}, so it has no “{step}”.")
        if isinstance(step, int):
            schema = None if "prefixItems" in schema else schema.get("items")
            continue
        properties = schema.get("properties")
        properties = properties if isinstance(properties, dict) else {}
        if step in properties:
            schema = properties[step]
            continue
        others = schema.get("additionalProperties", True)
        meant = Names(properties).closest(step) if others is False or properties else None
        if others is False or (others is True and meant is not None):
            # An open schema allows more than it names; next to a name so close it is a slip.
            return None, _Disagreement(f"{where} is declared without “{step}”.", meant)
        schema = others
    return schema, None


def _types(schema: dict[str, Any]) -> frozenset[str] | None:
    declared = schema.get("type")
    if isinstance(declared, str):
        return frozenset({declared})
    if isinstance(declared, list):
        return frozenset(name for name in declared if isinstance(name, str))
    return None


def _conflict(provided: Any, wanted: Any, path: str, depth: int) -> str | None:
    """Why a value of one schema can never satisfy the other; None if it may."""
    if depth > _DEEPEST or not isinstance(provided, dict) or not isinstance(wanted, dict):
        return None
    if _OPAQUE & (provided.keys() | wanted.keys()):
        return None
    gives, takes = _types(provided), _types(wanted)
    if gives is not None and takes is not None and not _widened(gives) & _widened(takes):
        return f"{path} is {' or '.join(sorted(gives))} but should be {' or '.join(sorted(takes))}."
    has, needs = provided.get("properties"), wanted.get("properties")
    has, needs = (has if isinstance(has, dict) else {}), (needs if isinstance(needs, dict) else {})
    if gives == frozenset({"object"}):
        required = wanted.get("required", [])
        for name in required if isinstance(required, list) else []:
            if name not in has and provided.get("additionalProperties") is False:
                return f"{path} never has the field “{name}”, which is required."
    for name in has:
        if name in needs and (found := _conflict(has[name], needs[name], f"{path}.{name}", depth + 1)):
            return found
    return None


def _widened(types: frozenset[str]) -> frozenset[str]:
    return types | {"integer"} if "number" in types else types
