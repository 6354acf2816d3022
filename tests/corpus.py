"""Where real files of other systems are: beside the repository, or where TRACKSIDE_CORPUS says."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

CORPUS = Path(os.environ.get("TRACKSIDE_CORPUS") or Path(__file__).parents[2] / "shared" / "corpus")

needs_corpus = pytest.mark.skipif(not CORPUS.is_dir(), reason="The corpus is not here.")

# Format and number of nodes, teams and bodies included, of each file that holds a sound graph.
READABLE = {
    "salvor/branch-review.json": ("salvor", 6),
    "salvor/dispute-refund.json": ("salvor", 6),
    "salvor/fold-refine.json": ("salvor", 2),
    "salvor/linear-research-publish.json": ("salvor", 3),
    "taskgraph/brief.json": ("gglib", 9),
    "scheduler/report.json": ("zeph", 4),
    "wfformat/bacass-dirt02-001.json": ("wfformat", 11),
    "wfformat/epigenomics-chameleon-ilmn-2seq-100k-001.json": ("wfformat", 263),
    "wfformat/helloworld-forkjoin-10-chameleon.json": ("wfformat", 10),
    "wfformat/montage-chameleon-2mass-04d-001.json": ("wfformat", 1312),
}
# The code of the one problem of each other file.
REFUSED = {"salvor/invalid-cycle.json": "cycle", "taskgraph/brief-diffs.json": "invalid_value"}
