"""`manage.py graph_validate FILE`: everything that is wrong with a graph."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from orchestration.graph.canonical import graph_hash
from orchestration.graph.document import parse_document
from orchestration.graph.problems import DocumentInvalid
from orchestration.graph.validation import Catalog, validate
from orchestration.management.command import Answer, TracksideCommand
from orchestration.management.reading import read_source
from orchestration.management.showing import problem_lines, problem_values
from orchestration.tools import registered


class Command(TracksideCommand):
    help = "List everything that is wrong with the graph in FILE (“-” reads the standard input)."
    needs_database = False

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE")

    def answer(self, **options: Any) -> Answer:
        try:
            document = parse_document(read_source(options["file"]))
        except DocumentInvalid as invalid:
            value = {"graph_hash": None, "problems": problem_values(invalid.problems)}
            return Answer(value, problem_lines(invalid.problems), ok=False)
        problems = validate(document, Catalog(tools=frozenset(registered())))
        digest = graph_hash(document)
        # What is not registered here is a warning: the node refuses when it is reached.
        runnable = all(problem.level == "environment" for problem in problems)
        return Answer(
            {"graph_hash": digest, "problems": problem_values(problems)},
            problem_lines(problems) or f"“{document.name}” can run. {digest}",
            ok=runnable,
        )
