"""Diffs in words, for the list of changes."""

from __future__ import annotations

from orchestration.graph.diff.registry import GraphDiff
from orchestration.graph.diff.words import Words
from orchestration.graph.document import Document


def describe(diff: GraphDiff, document: Document) -> str:
    """One line without a full stop: ``Added tool “Look up dispute” after “Start”``.

    `document` is the one that the diff is or was applied to; it gives the titles. Never fails: a node
    that is not there goes by its id.
    """
    return diff.describe(Words(document))
