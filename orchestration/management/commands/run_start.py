"""`manage.py run_start SLUG --input JSON`: start a run, and wait for it if asked."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import CommandParser

from orchestration.engine.errors import GraphEncode
from orchestration.management.command import Answer, Refused, TracksideCommand
from orchestration.management.reading import find_graph, read_json
from orchestration.management.showing import run_text, run_value, violation_values
from orchestration.management.waiting import await_run
from orchestration.models import Run
from orchestration.services.errors import Conflict, InputViolation, NotFound
from orchestration.services.runs import run_start


class Command(TracksideCommand):
    help = "Start a run of the graph SLUG. A running `serve` carries it on; with --wait this command can too."

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument("--input", default="null", metavar="JSON", help="“-” reads the standard input")
        parser.add_argument("--revision", type=int, help="the latest one unless given")
        parser.add_argument("--label", action="append", default=[], metavar="NAME=TEXT")
        parser.add_argument("--wait", action="store_true", help="until the run ends or waits for people")
        parser.add_argument("--timeout", type=float, metavar="SECONDS", help="wait no longer than this")

    def answer(self, **options: Any) -> Answer:
        text = sys.stdin.buffer.read() if options["input"] == "-" else options["input"]
        run = self._start(
            options["slug"], options["revision"], read_json(text, "--input"), _labels(options["label"])
        )
        settled = await_run(run, timeout=options["timeout"]) if options["wait"] else True
        if not settled:
            self.stderr.write(f"Run {run.pk} is still at work after {options['timeout']:g} seconds.")
        value = run_value(run)
        refused = value["refusal"] is not None or value["status"] == "canceled"
        return Answer(value, run_text(value), ok=settled and not refused)

    def _start(self, slug: str, revision: int | None, value: Any, labels: dict[str, str]) -> Run:
        graph = find_graph(slug)
        try:
            return run_start(graph=graph, revision=revision, input=value, labels=labels, actor=None)
        except InputViolation as error:
            lines = [f"{violation.path}: {violation.message}" for violation in error.violations]
            message = "The run was not started: its input is not what the graph asks for."
            body = {"code": "input_invalid", "message": message, "errors": violation_values(error.violations)}
            raise Refused("\n".join([message, *lines]), {"error": body}) from error
        except Conflict as error:
            raise Refused(error.detail, code=error.code) from error
        except NotFound as error:
            raise Refused(str(error), code="not_found") from error
        except GraphEncode as error:
            raise Refused(error.message, code=error.code) from error


def _labels(pairs: list[str]) -> dict[str, str]:
    wrong = [pair for pair in pairs if "=" not in pair]
    if wrong:
        raise Refused(f"A label is NAME=TEXT, not “{wrong[0]}”.")
    return dict(pair.split("=", 1) for pair in pairs)
