"""What requests about graphs and their drafts carry."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from dashboard.api.bodies import Incoming, Storable

Version = Annotated[int, Field(ge=0, le=2**31 - 1)]
Slug = Annotated[str, Field(max_length=80), Storable]
GraphName = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200), Storable]
Gesture = Annotated[str, Field(max_length=64), Storable]


class GraphCreate(Incoming):
    """A new graph, blank or as a copy of the graph `template`."""

    name: GraphName
    template: Slug | None = None


class GraphDuplicate(Incoming):
    name: GraphName


class GraphImport(Incoming):
    """A graph file's text in any format that can be read here; it becomes the draft of a new graph.

    `name` is for a file that gives its graph none: the file's own name, say.
    """

    text: Annotated[str, Field(max_length=8 * 2**20)]
    format: Literal["auto", "native", "salvor", "gglib", "zeph", "wfformat"] = "auto"
    name: GraphName | None = None


class DocumentToCheck(Incoming):
    document: Any


class ValueToCheck(Incoming):
    """A value against a JSON Schema, for the preview of a form."""

    schema_: Annotated[Any, Field(alias="schema")]
    value: Any = None


class DraftChanges(Incoming):
    """Diffs made against version `base_version`. Changes that share a `gesture` are undone in one step.

    `guarded` ones are refused (`field_changed`) where they would set a field that somebody else has changed
    since that version; otherwise the later one counts.
    """

    base_version: Version
    diffs: Annotated[list[Any], Field(min_length=1, max_length=5000)]
    gesture: Gesture = ""
    guarded: bool = False


class DraftUndo(Incoming):
    """`pass_over` gives up on the change of this version, which can no longer be undone (or redone)."""

    pass_over: Version | None = None


class DraftBase(Incoming):
    base_version: Version


class DraftDocument(Incoming):
    """A whole document, as JSON `text` or as a value, in place of the draft; saved as diffs."""

    base_version: Version
    document: Any = None
    text: Annotated[str, Field(max_length=8 * 2**20)] | None = None


class DraftPaste(Incoming):
    """Nodes to add with fresh ids; edges among them come along, and with `keep_needs` those to nodes that
    stand where they are pasted. `team` is the node that is to hold them."""

    base_version: Version
    nodes: Annotated[list[Any], Field(min_length=1, max_length=5000)]
    team: Slug | None = None
    keep_needs: bool = False
    gesture: Gesture = ""


class DraftPublish(Incoming):
    """`version` is the draft that the person saw."""

    version: Version
    message: Annotated[str, Field(max_length=500), Storable] = ""


class ExpressionToTry(Incoming):
    """An expression for the place `field` (like ``over`` or ``cases[0].when.value``) of `node`."""

    text: Annotated[str, Field(max_length=10_000)]
    node: Slug | None = None
    field: Annotated[str, Field(max_length=200)] = ""
    try_on: bool = False
    value: Any = None
    input: Any = None
    labels: Annotated[dict[str, str], Field(default_factory=dict, max_length=50)]
    index: int | None = None


class PositionBody(Incoming):
    x: Annotated[float, Field(strict=False, allow_inf_nan=False, ge=-1e7, le=1e7)]
    y: Annotated[float, Field(strict=False, allow_inf_nan=False, ge=-1e7, le=1e7)]
    by_hand: bool = False


class LayoutChange(Incoming):
    """Positions to keep, by node; null forgets one. With `replace` all others are forgotten."""

    positions: Annotated[dict[Slug, PositionBody | None], Field(max_length=5000)]
    replace: bool = False
