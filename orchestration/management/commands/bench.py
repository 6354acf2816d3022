"""`manage.py bench PART`: measure, and hold the figures against their bars."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from benchmarks import browser, editor, graph
from benchmarks.report import report_text, report_value
from orchestration.management.command import Answer, TracksideCommand

BENCHES = {"graph": graph.rows, "editor": editor.rows, "browser": browser.rows}
PACKAGES = (
    "pydantic",
    "pydantic-core",
    "cel-expr-python",
    "jsonschema-rs",
    "rfc8785",
    "orjson",
    "django",
    "playwright",
)


class Command(TracksideCommand):
    help = "Measure the speed of a part on this machine, and say which bars it meets."
    needs_database = False

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument("what", choices=tuple(BENCHES))

    def answer(self, **options: Any) -> Answer:
        value = report_value(list(BENCHES[options["what"]]()), PACKAGES)
        return Answer(value, report_text(value))
