"""`manage.py run_show RUN`: where a run stands."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from orchestration.engine.ports import UnknownRun
from orchestration.engine.state import MalformedLog
from orchestration.management.command import Answer, Refused, TracksideCommand
from orchestration.management.reading import find_run
from orchestration.management.showing import run_text, run_value


class Command(TracksideCommand):
    help = "Show where a run stands: its status, its nodes, and whom it waits for."

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument("run", metavar="RUN")

    def answer(self, **options: Any) -> Answer:
        run = find_run(options["run"])
        try:
            value = run_value(run)
        except (MalformedLog, UnknownRun, KeyError, ValueError) as error:
            raise Refused(f"The log of run {run.pk} is damaged: {error}", code="malformed_log") from error
        return Answer(value, run_text(value))
