"""Replay: feed the external events again; every engine event must come out as it was recorded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from orchestration.engine.decide import Step, decide
from orchestration.engine.events import Envelope, Event, RunStarted, encode
from orchestration.engine.fold import fold
from orchestration.engine.state import MalformedLog, RunState
from orchestration.engine.version import ENGINE_VERSION
from orchestration.graph.document import Document
from orchestration.graph.topology import Topology


@dataclass(frozen=True, slots=True)
class Divergence:
    """The first place where the log and the engine differ; each side is `Kind {payload}` or None."""

    position: int
    recorded: str | None
    derived: str | None


class OtherEngine(Exception):
    """The log was recorded by another engine version; it can be folded but not replayed."""


def replay(
    document_of: Callable[[str], Document],
    envelopes: Sequence[Envelope],
    *,
    decide: Callable[[RunState], Step] = decide,
) -> Divergence | None:
    """None when the log replays clean. Raises OtherEngine, MalformedLog."""
    if not envelopes or not isinstance(envelopes[0].payload, RunStarted):
        raise MalformedLog("a log begins with RunStarted")
    started = envelopes[0].payload
    if started.engine != ENGINE_VERSION:
        raise OtherEngine(f"recorded by engine {started.engine}, this is {ENGINE_VERSION}")
    state = RunState(Topology(document_of(started.graph_hash)))
    derived: list[Event] = []
    for envelope in envelopes:
        if envelope.origin == "external":
            if derived:
                return Divergence(envelope.seq, _line(envelope.payload), _line(derived[0]))
        else:
            if not derived:
                return Divergence(envelope.seq, _line(envelope.payload), None)
            expected = derived.pop(0)
            if _line(expected) != _line(envelope.payload):
                return Divergence(envelope.seq, _line(envelope.payload), _line(expected))
        fold(state, envelope)
        if not derived:
            derived = list(decide(state).events)
    if derived:
        return Divergence(len(envelopes), None, _line(derived[0]))
    return None


def _line(event: Event) -> str:
    return f"{event.kind} {encode(event)}"
