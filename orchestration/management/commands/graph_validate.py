"""`manage.py graph_validate FILE`: everything that is wrong with a graph."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from orchestration.graph.canonical import graph_hash
from orchestration.graph.importers import FORMATS, Format, read_document, recognise
from orchestration.graph.problems import DocumentInvalid, Problem
from orchestration.graph.validation import catalog_of, validate
from orchestration.management.command import Answer, TracksideCommand
from orchestration.management.reading import read_source, stem_of
from orchestration.management.showing import note_lines, problem_lines, problem_values
from orchestration.tools import bindings


class Command(TracksideCommand):
    help = "List everything that is wrong with the graph in FILE (“-” reads the standard input)."
    needs_database = False

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE")
        parser.add_argument(
            "--format", choices=("auto", *FORMATS), default="auto", help="found out unless given"
        )

    def answer(self, **options: Any) -> Answer:
        source, format = read_source(options["file"]), None
        try:
            recognised = recognise(source, options["format"])
            format = recognised.format
            imported = read_document(recognised, unnamed=stem_of(options["file"]))
        except DocumentInvalid as invalid:
            return _answer(format, None, invalid.problems, problem_lines(invalid.problems), ok=False)
        document = imported.document
        problems = validate(document, catalog_of(bindings()))
        digest = graph_hash(document)
        # What is not registered here is a warning: the node refuses when it is reached.
        runnable = all(problem.level == "environment" for problem in problems)
        lines = [*note_lines(imported.notes), problem_lines(problems)]
        if runnable:
            lines.append(f"“{document.name}” can run. {digest}")
        return _answer(format, digest, problems, "\n".join(line for line in lines if line), ok=runnable)


def _answer(
    format: Format | None, digest: str | None, problems: list[Problem], text: str, *, ok: bool
) -> Answer:
    said = text if format is None else f"Read as {format}.\n{text}"
    value = {"graph_hash": digest, "problems": problem_values(problems)}
    return Answer(value if format is None else value | {"format": format}, said, ok=ok)
