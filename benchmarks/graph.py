"""`bench graph`: changing, checking, hashing and reading the largest graphs.

Every figure is that of the shape which takes longer, of a long chain and a mixed graph.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from benchmarks.graph_shapes import chain, mixed
from benchmarks.measuring import Work, growth, milliseconds
from benchmarks.report import Row, at_most
from orchestration.graph.canonical import graph_hash
from orchestration.graph.compare import compare
from orchestration.graph.diff import apply, invert, parse_diffs
from orchestration.graph.document import Document, document_from_value, parse_document
from orchestration.graph.expressions import forget_compiled
from orchestration.graph.validation import Limits, validate

COUNT = 5_000
LIMITS = Limits(nodes=COUNT + 10)  # Room for what is added.

DIFF_BAR, VALIDATE_BAR, GROWTH_BAR = 50, 400, 2.6


@dataclass(frozen=True)
class Shape:
    """A large document; `middle` is a plain node in its middle, `end` the last one, `free` any other."""

    document: Document
    text: str
    middle: str
    before: str
    end: str
    free: str


def shapes(count: int) -> list[Shape]:
    half, last, block = count // 2, count - 1, count // 20
    long, rich = chain(count), mixed(count)
    return [
        Shape(document_from_value(long), json.dumps(long), f"n{half}", f"n{half - 1}", f"n{last}", "n10"),
        Shape(
            document_from_value(rich), json.dumps(rich),
            f"end{block}", f"team{block}", f"end{count // 10 - 1}", "look1",
        ),
    ]  # fmt: skip


NEW = {"id": "new-node", "kind": "tool", "tool": "note"}

Diff = Callable[[Shape], dict[str, Any]]

DIFFS: dict[str, Diff] = {
    "add_node": lambda at: {"op": "add_node", "node": {**NEW, "depends_on": [at.end]}},
    "remove_node, bridged": lambda at: {"op": "remove_node", "id": at.middle, "bridge": True},
    "split_node": lambda at: {
        "op": "split_node", "id": at.middle, "into": [{**NEW, "depends_on": [at.before]}],
    },
    "reroute_edge": lambda at: {
        "op": "reroute_edge", "node_id": at.middle, "old_dep": at.before, "new_dep": at.free,
    },
    "add_edge": lambda at: {"op": "add_edge", "node_id": at.end, "dep": at.free},
    "remove_edge": lambda at: {"op": "remove_edge", "node_id": at.middle, "dep": at.before},
    "update_node": lambda at: {"op": "update_node", "id": at.middle, "set": {"title": "Other"}},
    "rename_node": lambda at: {"op": "rename_node", "id": at.middle, "new_id": "renamed"},
    "set_graph": lambda at: {"op": "set_graph", "set": {"goal": "Other"}},
    "wrap_in_team, one node": lambda at: {"op": "wrap_in_team", "ids": [at.middle], "team_id": "all"},
    "wrap_in_team, all nodes": lambda at: {
        "op": "wrap_in_team", "ids": [node.id for node in at.document.nodes], "team_id": "all",
    },
}  # fmt: skip


def rows() -> Iterator[Row]:
    """Measure everything, a row at a time."""
    small, large = shapes(COUNT // 2), shapes(COUNT)
    for name, diff in DIFFS.items():
        yield at_most(f"diff: {name}", _slowest(large, _applying(diff)), "ms", DIFF_BAR)
    wrapped = [_wrapped(shape) for shape in large]
    yield at_most("diff: unwrap_team, all nodes", _slowest(wrapped, _unwrapping), "ms", DIFF_BAR)
    yield at_most("diff: restore (undo of a rename)", _slowest(large, _undoing), "ms", DIFF_BAR)
    yield at_most("validate", _slowest(large, _validating), "ms", VALIDATE_BAR)
    yield at_most(
        "validate, no expression seen before", _slowest(large, _validating_anew), "ms", VALIDATE_BAR
    )
    for name, work in (("hash", _hashing), ("parse", _parsing), ("compare with itself renamed", _comparing)):
        yield Row(name, round(_slowest(large, work), 2), "ms")
    for name, growing in GROWING.items():
        ratio = max(growth(growing(one), growing(other)) for one, other in zip(small, large, strict=True))
        yield at_most(f"growth from {COUNT // 2:,} to {COUNT:,} nodes: {name}", ratio, "times", GROWTH_BAR)


def _slowest(found: list[Shape], work: Callable[[Shape], Work]) -> float:
    return max(milliseconds(*(work(shape) for shape in found)))


def _applying(diff: Diff) -> Callable[[Shape], Work]:
    def work(shape: Shape) -> Work:
        diffs = parse_diffs([diff(shape)])
        return lambda: apply(shape.document, diffs, limits=LIMITS)

    return work


def _wrapped(shape: Shape) -> Shape:
    diffs = parse_diffs([DIFFS["wrap_in_team, all nodes"](shape)])
    return Shape(**{**shape.__dict__, "document": apply(shape.document, diffs, limits=LIMITS)})


def _unwrapping(shape: Shape) -> Work:
    diffs = parse_diffs([{"op": "unwrap_team", "id": "all"}])
    return lambda: apply(shape.document, diffs, limits=LIMITS)


def _undoing(shape: Shape) -> Work:
    (diff,) = parse_diffs([DIFFS["rename_node"](shape)])
    changed, back = apply(shape.document, [diff]), invert(shape.document, diff)
    return lambda: apply(changed, back)


def _validating(shape: Shape) -> Work:
    return lambda: validate(shape.document)


def _validating_anew(shape: Shape) -> Work:
    def work() -> None:
        forget_compiled()
        validate(shape.document)

    return work


def _hashing(shape: Shape) -> Work:
    return lambda: graph_hash(shape.document)


def _parsing(shape: Shape) -> Work:
    return lambda: parse_document(shape.text)


def _comparing(shape: Shape) -> Work:
    other = apply(shape.document, parse_diffs([DIFFS["rename_node"](shape)]))
    return lambda: compare(shape.document, other)


GROWING: dict[str, Callable[[Shape], Work]] = {
    **{
        f"diff {name}": _applying(DIFFS[name])
        for name in ("add_edge", "rename_node", "wrap_in_team, all nodes")
    },
    "validate": _validating,
    "hash": _hashing,
    "parse": _parsing,
    "compare": _comparing,
}
