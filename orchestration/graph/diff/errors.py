"""Why a diff is refused."""

from __future__ import annotations

from enum import StrEnum


class DiffCode(StrEnum):
    # The value is no diff.
    UNKNOWN_OP = "unknown_op"
    MALFORMED_DIFF = "malformed_diff"

    # The diff does not fit the document.
    DUPLICATE_NODE_ID = "duplicate_node_id"
    NODE_NOT_FOUND = "node_not_found"
    UNKNOWN_DEPENDENCY = "unknown_dependency"
    EDGE_NOT_FOUND = "edge_not_found"
    CYCLE = "cycle"
    LIMIT_EXCEEDED = "limit_exceeded"
    EMPTY_SPLIT = "empty_split"
    LABELLED_EDGE = "labelled_edge"
    INVALID_NODE = "invalid_node"
    INVALID_TEAM = "invalid_team"
    NODE_CHANGED = "node_changed"


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
