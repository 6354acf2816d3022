"""Graph files, Trackside's own and those of other systems, read into documents.

Nothing of a file is dropped silently: what a document cannot say becomes a note, what cannot be
understood a problem at its place in the file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

from orchestration.graph.importers import gglib, native, salvor, wfformat, zeph
from orchestration.graph.importers.notes import Format as Format
from orchestration.graph.importers.notes import Imported as Imported
from orchestration.graph.importers.notes import Note as Note
from orchestration.graph.importers.notes import NoteCode as NoteCode
from orchestration.graph.jsontext import load_json
from orchestration.graph.problems import DocumentInvalid, Problem, ProblemCode
from orchestration.graph.wellformed import Limits

AnyFormat = Format | Literal["auto"]

_READERS: Mapping[Format, Callable[[Any, Limits, str], Imported]] = {
    "native": native.read,
    "salvor": salvor.read,
    "gglib": gglib.read,
    "zeph": zeph.read,
    "wfformat": wfformat.read,
}
FORMATS: tuple[Format, ...] = tuple(_READERS)

_DEFAULT_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Recognised:
    """A JSON value, and the format that it was announced as or has the outer shape of."""

    format: Format
    value: Any


def import_document(
    text: str | bytes, format: AnyFormat = "auto", *, limits: Limits = _DEFAULT_LIMITS, unnamed: str = ""
) -> Imported:
    """The document that a file holds. `format` “auto” asks `detect`.

    `unnamed` is what a document is called whose file gives it no name. Raises DocumentInvalid with every
    problem found, each at its place in the file.
    """
    return read_document(recognise(text, format), limits=limits, unnamed=unnamed)


def recognise(text: str | bytes, format: AnyFormat = "auto") -> Recognised:
    """The first half of `import_document`. Raises DocumentInvalid for what is no JSON, or no graph."""
    value, problems = load_json(text)
    if problems:
        raise DocumentInvalid(problems)
    known = detect(value) if format == "auto" else format
    if known is None:
        raise DocumentInvalid([_unknown(value)])
    if known not in _READERS:
        raise ValueError(f"“{known}” is no format; the formats are {', '.join(FORMATS)}.")
    return Recognised(known, value)


def read_document(recognised: Recognised, *, limits: Limits = _DEFAULT_LIMITS, unnamed: str = "") -> Imported:
    """The other half. Raises DocumentInvalid."""
    read = _READERS[recognised.format]
    return replace(read(recognised.value, limits, unnamed), format=recognised.format)


def detect(value: Any) -> Format | None:
    """The format whose outer shape a JSON value has; None if it has none of them."""
    if not isinstance(value, dict):
        return None
    if "workflow" in value:
        return "wfformat"
    nodes = value.get("nodes")
    if isinstance(nodes, dict):
        return "gglib"
    if "nodes" not in value:
        if "tasks" in value:
            return "zeph"
        return "native" if "name" in value else None
    wrapped = isinstance(nodes, list) and any(isinstance(node, dict) and "payload" in node for node in nodes)
    return "salvor" if wrapped or "edges" in value else "native"


def _unknown(value: Any) -> Problem:
    message = (
        "This is no graph that can be read here: a document has “nodes”, a task graph “tasks” or “nodes”, "
        "a recorded workflow “workflow”."
    )
    first = value[0] if isinstance(value, list) and value else None
    if isinstance(first, dict) and "op" in cast("dict[str, Any]", first):
        message = (
            "This is a list of changes, not a graph; changes are applied to a graph that is there already."
        )
    return Problem(ProblemCode.INVALID_VALUE, "well_formed", None, "$", message)
