"""Refusals: why a drive could not go on.

Each class says for itself whether the refusal is *permanent* (the same log fails the same way for
ever, so RunFailed is recorded) or *transient* (nothing is recorded, the run stalls, and a retry
drives the same log on). An arguable case is transient.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar


@dataclass(frozen=True)
class Violation:
    """One way in which a value misses its schema; `path` is like ``$.lines[0].amount``."""

    path: str
    message: str


class EngineError(Exception):
    """The base of every refusal. Subclasses set `code` and `permanent` and take their fields by name."""

    code: ClassVar[str]
    permanent: ClassVar[bool]
    fields: ClassVar[tuple[str, ...]] = ()

    def __init__(self, **values: Any) -> None:
        unknown = set(values) ^ set(self.fields)
        if unknown:
            raise TypeError(f"{type(self).__name__} takes {self.fields}, not {sorted(values)}")
        self.values = values
        super().__init__(self.message)

    def __getattr__(self, name: str) -> Any:
        if name in self.fields and "values" in self.__dict__:
            return self.values[name]
        raise AttributeError(name)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.values == getattr(other, "values", None)

    def __hash__(self) -> int:
        return hash((type(self), repr(self.values)))

    @property
    def message(self) -> str:
        raise NotImplementedError

    @property
    def node(self) -> str | None:
        """The path of the node that was refused, if the refusal names one."""
        return self.values.get("node")


class MapOverNotAList(EngineError):
    code, permanent, fields = "map_over_not_a_list", True, ("node", "over")

    @property
    def message(self) -> str:
        return f"“{self.values['over']}” of map {self.values['node']} did not give a list."


class UnsupportedMapBody(EngineError):
    code, permanent, fields = "unsupported_map_body", True, ("node", "detail")

    @property
    def message(self) -> str:
        return f"Map {self.values['node']} cannot run its body: {self.values['detail']}."


class NoBranchCaseMatched(EngineError):
    code, permanent, fields = "no_branch_case_matched", True, ("node",)

    @property
    def message(self) -> str:
        return f"No case of branch {self.values['node']} was true. A last case “true” would be the else."


class BranchDecisionUnmatched(EngineError):
    code, permanent, fields = "branch_decision_unmatched", True, ("node", "reply", "cases")

    @property
    def message(self) -> str:
        cases = ", ".join(self.values["cases"])
        return f"The model answered “{self.values['reply']}” at {self.values['node']}; the cases are {cases}."


class UnsupportedFoldBody(EngineError):
    code, permanent, fields = "unsupported_fold_body", True, ("node", "detail")

    @property
    def message(self) -> str:
        return f"Fold {self.values['node']} cannot run its body: {self.values['detail']}."


class FoldNoComparableCandidate(EngineError):
    code, permanent, fields = "fold_no_comparable_candidate", True, ("node", "reference")

    @property
    def message(self) -> str:
        return f"“{self.values['reference']}” gave no number or text to compare in any pass of {self.values['node']}."


class FoldBoundExceeded(EngineError):
    code, permanent, fields = "fold_bound_exceeded", True, ("node", "bound")

    @property
    def message(self) -> str:
        return f"Fold {self.values['node']} did not stop within {self.values['bound']} passes."


class MalformedGraph(EngineError):
    code, permanent, fields = "malformed_graph", True, ("detail",)

    @property
    def message(self) -> str:
        return f"The graph cannot be walked: {self.values['detail']}."


class UnknownAgent(EngineError):
    code, permanent, fields = "unknown_agent", False, ("node", "agent_hash")

    @property
    def message(self) -> str:
        return f"{self.values['node']} needs an agent that is not registered here ({self.values['agent_hash']})."


class UnknownTool(EngineError):
    code, permanent, fields = "unknown_tool", False, ("node", "tool")

    @property
    def message(self) -> str:
        return (
            f"{self.values['node']} needs the tool “{self.values['tool']}”, which is not registered here. "
            "Nothing was lost: register it, then retry the run."
        )


class ToolFailed(EngineError):
    # The field `message` (in `values`) is the tool's own words; the property is the sentence around them.
    code, permanent, fields = "tool_failed", False, ("node", "message")

    @property
    def message(self) -> str:
        return f"The tool of {self.values['node']} failed: {self.values['message']}"


class ApprovalSchemaViolation(EngineError):
    """Raised at the accept edge only; it appends nothing and the run stays parked."""

    code, permanent, fields = "approval_schema_violation", False, ("node", "violations")

    @property
    def violations(self) -> Sequence[Violation]:
        """All violations, sorted by path and message."""
        found: Sequence[Violation] = self.values["violations"]
        return found

    @property
    def message(self) -> str:
        count = len(self.violations)
        return f"The answer misses the approval schema of {self.values['node']} in {count} place{'s'[: count != 1]}."


class GraphEncode(EngineError):
    code, permanent, fields = "graph_encode", False, ("detail",)

    @property
    def message(self) -> str:
        return f"The run was not started: the graph or its input cannot be recorded ({self.values['detail']})."


class RuntimeRefusal(EngineError):
    """Anything else that stops a drive; the cause is kept unchanged as `__cause__` where it was an exception."""

    # `cause`: store, provider, divergence, reconciliation or node_failed.
    code, permanent, fields = "runtime_refusal", False, ("cause", "node", "detail")

    @property
    def message(self) -> str:
        return str(self.values["detail"])
