"""`manage.py load_examples`: publish the example graphs."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from orchestration.management.command import Answer, TracksideCommand
from orchestration.management.examples import examples_load


class Command(TracksideCommand):
    help = "Publish the example graphs that are missing."

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--update", action="store_true", help="also those that have changed since")

    def answer(self, **options: Any) -> Answer:
        results = examples_load(update=options["update"])
        graphs = [
            {"slug": result.slug, "revision": result.revision, "created": result.created}
            for result in results
        ]
        lines = [f"{result.slug}, revision {result.revision}" for result in results if result.created]
        return Answer({"graphs": graphs}, "\n".join(lines) or "All examples are there.")
