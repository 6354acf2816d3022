"""Changes of documents as operations: read, applied, undone and put into words.

`registry` lists the operations; each has a module of its own or shares one with its kin.
"""

from __future__ import annotations

from orchestration.graph.diff.applying import apply as apply
from orchestration.graph.diff.describing import describe as describe
from orchestration.graph.diff.describing import describe_all as describe_all
from orchestration.graph.diff.errors import DiffCode as DiffCode
from orchestration.graph.diff.errors import DiffError as DiffError
from orchestration.graph.diff.forms import diff_schemas as diff_schemas
from orchestration.graph.diff.inverting import invert as invert
from orchestration.graph.diff.inverting import way_back as way_back
from orchestration.graph.diff.parsing import parse_diffs as parse_diffs
from orchestration.graph.diff.registry import OPERATIONS as OPERATIONS
from orchestration.graph.diff.registry import GraphDiff as GraphDiff
