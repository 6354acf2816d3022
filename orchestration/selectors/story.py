"""One approval's story from its run's log: what it rests on, who said what, and its receipt."""

from __future__ import annotations

import json
from typing import Any

from django.db.models import Q

from orchestration.engine import events as e
from orchestration.engine.events import DecisionRecorded, Envelope
from orchestration.eventlog import envelope_of
from orchestration.models import Approval, RunEvent
from orchestration.selectors.titles import Titles


class Story:
    """What the log tells about one approval. `sources` are the nodes that its node depends on."""

    def __init__(self, row: Approval, sources: list[str]) -> None:
        self._row = row
        self._sources = sources
        self._input: Any = None
        self._run_input: Any = None
        self._outputs: dict[str, Any] = {}
        self._counting: dict[tuple[int | None, str], Envelope] = {}
        self._last: Envelope | None = None
        self._asked = self._answered = False
        for envelope in _told_about(row, sources):
            self._hear(envelope)

    def _hear(self, envelope: Envelope) -> None:
        event = envelope.payload
        if isinstance(event, e.RunStarted):
            self._run_input = event.input
        elif isinstance(event, e.Suspended | e.Resumed) and event.suspension == self._row.suspension:
            self._asked, self._answered = True, isinstance(event, e.Resumed)
        elif isinstance(event, DecisionRecorded) and event.suspension == self._row.suspension:
            self._decision(envelope, event)
        elif isinstance(event, e.CallResolved):
            self._resolution(envelope, event)
        elif isinstance(event, e.NodeEntered | e.NodeExited) and not self._asked:
            self._value(event)

    def _value(self, event: e.NodeEntered | e.NodeExited) -> None:
        """Only what was known when the question was asked is evidence."""
        if isinstance(event, e.NodeExited):
            self._outputs[event.node] = event.output
        elif event.node == self._row.node:
            self._input = event.input

    def _resolution(self, envelope: Envelope, event: e.CallResolved) -> None:
        """A node may be in doubt more than once; the word counts for the question open at the time."""
        if self._asked and not self._answered and event.call.split("#", 1)[0] == self._row.node:
            self._last = envelope

    def _decision(self, envelope: Envelope, event: DecisionRecorded) -> None:
        voice = (envelope.actor.id, envelope.actor.name) if envelope.actor else (None, "")
        if event.outcome == "approve":
            self._counting[voice] = envelope
        else:
            self._counting.pop(voice, None)
        if event.outcome != "withdraw":
            self._last = envelope

    @property
    def fixed(self) -> DecisionRecorded | None:
        """The approval whose input the others confirm."""
        for envelope in self._counting.values():
            if isinstance(envelope.payload, DecisionRecorded):
                return envelope.payload
        return None

    def voices(self) -> list[dict[str, Any]]:
        """Those who approved, in order: {actor, at, reason}."""
        return [
            {
                "actor": envelope.actor.name if envelope.actor else "",
                "at": envelope.at.isoformat(),
                "reason": getattr(envelope.payload, "reason", ""),
            }
            for envelope in self._counting.values()
        ]

    def evidence(self, titles: Titles) -> dict[str, Any]:
        """Name → exact value: what flows in, and the outputs of the nodes that it rests on."""
        if not self._row.node:
            return {"Run input": self._run_input}
        found: dict[str, Any] = {"What flows in": self._input}
        for source in self._sources:
            output = self._outputs.get(source)
            if source in self._outputs and (len(self._sources) > 1 or output != self._input):
                found[titles.of(source)] = output
        if self._run_input is not None and self._run_input not in found.values():
            found["Run input"] = self._run_input
        return found

    def receipt(self) -> dict[str, Any]:
        """How it ended: outcome, who, when, why, the exact input, and where that stands in the log."""
        row, word = self._row, self._last
        event = word.payload if word else None
        given: dict[str, Any] = {}
        if isinstance(event, DecisionRecorded):
            given = {"reason": event.reason, "input": event.input if event.outcome == "approve" else None}
        elif isinstance(event, e.CallResolved):
            given = {"reason": "", "input": {"happened": event.happened, "output": event.output}}
        return {
            "outcome": row.get_status_display(),
            "actor": row.decided_by,
            "at": row.decided_at.isoformat() if row.decided_at else "",
            **given,
            "seq": word.seq if word else None,
            "run": row.run_id,
            "graph_hash": row.run.graph_hash,
        }


def _told_about(row: Approval, sources: list[str]) -> list[Envelope]:
    """The events that tell this approval's story; a long log is not read whole for it."""
    wanted = Q(kind__in=("RunStarted", "Suspended", "DecisionRecorded", "CallResolved", "Resumed"))
    wanted |= Q(kind="NodeEntered", payload__startswith=_payload_of(row.node))
    if len(sources) > 50:  # SQLite takes no condition of a thousand parts
        wanted |= Q(kind="NodeExited")
    else:
        for source in sources:
            wanted |= Q(kind="NodeExited", payload__startswith=_payload_of(source))
    rows = (
        RunEvent.objects.filter(wanted, run_id=row.run_id)
        .order_by("seq")
        .values_list("seq", "kind", "payload", "at", "actor_id", "actor_name")
    )
    return [envelope_of(row.run_id, *columns) for columns in rows]


def _payload_of(node: str) -> str:
    """How the stored payload of a node's event begins (see `events.encode`)."""
    return f'{{"node":{json.dumps(node, ensure_ascii=False)},'
