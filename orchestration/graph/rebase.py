"""A diff made against an older version of a document, applied to a newer one."""

from __future__ import annotations

from collections.abc import Sequence

from orchestration.graph.diff.applying import apply
from orchestration.graph.diff.registry import GraphDiff
from orchestration.graph.document import Document
from orchestration.graph.validation import DEFAULT_LIMITS
from orchestration.graph.wellformed import Limits


def rebase(diffs: Sequence[GraphDiff], onto: Document, *, limits: Limits = DEFAULT_LIMITS) -> Document:
    """The newer document with the diffs applied. Raises DiffError, whose message is the reason.

    Diffs are operations, not patches: they name nodes and say what to do with them, so they simply run
    again. “Still applies” means that the newer document has what they name and stays well-formed.

    - What two people change in different nodes, or in different fields of one node, both stays. Two who
      set the same field: the later diff wins, as it would had it been made a moment later.
    - A position (`at`) counts anew; beyond the end is at the end.
    - A node that was removed or renamed meanwhile is node_not_found, an edge that is gone
      edge_not_found, an id that was taken duplicate_node_id, two edges that only together close a
      circle cycle.
    - `restore` puts whole nodes back, so it alone could overwrite what someone else did. It carries
      `expected` and is refused with node_changed where that no longer holds.
    """
    return apply(onto, diffs, limits=limits)
