"""What an expression at a node of a draft can read: paths, and values of recent runs to try it on."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from orchestration.engine.state import RunState
from orchestration.engine.status import TaskStatus
from orchestration.graph.expressions import EvaluationFailed, ExpressionInvalid, Scope, compile_expression
from orchestration.graph.in_scope import InScope, Reads, reads_at
from orchestration.graph.nodes import MapNode
from orchestration.graph.outline import Entry
from orchestration.graph.shapes import Shape, filled, merged, shape_of_value
from orchestration.models import Graph, Run
from orchestration.selectors.draft_documents import draft_of
from orchestration.selectors.draft_nodes import document_with
from orchestration.selectors.draft_views import SampleValue, ScopePath, ScopeView
from orchestration.selectors.project import RunProjection

PATHS_SHOWN = 200
SAMPLES_SHOWN = 5
# A sample is sent to a browser and back, so it has to be small.
LARGEST_SAMPLE = 64 * 1024
# Runs are read from their logs; beyond this many events no further one is looked at.
_RUNS_READ = 20
_EVENTS_READ = 20_000


class NothingRecorded(Exception):
    """The run has not got that far, or went another way."""


@dataclass(frozen=True)
class _Sample:
    run: int
    title: str
    value: Any
    input: Any


def scope_view(graph: Graph, node: str, tools: Mapping[str, Any], field: str = "") -> ScopeView:
    """`tools` maps the tools that can be called here to their output schemas; `field` is the place of the
    expression, for where `value` is not what flows into the node. Raises NoSuchNode.
    """
    scope = InScope(document_with(draft_of(graph), node), tools)
    entry = scope.entry(node)
    reads = reads_at(field)
    samples = list(islice(_samples(graph, entry, reads), SAMPLES_SHOWN))
    knows_index = entry.in_body or reads == "pass"
    return ScopeView(
        paths=list(_paths(scope.value(entry, reads), scope.run_input, knows_index, samples)),
        samples=[
            SampleValue(title=one.title, run=one.run, value=one.value, input=one.input) for one in samples
        ],
    )


def _paths(value: Shape, run_input: Shape, knows_index: bool, samples: list[_Sample]) -> Iterator[ScopePath]:
    """Those of the value first, then the run's."""
    value = filled(value, _seen([sample.value for sample in samples]))
    run_input = filled(run_input, _seen([sample.input for sample in samples]))
    for path, words in islice(value.paths("value"), PATHS_SHOWN):
        yield ScopePath(path=path, type=words)
    for path, words in islice(run_input.paths("run.input"), PATHS_SHOWN):
        yield ScopePath(path=path, type=words)
    yield ScopePath(path="run.labels", type="object")
    if knows_index:
        yield ScopePath(path="index", type="whole number")


def _seen(values: list[Any]) -> Shape:
    seen = Shape()
    for value in values:
        seen = merged(seen, shape_of_value(value))
    return seen


def _samples(graph: Graph, entry: Entry, reads: Reads) -> Iterator[_Sample]:
    """Newest first, each value once."""
    told: set[str] = set()
    events = 0
    runs = Run.objects.with_context().filter(graph=graph, seq__gte=0).order_by("-id")[:_RUNS_READ]
    for row in runs:
        events += row.seq + 1
        if events > _EVENTS_READ:
            return
        projection = RunProjection(row)
        projection.catch_up()
        try:
            value = _value_read(projection.state, row, entry, reads)
        except NothingRecorded:
            continue
        text = json.dumps([value, projection.state.input])
        if len(text) <= LARGEST_SAMPLE and text not in told:
            told.add(text)
            yield _Sample(row.pk, _title(row), value, projection.state.input)


def _value_read(state: RunState, row: Run, entry: Entry, reads: Reads) -> Any:
    """Raises NothingRecorded."""
    match reads:
        case "output":
            return _output(state, entry.id)
        case "routed":
            return _value_in(state, row, entry)
        case "pass":  # No pass of a fold is recorded on its own.
            raise NothingRecorded


def _value_in(state: RunState, row: Run, entry: Entry) -> Any:
    """What the expressions of the node, as it stands now, would have read as `value`.

    Raises NothingRecorded.
    """
    if row.revision.tried_node:
        if row.revision.tried_node != entry.id:
            raise NothingRecorded
        return state.input
    sources = list(dict.fromkeys(dependency.node for dependency in entry.node.depends_on))
    if not sources:
        return _handed_in(state, row, entry)
    if len(entry.node.depends_on) == 1:
        return _output(state, sources[0])
    live = {source: state.tasks[source].output for source in sources if _completed(state, source)}
    if not live:
        raise NothingRecorded
    return live


def _handed_in(state: RunState, row: Run, entry: Entry) -> Any:
    owner = entry.body_of or entry.level.owner
    if owner is None:
        return state.input
    value = _value_in(state, row, owner)
    scope = Scope(value, state.input, state.labels, 0 if owner.in_body else None)
    node = owner.node
    try:
        if node.input is not None:
            value = {name: compile_expression(text).evaluate(scope) for name, text in node.input.items()}
        if isinstance(node, MapNode):
            items = compile_expression(node.over).evaluate(scope)
            if not isinstance(items, list) or not items:
                raise NothingRecorded
            value = items[0]
    except (ExpressionInvalid, EvaluationFailed):
        raise NothingRecorded from None
    return value


def _output(state: RunState, id: str) -> Any:
    if not _completed(state, id):
        raise NothingRecorded
    return state.tasks[id].output


def _completed(state: RunState, id: str) -> bool:
    task = state.tasks.get(id)
    return task is not None and task.status is TaskStatus.COMPLETED


def _title(row: Run) -> str:
    tried = ", a test" if row.revision.draft_version is not None else ""
    labels = ", ".join(row.labels.values())
    return f"Run {row.pk}{tried}{f' ({labels[:60]})' if labels else ''}"
