"""What a browser or an API client sees of a draft, its changes and its revisions.

The browser keeps a draft as flat nodes and replaces them by `Patch`: it never applies a diff itself.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from pydantic import ConfigDict, Field

from orchestration.selectors.views import View

ChangeKind = Literal["edit", "undo", "redo", "discard", "document", "restore", "import"]
Mark = Literal["same", "added", "removed", "changed", "rerouted"]


class PersonView(View):
    """Who did something; `id` null is the command line."""

    id: int | None
    name: str


class PlacedNode(View):
    """One node without what it holds, the node that holds it (null: the graph), and its place there."""

    node: dict[str, Any]
    team: str | None
    at: int


class Patch(View):
    """What is different after a change. Named nodes are taken out, then put where they are given, in
    order of `at`; null stays out. `graph` holds all of the graph's own fields, or null when they stayed.
    """

    graph: dict[str, Any] | None
    nodes: dict[str, PlacedNode | None]


class DraftProblem(View):
    """One finding. `path` leads there in the document, `field` in the node (like ``cases[0].when``)."""

    code: str
    level: Literal["well_formed", "runnable", "environment"]
    node: str | None
    path: str
    field: str
    message: str
    suggestion: str | None


class DraftProblems(View):
    """The first of all problems, in a stable order; `total` counts those not shown too.

    `runnable` is false while a problem keeps the draft from being published.
    """

    problems: list[DraftProblem]
    total: int
    runnable: bool


class ChangeLine(View):
    """A change for the list: what was done in words, by whom and when.

    `of` are the versions that an undo took back; of a redo, the undo that it took back.
    """

    version: int
    kind: ChangeKind
    author: PersonView
    at: datetime
    words: list[str]
    gesture: str
    undone: bool
    of: list[int]


class ChangeView(ChangeLine):
    """A change for those who keep a draft in step."""

    patch: Patch


class Position(View):
    """Upper left corner of a node inside what holds it, in canvas units. `by_hand`: a person put it there."""

    x: float
    y: float
    by_hand: bool


class LayoutView(View):
    version: int
    positions: dict[str, Position]


class MayDo(View):
    """What the asking user may do with this graph."""

    edit: bool
    publish: bool
    start: bool


class DraftView(View):
    """Where an editor starts; the socket goes on after `version`.

    `nodes` are in document order. `changes` are those since `base_revision` (null: never published),
    newest last. `undo` and `redo` say what these would do for the asking user, null: nothing.
    """

    slug: str
    name: str
    version: int
    graph: dict[str, Any]
    nodes: list[PlacedNode]
    problems: DraftProblems
    layout: LayoutView
    base_revision: int | None
    latest_revision: int | None
    archived: bool
    changes: list[ChangeLine]
    undo: str | None
    redo: str | None
    may: MayDo
    me: PersonView


class ChangeResult(View):
    """`changes` are all after the version that the request was based on; the last is the one just made.

    It is empty when nothing was changed. `inverse` undoes the change just made. With `reset` the changes
    in between are too many: read the draft again.
    """

    version: int
    changes: list[ChangeView]
    inverse: list[dict[str, Any]]
    problems: DraftProblems
    undo: str | None
    redo: str | None
    reset: bool


class ChangePage(View):
    """Changes after the one asked for, oldest first; `version` is the draft's."""

    changes: list[ChangeView]
    version: int


class ForbiddenEnd(View):
    node: str
    message: str


class Connections(View):
    """Where an edge may not be dropped, each with the reason; everywhere else it may."""

    version: int
    forbidden: list[ForbiddenEnd]


class RevisionView(View):
    number: int
    message: str
    author: PersonView
    published_at: datetime
    graph_hash: str
    node_count: int


class RevisionPage(View):
    results: list[RevisionView]
    next: str | None


class RevisionDetail(RevisionView):
    document: dict[str, Any]


class FieldChange(View):
    """A field of a node or of the graph; `old` and `new` are JSON text, null where it is absent."""

    field: str
    old: str | None
    new: str | None


class OverlayNode(View):
    """A node of either side. `team` is its holder on the side where it still is."""

    id: str
    title: str
    kind: str
    team: str | None
    mark: Mark
    fields: list[FieldChange]


class OverlayEdge(View):
    id: str
    source: str
    target: str
    case: str | None
    mark: Literal["same", "added", "removed"]


class Comparison(View):
    """Two states of a graph on one canvas; `old` and `new` are revision numbers, or ``draft``.

    `words` say the same as `diffs`, one line each.
    """

    old: str
    new: str
    words: list[str]
    diffs: list[dict[str, Any]]
    graph: list[FieldChange]
    nodes: list[OverlayNode]
    edges: list[OverlayEdge]


class ToolEntry(View):
    name: str
    effect: str
    description: str
    input_schema: Any
    output_schema: Any


class NamedEntry(View):
    """An agent or a role that is registered here."""

    name: str
    description: str


class KindEntry(View):
    """A kind of node: the fields of its form, and a node as it is when it has just been added."""

    kind: str
    title: str
    description: str
    form: dict[str, Any]
    blank: dict[str, Any]


class Catalog(View):
    """What can be put into a graph here. `operations` holds the JSON Schema of each GraphDiff."""

    kinds: list[KindEntry]
    tools: list[ToolEntry]
    agents: list[str]
    roles: list[str]
    people: list[str]
    groups: list[str]
    graph_form: dict[str, Any]
    operations: dict[str, Any]


class ExpressionVerdict(View):
    """`error` is why it does not compile, null: it does. `result` is JSON text of what it gives on the
    sample, `failure` why it gives nothing there."""

    error: str | None
    result: str | None
    failure: str | None


class SampleValue(View):
    """A value that a run recorded for this place; `value` is what an expression would read as `value`."""

    title: str
    run: int
    value: Any
    input: Any


class ScopePath(View):
    path: str
    type: str


class ScopeView(View):
    """What an expression at a node can read: names with their types as far as schemas and samples tell."""

    paths: list[ScopePath]
    samples: list[SampleValue]


class ImportedGraph(View):
    """`revision` is null: it is a draft until somebody publishes it."""

    slug: str
    name: str
    notes: list[str]
    problems: DraftProblems


class PresentPerson(View):
    """Somebody who has the graph open. `colour` is 0 to 7, the same for everyone who looks."""

    id: int
    name: str
    colour: int
    node: str | None


class GraphUpdate(View):
    """On ``/ws/graphs/<slug>/``: the changes `from` + 1 to `to`; none when only the rest is new.

    `problems` is null when they stayed as they were. `layout` is null when nothing was moved. Changes up
    to `clean_version` are published, or taken back as a whole.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, serialize_by_alias=True)

    type: Literal["graph"] = "graph"
    from_: int = Field(alias="from")
    to: int
    changes: list[ChangeView]
    problems: DraftProblems | None
    layout: LayoutView | None
    base_revision: int | None
    latest_revision: int | None
    clean_version: int


class People(View):
    """On ``/ws/graphs/<slug>/``: everybody who has the graph open now, the asking user among them."""

    type: Literal["people"] = "people"
    people: list[PresentPerson]
