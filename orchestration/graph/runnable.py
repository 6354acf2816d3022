"""The second level of soundness: what a draft may miss, but no published revision."""

from __future__ import annotations

import re

from orchestration.graph.expressions import ExpressionInvalid, compile_expression
from orchestration.graph.form_faults import form_faults
from orchestration.graph.nodes import (
    BranchNode,
    GateNode,
    Submit,
)
from orchestration.graph.outline import Entry, Outline
from orchestration.graph.problems import Problem, ProblemCode
from orchestration.graph.schemas import schema_fault, violations
from orchestration.graph.suggestions import Names


class Runnable:
    """The problems of the entries of one outline."""

    def __init__(self, outline: Outline) -> None:
        # The cases of each branch that others need, by the identity of its entry.
        self.labels = _labels(outline)
        self._cases = {
            id(entry): Names(case.name for case in node.cases) for entry, node in outline.branches()
        }

    def problems(self, entry: Entry) -> list[Problem]:
        """The node decides, what it needs, whether it is in a body, and of a branch who needs which case."""
        node, problems = entry.node, _subgraph_problems(entry)
        if entry.expressions:
            problems += _expression_problems(entry)
        problems += _schema_problems(entry)
        if node.kind == "tool" and not node.tool:
            problems.append(entry.problem(ProblemCode.NO_TOOL, "runnable", ".tool", "Choose a tool."))
        elif node.kind == "gate":
            problems += _form_problems(entry, node)
            problems += _gate_problems(entry, node)
        elif node.kind == "branch":
            problems += _branch_problems(entry, node, self.labels.get(id(entry), frozenset()))
        elif node.kind == "fold" and node.on_bound == "fail" and node.stop_when is None:
            message = "“on_bound” is “fail”, but without “stop_when” every run would reach the bound."
            problems.append(entry.problem(ProblemCode.BOUND_WITHOUT_STOP, "runnable", ".on_bound", message))
        if node.depends_on:
            problems += _label_problems(entry, self._cases)
        return problems


def document_problems(outline: Outline) -> list[Problem]:
    problems = []
    if not outline.entries:
        message = "The graph has no node."
        problems.append(Problem(ProblemCode.NO_NODES, "runnable", None, "$.nodes", message))
    if (fault := schema_fault(outline.document.input_schema)) is not None:
        problems.append(Problem(ProblemCode.INVALID_SCHEMA, "runnable", None, "$.input_schema", fault))
    else:
        for code, where, message in form_faults(outline.document.input_schema):
            problems.append(Problem(code, "runnable", None, "$.input_schema" + where, message))
    return problems


def _subgraph_problems(entry: Entry) -> list[Problem]:
    node = entry.node
    if node.kind == "team" and not node.nodes:
        return [entry.problem(ProblemCode.EMPTY_SUBGRAPH, "runnable", ".nodes", "The team has no node.")]
    graph = node.body.graph if node.kind == "map" or node.kind == "fold" else None
    if graph is not None and not graph.nodes:
        where = ".body.graph.nodes"
        return [entry.problem(ProblemCode.EMPTY_SUBGRAPH, "runnable", where, "The body has no node.")]
    return []


# A fold's own conditions are asked once a pass, so they know its number.
_ASKED_PER_PASS = re.compile(r"\.(stop_when|join\.best_by)")


def _expression_problems(entry: Entry) -> list[Problem]:
    found = (expression_problem(entry, where, text) for where, text in entry.expressions)
    return [problem for problem in found if problem is not None]


def expression_problem(entry: Entry, where: str, text: str) -> Problem | None:
    """What keeps `text` from being the expression at `where` below a node."""
    try:
        expression = compile_expression(text)
    except ExpressionInvalid as error:
        return entry.problem(ProblemCode.INVALID_EXPRESSION, "runnable", where, error.message)
    if expression.reads_index and not knows_index(entry, where):
        message = "“index” has a value only in the body of a map or a fold."
        return entry.problem(ProblemCode.INDEX_OUTSIDE_BODY, "runnable", where, message)
    return None


def knows_index(entry: Entry, where: str) -> bool:
    return entry.in_body or _ASKED_PER_PASS.fullmatch(where) is not None


