"""What a hub reads: the row and the log of a run, projected into views. One worker thread at a time."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from dashboard.api.renderers import to_json
from dashboard.live.frames import LIMIT, Fact, message, updates
from orchestration.engine.events import Envelope
from orchestration.eventlog import DjangoEventLog
from orchestration.models import Run
from orchestration.notify import run_group
from orchestration.selectors.project import RunProjection
from orchestration.selectors.views import Reset

# How far behind a watcher may come back and still be told the rest instead of `reset`.
KEPT_FACTS = 2000
KEPT_BYTES = 8 * 1024 * 1024
# A larger payload is left out of the event on the socket; the events endpoint has it.
PAYLOAD_LIMIT = LIMIT // 2


class RunSource:
    """Folds the log of one run as it grows, and remembers its last events ready to send."""

    has_more = False

    def __init__(self, run: int) -> None:
        self._run = run
        self.group = run_group(run)
        self._log = DjangoEventLog()
        self._facts: deque[Fact] = deque()
        self._bytes = 0
        self._told: bytes | None = None
        self.seq = -1

    def open(self) -> None:
        """Read everything there is. Raises Run.DoesNotExist."""
        self._projection = RunProjection(self._row())
        envelopes = self._log.read(self._run)
        old, recent = envelopes[:-KEPT_FACTS], envelopes[-KEPT_FACTS:]
        if old:
            self._projection.advance(old)
            self.seq = old[-1].seq
        self._follow(recent)
        self._told = self._run_view()

    def news(self) -> list[str]:
        """Messages for those who know everything up to `seq`; brings `seq` forward."""
        after = self.seq
        self._projection.row = self._row()
        facts = self._follow(self._log.read(self._run, after))
        view = self._run_view()
        changed = view if view != self._told else None
        self._told = view
        return updates(after, facts, self._node, changed)

    def since(self, after: int) -> list[str]:
        """Messages that bring a newcomer from `after` to `seq`: a `reset` when `after` is ahead of the log
        or too far behind it."""
        if after > self.seq or after < self.seq - len(self._facts):
            return [message(Reset(seq=self.seq))]
        facts = [fact for fact in self._facts if fact.seq > after]
        return updates(after, facts, self._node, self._told)

    def _row(self) -> Run:
        return Run.objects.with_context().get(pk=self._run)

    def _run_view(self) -> bytes:
        return to_json(self._projection.run_view())

    def _node(self, path: str) -> bytes:
        return to_json(self._projection.node_view(path))

    def _follow(self, envelopes: Sequence[Envelope]) -> list[Fact]:
        """Fold event by event, so that it is known which nodes each one changed."""
        facts = []
        for envelope in envelopes:
            touched = frozenset(self._projection.advance([envelope]))
            facts.append(Fact(envelope.seq, touched, self._event(envelope)))
        if facts:
            self.seq = facts[-1].seq
        self._facts += facts
        self._bytes += sum(len(fact.event) for fact in facts)
        while len(self._facts) > KEPT_FACTS or self._bytes > KEPT_BYTES:
            self._bytes -= len(self._facts.popleft().event)
        return facts

    def _event(self, envelope: Envelope) -> bytes:
        view = self._projection.event_view(envelope)
        encoded = to_json(view)
        if len(encoded) > PAYLOAD_LIMIT:
            cut = {"cut": True, "size": len(encoded)}
            encoded = to_json(view.model_copy(update={"payload": cut}))
        return encoded
