"""`manage.py graph_export SLUG`: a published graph as a file."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import CommandParser

from orchestration.management.command import Answer, TracksideCommand
from orchestration.management.reading import find_revision


class Command(TracksideCommand):
    help = "Print a revision of the graph SLUG as native JSON, its fields in their author's order."

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument("--revision", type=int, metavar="N", help="the latest one unless given")

    def answer(self, **options: Any) -> Answer:
        document = json.loads(find_revision(options["slug"], options["revision"]).document.text)
        return Answer(document, json.dumps(document, indent=2, ensure_ascii=False))
