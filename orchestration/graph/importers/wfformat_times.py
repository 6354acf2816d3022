"""How long each task of a recorded workflow ran."""

from __future__ import annotations

from collections.abc import Mapping

from orchestration.graph.importers.draft import Draft, shown
from orchestration.graph.importers.fields import Fields
from orchestration.graph.importers.notes import NoteCode
from orchestration.graph.importers.wfformat_leftovers import Leftovers
from orchestration.graph.problems import ProblemCode

# The tool waits for a day at most.
_LONGEST_WAIT = 86_400


class RunTimes:
    """Read from the file's `execution`, which may be missing. `longest` is in seconds."""

    def __init__(self, draft: Draft, leftovers: Leftovers, execution: Fields | None) -> None:
        self._draft = draft
        self._seconds: dict[str, int | float] = {}
        self.longest: int | float = 0
        if execution is None:
            return
        for record in execution.objects("tasks"):
            self._read(record)
            leftovers.look_at(record, each="task")
        leftovers.look_at(execution)

    def compare(self, ids: Mapping[str, str]) -> None:
        """Note the records of tasks that are not there; `ids` are those of the tasks by name."""
        strange = [name for name in self._seconds if name not in ids]
        if strange:
            message = f"Run times of unknown tasks are left out: {shown(', '.join(strange))}."
            self._draft.note(NoteCode.NOT_KEPT, None, message)

    def literal(self, name: str, id: str) -> str:
        """The seconds as an expression, exactly as recorded; 0 where nothing was."""
        seconds = self._seconds.get(name)
        if seconds is None:
            message = "No run time is recorded for this task; it takes no time here."
            self._draft.note(NoteCode.NO_RUN_TIME, id, message)
            return "0"
        if seconds > _LONGEST_WAIT:
            message = f"Ran for {seconds:,} seconds; the tool time.sleep waits for {_LONGEST_WAIT:,} at most."
            self._draft.note(NoteCode.WAIT_TOO_LONG, id, message)
        # The shortest text that reads back as the same number.
        return repr(seconds)

    def _read(self, record: Fields) -> None:
        name, seconds = record.text("id", required=True), record.raw("runtimeInSeconds")
        if name is None:
            return
        if isinstance(seconds, bool) or not isinstance(seconds, int | float) or seconds < 0:
            record.require("runtimeInSeconds")
            if seconds is not None:
                place = record.at("runtimeInSeconds")
                self._draft.problem(ProblemCode.INVALID_VALUE, place, "Should be a number from 0 on.", name)
        elif name in self._seconds:
            message = f"A second run time of “{shown(name)}” is left out: {seconds:,} seconds."
            self._draft.note(NoteCode.NOT_KEPT, None, message)
        else:
            self._seconds[name] = abs(seconds)
            self.longest = max(self.longest, seconds)