def _schema_problems(entry: Entry) -> list[Problem]:
    node = entry.node
    if node.input_schema is None and node.output_schema is None and node.kind != "gate":
        return []
    schemas = {".input_schema": node.input_schema, ".output_schema": node.output_schema}
    if isinstance(node, GateNode):
        schemas[".approval_schema"] = node.approval_schema
    return [
        entry.problem(ProblemCode.INVALID_SCHEMA, "runnable", where, fault)
        for where, schema in schemas.items()
        if (fault := schema_fault(schema)) is not None
    ]


def _form_problems(entry: Entry, node: GateNode) -> list[Problem]:
    if schema_fault(node.approval_schema) is not None:
        return []
    return [
        entry.problem(code, "runnable", f".approval_schema{where}", message)
        for code, where, message in form_faults(node.approval_schema)
    ]


def _gate_problems(entry: Entry, node: GateNode) -> list[Problem]:
    if not isinstance(node.on_deadline, Submit):
        return []
    problems = []
    if node.deadline_seconds is None:
        message = "“on_deadline” submits a value, but the gate has no “deadline_seconds”."
        problems.append(entry.problem(ProblemCode.DEADLINE_MISSING, "runnable", ".on_deadline", message))
    if schema_fault(node.approval_schema) is not None:
        return problems
    for miss in violations(node.approval_schema, node.on_deadline.submit):
        message = f"The value misses the approval schema at {miss.path}: {miss.message}"
        where = ".on_deadline.submit"
        problems.append(entry.problem(ProblemCode.SUBMIT_MISSES_SCHEMA, "runnable", where, message))
    return problems


def _labels(outline: Outline) -> dict[int, frozenset[str]]:
    labels: dict[int, set[str]] = {}
    for entry in outline.entries:
        for dependency in entry.node.depends_on:
            if dependency.case is not None and (source := entry.level.by_id.get(dependency.node)):
                labels.setdefault(id(source), set()).add(dependency.case)
    return {entry: frozenset(names) for entry, names in labels.items()}


def _branch_problems(entry: Entry, node: BranchNode, labels: frozenset[str]) -> list[Problem]:
    if not node.cases:
        return [entry.problem(ProblemCode.NO_CASES, "runnable", ".cases", "The branch has no case.")]
    problems = []
    seen: set[str] = set()
    for place, case in enumerate(node.cases):
        where = f".cases[{place}]"
        if case.name in seen:
            message = f"The case “{case.name}” is there twice."
            problems.append(entry.problem(ProblemCode.DUPLICATE_CASE, "runnable", f"{where}.name", message))
        elif case.name not in labels and entry.body_of is None:
            # A branch that is a body has no edges by rule; whether it may be one shows when it runs.
            message = f"No node depends on the case “{case.name}”."
            problems.append(entry.problem(ProblemCode.CASE_WITHOUT_EDGE, "runnable", where, message))
        seen.add(case.name)
    if len({case.when.kind for case in node.cases}) > 1:
        message = "Either all cases have an expression or a model decides all of them."
        problems.append(entry.problem(ProblemCode.MIXED_CASES, "runnable", ".cases", message))
    return problems


def _label_problems(entry: Entry, cases: dict[int, Names]) -> list[Problem]:
    """`cases` gives the case names of each branch, by the identity of its entry."""
    problems = []
    for position, dependency in enumerate(entry.node.depends_on):
        source = entry.level.by_id.get(dependency.node)
        if source is None:
            continue
        where, case = f".depends_on[{position}]", dependency.case
        known = cases.get(id(source))
        if known is None:
            if case is not None:
                message = f"“{source.id}” is no branch, so an edge out of it has no case."
                problems.append(entry.problem(ProblemCode.CASE_ON_PLAIN_NODE, "runnable", where, message))
            continue
        if case is None:
            message = f"The edge out of the branch “{source.id}” names no case."
            problems.append(entry.problem(ProblemCode.EDGE_WITHOUT_CASE, "runnable", where, message))
        elif case not in known:
            message = f"The branch “{source.id}” has no case “{case}”."
            suggestion = known.closest(case)
            problems.append(
                entry.problem(ProblemCode.UNKNOWN_CASE, "runnable", f"{where}.case", message, suggestion)
            )
    return problems
