"""`manage.py replay_run RUN`: does the engine still decide as the log says?"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.core.management.base import CommandParser

from orchestration.engine.replay import OtherEngine, replay
from orchestration.engine.state import MalformedLog
from orchestration.eventlog import DjangoEventLog, document_of
from orchestration.management.command import Answer, Refused, TracksideCommand
from orchestration.management.reading import find_run


class Command(TracksideCommand):
    help = "Replay a run's log and report the first event that would come out differently."

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument("run", metavar="RUN")

    def answer(self, **options: Any) -> Answer:
        run = find_run(options["run"])
        try:
            envelopes = DjangoEventLog().read(run.pk)
            divergence = replay(document_of, envelopes)
        except OtherEngine as error:
            raise Refused(f"Run {run.pk} was {error}; it cannot be replayed.", code="other_engine") from error
        except (MalformedLog, KeyError, ValueError) as error:
            raise Refused(f"The log of run {run.pk} is damaged: {error}", code="malformed_log") from error
        value = {"events": len(envelopes), "divergence": divergence and asdict(divergence)}
        if divergence is None:
            return Answer(value, f"Run {run.pk} replays clean: {len(envelopes)} events.")
        text = (
            f"Run {run.pk} diverges at event {divergence.position}.\n"
            f"recorded: {divergence.recorded or 'nothing'}\nderived:  {divergence.derived or 'nothing'}"
        )
        return Answer(value, text, ok=False)
