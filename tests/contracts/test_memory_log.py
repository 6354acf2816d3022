from __future__ import annotations

from datetime import datetime

from orchestration.engine.fakes import MemoryLog
from orchestration.engine.ports import RunSummary
from orchestration.graph.document import Document
from tests.contracts.event_log import EventLogContract


class TestMemoryLog(EventLogContract):
    log: MemoryLog

    def setup_method(self) -> None:
        self.log = MemoryLog()

    def new_run(self, document: Document) -> tuple[int, str]:
        return self.log.create_run(), self.log.keep_document(document)

    def summary(self, run: int) -> RunSummary:
        return self.log.summaries[run]

    def approvals(self, run: int) -> dict[str, str]:
        return {key[1]: status for key, (_, status) in self.log.approvals.items() if key[0] == run}

    def timers(self, run: int) -> dict[tuple[str, str], datetime]:
        return {(timer, of): due for (at, timer, of), due in self.log.timers.items() if at == run}
