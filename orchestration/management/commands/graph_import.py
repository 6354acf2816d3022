"""`manage.py graph_import FILE`: publish a graph file."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.core.management.base import CommandParser

from orchestration.graph.importers import FORMATS
from orchestration.graph.problems import DocumentInvalid
from orchestration.management.command import Answer, Refused, TracksideCommand
from orchestration.management.reading import read_source, stem_of
from orchestration.management.showing import note_lines, problem_lines, problem_values
from orchestration.services.errors import Conflict, NotASlug
from orchestration.services.graphs import graph_import


class Command(TracksideCommand):
    help = "Publish the graph in FILE (“-” reads the standard input) as a new graph or the next revision."

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE")
        parser.add_argument(
            "--format", choices=("auto", *FORMATS), default="auto", help="found out unless given"
        )
        parser.add_argument(
            "--name",
            help="the slug to publish under; without it, the graph made from a document of this name",
        )

    def answer(self, **options: Any) -> Answer:
        text = read_source(options["file"])
        try:
            result = graph_import(
                text=text,
                format=options["format"],
                name=options["name"],
                unnamed=stem_of(options["file"]) or options["name"] or "",
                actor=None,
            )
        except DocumentInvalid as invalid:
            words = f"Nothing was imported.\n{problem_lines(invalid.problems)}"
            raise Refused(words, {"problems": problem_values(invalid.problems)}) from invalid
        except Conflict as error:
            raise Refused(error.detail, code=error.code) from error
        except NotASlug as error:
            raise Refused(f"--name: {error}", code="not_a_slug") from error
        notes = [
            {"code": str(note.code), "node": note.node, "message": note.message} for note in result.notes
        ]
        state = (
            f"revision {result.revision}" if result.created else f"unchanged at revision {result.revision}"
        )
        lines = [f"{result.slug}, {state}. {result.graph_hash}"]
        lines += note_lines(result.notes)
        value = asdict(result) | {"notes": notes}
        return Answer(value, "\n".join(lines))
