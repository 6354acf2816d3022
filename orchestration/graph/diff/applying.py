"""Applying diffs to a document, all or none."""

from __future__ import annotations

from collections.abc import Sequence

from orchestration.graph.diff.check import check
from orchestration.graph.diff.errors import DiffError, Refusal
from orchestration.graph.diff.registry import GraphDiff
from orchestration.graph.diff.sketch import Sketch
from orchestration.graph.document import Document
from orchestration.graph.validation import DEFAULT_LIMITS
from orchestration.graph.wellformed import Limits


def apply(
    document: Document,
    diffs: Sequence[GraphDiff],
    *,
    limits: Limits = DEFAULT_LIMITS,
    size: int | None = None,
) -> Document:
    """The document after all diffs, well-formed after each of them. Raises DiffError for the first refused.

    `document` has to be well-formed; it is not changed, and its untouched nodes are shared with the
    result. If nothing changes, the result is the document itself. `size` is how many bytes the document
    takes at most, where that is known; else it is measured.
    """
    if not diffs:
        return document
    sketch = Sketch(document, size)
    for index, diff in enumerate(diffs):
        try:
            diff.edit(sketch)
            check(sketch, limits)
        except Refusal as refusal:
            raise DiffError(refusal.code, index, refusal.node, refusal.message, cycle=refusal.cycle) from None
    return sketch.document()


def sketched(document: Document, diff: GraphDiff) -> Document:
    """The document after one diff without the check that follows. Raises Refusal from the diff itself."""
    sketch = Sketch(document)
    diff.edit(sketch)
    return sketch.document()
