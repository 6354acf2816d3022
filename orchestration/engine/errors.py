"""Refusals: why a drive could not go on.

Each class says for itself whether the refusal is *permanent* (the same log fails the same way for
ever, so RunFailed is recorded) or *transient* (nothing is recorded, the run stalls, and a retry
drives the same log on). An arguable case is transient.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from orchestration.graph.schemas.violation import Violation

__all__ = ["EngineError", "Violation"]


class EngineError(Exception):
    """The base of every refusal. A subclass names its `fields`, given by keyword, and its `sentence`,
    a template over them. `values` holds the fields as given."""

    code: ClassVar[str]
    permanent: ClassVar[bool]
    fields: ClassVar[tuple[str, ...]]
    sentence: ClassVar[str]

    def __init__(self, **values: Any) -> None:
        if set(values) != set(self.fields):
            raise TypeError(f"{type(self).__name__} takes {self.fields}, not {sorted(values)}")
        self.values = values
        super().__init__(self.message)

    def __getattr__(self, name: str) -> Any:
        if name in type(self).fields:
            return self.values[name]
        raise AttributeError(name)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.values == getattr(other, "values", None)

    def __hash__(self) -> int:
        return hash((type(self), repr(self.values)))

    @property
    def message(self) -> str:
        """One sentence for people: what happened and, where it helps, what to do."""
        return self.sentence.format(**self.values)

    @property
    def node(self) -> str | None:
        """The path of the node that was refused, if the refusal names one."""
        return self.values.get("node")


class MapOverNotAList(EngineError):
    code, permanent, fields = "map_over_not_a_list", True, ("node", "over")
    sentence = "“{over}” of map {node} did not give a list."


class UnsupportedMapBody(EngineError):
    code, permanent, fields = "unsupported_map_body", True, ("node", "detail")
    sentence = "Map {node} cannot run its body: {detail}."


class NoBranchCaseMatched(EngineError):
    code, permanent, fields = "no_branch_case_matched", True, ("node",)
    sentence = "No case of branch {node} was true. A last case “true” would be the else."


class BranchDecisionUnmatched(EngineError):
    code, permanent, fields = "branch_decision_unmatched", True, ("node", "reply", "cases")
    sentence = "The model answered “{reply}” at {node}, which is none of the cases {cases}."


class UnsupportedFoldBody(EngineError):
    code, permanent, fields = "unsupported_fold_body", True, ("node", "detail")
    sentence = "Fold {node} cannot run its body: {detail}."


class FoldNoComparableCandidate(EngineError):
    code, permanent, fields = "fold_no_comparable_candidate", True, ("node", "reference")
    sentence = "“{reference}” gave no number or text to compare in any pass of {node}."


class FoldBoundExceeded(EngineError):
    code, permanent, fields = "fold_bound_exceeded", True, ("node", "bound")
    sentence = "Fold {node} did not stop within {bound} passes."


class MalformedGraph(EngineError):
    code, permanent, fields = "malformed_graph", True, ("detail",)
    sentence = "The graph cannot be walked: {detail}."


class UnknownAgent(EngineError):
    code, permanent, fields = "unknown_agent", False, ("node", "agent_hash")
    sentence = "{node} needs an agent that is not registered here ({agent_hash})."


class UnknownTool(EngineError):
    code, permanent, fields = "unknown_tool", False, ("node", "tool")
    sentence = (
        "{node} needs the tool “{tool}”, which is not registered here. "
        "Nothing was lost: register it, then retry the run."
    )


class ToolFailed(EngineError):
    """`values["message"]` is the tool's own words; the property is the sentence around them."""

    code, permanent, fields = "tool_failed", False, ("node", "message")
    sentence = "The tool of {node} failed: {message}"


class ApprovalSchemaViolation(EngineError):
    """Raised at the accept edge only; it appends nothing and the run stays parked.

    `violations` is all of them, sorted by path and message.
    """

    code, permanent, fields = "approval_schema_violation", False, ("node", "violations")
    sentence = "The answer to {node} misses its approval schema. Nothing was recorded."

    @property
    def violations(self) -> Sequence[Violation]:
        found: Sequence[Violation] = self.values["violations"]
        return found


class GraphEncode(EngineError):
    code, permanent, fields = "graph_encode", False, ("detail",)
    sentence = "The run was not started, because the graph or its input cannot be recorded: {detail}"


class RuntimeRefusal(EngineError):
    """Anything else that stops a drive. `cause`: store, provider, divergence, reconciliation or
    node_failed. Where it was an exception, that is kept unchanged as `__cause__`."""

    code, permanent, fields = "runtime_refusal", False, ("cause", "node", "detail")
    sentence = "{detail}"
