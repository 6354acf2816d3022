"""What people hand to commands: files, JSON, names."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from orchestration.graph.importers import AnyFormat, Imported, import_document
from orchestration.graph.jsontext import load_json
from orchestration.graph.problems import DocumentInvalid
from orchestration.management.command import Refused
from orchestration.management.showing import problem_lines, problem_values
from orchestration.models import Graph, Revision, Run


def read_source(file: str) -> bytes:
    """The bytes of a file, or of the standard input for “-”. Raises Refused."""
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise Refused(f"{file} cannot be read: {error.strerror}", code="unreadable_file") from error


def stem_of(file: str) -> str:
    """What a graph is called that has no name of its own: its file without ending; “” for “-”."""
    return "" if file == "-" else Path(file).stem


def read_graph(file: str, format: AnyFormat) -> Imported:
    """The graph in a file of any format. Raises Refused with all problems."""
    source = read_source(file)
    try:
        return import_document(source, format, unnamed=stem_of(file))
    except DocumentInvalid as invalid:
        message = f"{file} holds no graph that can be used."
        error = {"code": "document_invalid", "diff_index": None, "node": None, "message": message}
        value = {"error": error, "problems": problem_values(invalid.problems)}
        raise Refused(f"{message}\n{problem_lines(invalid.problems)}", value) from invalid


def read_json(text: str | bytes, what: str) -> Any:
    """A JSON value, read as strictly as a graph. Raises Refused with the places of what is wrong."""
    value, problems = load_json(text)
    if problems:
        words = "; ".join(f"{problem.path}: {problem.message}" for problem in problems)
        raise Refused(f"{what} is not the JSON it should be. {words}", code="malformed_json")
    return value


def find_run(number: str) -> Run:
    """The run of this number. Raises Refused."""
    digits = number.removeprefix("#")
    run = None
    if digits.isascii() and digits.isdigit() and len(digits) < 19:
        run = Run.objects.with_context().filter(pk=int(digits)).first()
    if run is None:
        raise Refused(f"There is no run {number}.", code="not_found")
    return run


def find_graph(slug: str) -> Graph:
    """The graph of this slug. Raises Refused."""
    graph = Graph.objects.filter(slug=slug).first()
    if graph is None:
        known = ", ".join(Graph.objects.active().values_list("slug", flat=True)[:20])
        there_is = f"There is: {known}." if known else "There are no graphs yet; import one first."
        raise Refused(f"There is no graph “{slug}”. {there_is}", code="not_found")
    return graph


def find_revision(slug: str, number: int | None) -> Revision:
    """A revision of the graph of this slug, the latest one without `number`. Raises Refused."""
    graph = find_graph(slug)
    revisions = graph.revisions.published().select_related("document").order_by("-number")
    if number is not None:
        # A database has no whole number of any size, and would say so in its own way.
        revisions = revisions.filter(number=number) if 0 < number < 2**31 else revisions.none()
    found = revisions.first()
    if found is None:
        which = "published revision" if number is None else f"revision {number}"
        raise Refused(f"“{slug}” has no {which}.", code="not_found")
    return found
