"""Diffs in words, for the list of changes."""

from __future__ import annotations

from collections.abc import Sequence

from orchestration.graph.diff.registry import GraphDiff
from orchestration.graph.diff.sketch import Sketch
from orchestration.graph.diff.words import Words
from orchestration.graph.document import Document


def describe(diff: GraphDiff, document: Document) -> str:
    """One line without a full stop: ``Added tool “Look up dispute” after “Start”``.

    `document` is the one that the diff is or was applied to; it gives the titles. Never fails: a node
    that is not there goes by its id.
    """
    return diff.describe(Words(document))


def describe_all(diffs: Sequence[GraphDiff], document: Document) -> list[str]:
    """One line for each of several diffs that apply to `document` one after the other.

    Each speaks of the document as those before it left it. Raises Refusal where one does not apply.
    """
    words = []
    sketch = Sketch(document) if len(diffs) > 1 else None
    for position, diff in enumerate(diffs):
        words.append(describe(diff, document))
        if sketch is not None and position + 1 < len(diffs):
            diff.edit(sketch)
            document = sketch.document()
    return words
