"""Why a diff is refused."""

from __future__ import annotations

from orchestration.graph.codes import Code


class DiffCode(Code):
    # The value is no diff.
    UNKNOWN_OP = "unknown_op", "There is no such operation."
    MALFORMED_DIFF = (
        "malformed_diff",
        "The value is no diff: a field is missing, unknown or of the wrong type.",
    )

    # The diff does not fit the document.
    DUPLICATE_NODE_ID = "duplicate_node_id", "The id is already used in the document."
    NODE_NOT_FOUND = "node_not_found", "There is no node of this id."
    UNKNOWN_DEPENDENCY = (
        "unknown_dependency",
        "A node would depend on one that is not there, or stands on another level.",
    )
    EDGE_NOT_FOUND = "edge_not_found", "The node has no such edge."
    CYCLE = "cycle", "Nodes would need each other in a circle; a node that needs itself is one."
    LIMIT_EXCEEDED = (
        "limit_exceeded",
        "The document would have too many nodes, levels or bytes, or nest too deep.",
    )
    EMPTY_SPLIT = "empty_split", "A node would be split into nothing."
    LABELLED_EDGE = "labelled_edge", "An edge out of a case of a branch stands in the way."
    INVALID_NODE = (
        "invalid_node",
        "A node would not be valid, or is of a kind that the operation cannot change.",
    )
    INVALID_TEAM = "invalid_team", "The nodes cannot form the team, or what is named holds no nodes."
    NODE_CHANGED = "node_changed", "A node is no longer what the undone change left."


class Refusal(Exception):
    """What an operation raises; who applies a list of them knows which one it was and makes a DiffError."""

    def __init__(
        self, code: DiffCode, message: str, *, node: str | None = None, cycle: tuple[str, ...] = ()
    ) -> None:
        self.code = code
        self.message = message
        self.node = node
        self.cycle = cycle
        super().__init__(message)


class DiffError(Exception):
    """A list of diffs was refused, and nothing of it was applied.

    `diff_index` counts from 0. `node` is the id that the reason is about, if it is about one. `cycle`
    holds the ids of a cycle, each needing the next and the last needing the first; else it is empty.
    """

    def __init__(
        self,
        code: DiffCode,
        diff_index: int,
        node: str | None,
        message: str,
        *,
        cycle: tuple[str, ...] = (),
    ) -> None:
        self.code = code
        self.diff_index = diff_index
        self.node = node
        self.message = message
        self.cycle = cycle
        super().__init__(f"Diff {diff_index}: {message} ({code.value})")
