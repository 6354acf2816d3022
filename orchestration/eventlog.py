"""The event log on Django's database: rows that are added and never changed.

An append is the hottest write of the system, so it speaks SQL: about three statements a transaction and
no model objects.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from django.db import IntegrityError, connection, transaction

from orchestration.engine import events
from orchestration.engine.events import Actor, Envelope
from orchestration.engine.ports import (
    ClearTimer,
    OpenedSuspension,
    Projection,
    RunSummary,
    SeqConflict,
    SetTimer,
    UnknownDocument,
    UnknownRun,
)
from orchestration.graph.document import Document, parse_document
from orchestration.graph.nodes import GateNode
from orchestration.graph.topology import Topology
from orchestration.models import Approval, AuditEntry, Run, StoredDocument
from orchestration.models.about import about_of
from orchestration.models.audit import Verb, Via, short

INSERT_EVENT = (
    "INSERT INTO orchestration_runevent (run_id, seq, kind, origin, payload, at, actor_user, actor_name)"
    " VALUES (%s, %s, %s, %s, %s, %s, %s, %s)"
)
LAST_SEQ = "SELECT seq FROM orchestration_run WHERE id = %s"
READ_EVENTS = (
    "SELECT seq, kind, payload, at, actor_user, actor_name FROM orchestration_runevent"
    " WHERE run_id = %s AND seq > %s AND seq <= %s ORDER BY seq"
)
# `seq` in the condition is the lock: of two drivers that saw the same log, one finds no row.
UPDATE_RUN = (
    "UPDATE orchestration_run SET status = %s, seq = %s, waiting = %s, counts = %s, refusal = %s,"
    " output = %s, started_at = %s, finished_at = %s WHERE id = %s AND seq = %s"
)
SET_TIMER = (
    'INSERT INTO orchestration_runtimer (run_id, timer, "of", due) VALUES (%s, %s, %s, %s)'
    ' ON CONFLICT (run_id, timer, "of") DO UPDATE SET due = excluded.due'
)
CLEAR_TIMER = 'DELETE FROM orchestration_runtimer WHERE run_id = %s AND timer = %s AND "of" = %s'
FINISHED = frozenset({"completed", "failed", "canceled"})


@lru_cache(maxsize=256)
def document_of(graph_hash: str) -> Document:
    """The document kept under this hash; what a hash names never changes. Raises UnknownDocument."""
    text = StoredDocument.objects.filter(pk=graph_hash).values_list("text", flat=True).first()
    if text is None:
        raise UnknownDocument(graph_hash)
    return parse_document(text)


@lru_cache(maxsize=64)
def topology_of(graph_hash: str) -> Topology:
    """The indexed document kept under this hash. Raises UnknownDocument."""
    return Topology(document_of(graph_hash))


class DjangoEventLog:
    """`ports.EventLog` on the default database; holds no state, so any thread may use it."""

    def transaction(self) -> AbstractContextManager[None]:
        return transaction.atomic()

    def read(self, run: int, after: int = -1, limit: int | None = None) -> list[Envelope]:
        """As the port says; `limit` bounds how many events are read."""
        with connection.cursor() as cursor:
            # The row knows where the log ends, so that looking for news costs one look at a key.
            cursor.execute(LAST_SEQ, (run,))
            last = cursor.fetchone()
            if last is None:
                raise UnknownRun(run)
            if last[0] <= after:
                return []
            cursor.execute(READ_EVENTS, (run, after, last[0] if limit is None else after + limit))
            rows = cursor.fetchall()
        return [envelope_of(run, *row) for row in rows]

    def append(self, run: int, envelopes: Sequence[Envelope], projection: Projection) -> None:
        # Inside a transaction whoever opened it rolls back; a savepoint here would cost two statements.
        with nullcontext() if connection.in_atomic_block else self.transaction():
            self._update_run(run, envelopes, projection.summary)
            self._insert_events(run, envelopes)
            self._follow_document(run, envelopes)
            self._keep_timers(run, envelopes, projection)
            self._keep_approvals(run, envelopes, projection)

    def document(self, graph_hash: str) -> Document:
        return document_of(graph_hash)

    def _update_run(self, run: int, envelopes: Sequence[Envelope], summary: RunSummary) -> None:
        """Bring the row in step first: on PostgreSQL this also makes a second driver wait here."""
        before = envelopes[0].seq - 1 if envelopes else summary.seq
        values = (
            summary.status,
            envelopes[-1].seq if envelopes else summary.seq,
            summary.waiting,
            json.dumps(summary.counts),
            None if summary.refusal is None else _display_json(summary.refusal),
            _exact_json(summary.output) if summary.status == "completed" else None,
            _db_time(summary.started_at),
            _db_time(summary.finished_at),
            run,
            before,
        )
        with connection.cursor() as cursor:
            cursor.execute(UPDATE_RUN, values)
            if cursor.rowcount:
                return
        if not Run.objects.filter(pk=run).exists():
            raise UnknownRun(run)
        raise SeqConflict(f"Run {run} is not at event {before} any more.")

    def _insert_events(self, run: int, envelopes: Sequence[Envelope]) -> None:
        if not envelopes:
            return
        times: dict[datetime, Any] = {}  # events of one step share their time
        rows = []
        for envelope in envelopes:
            at = times.get(envelope.at)
            if at is None:
                at = times[envelope.at] = _db_time(envelope.at)
            payload, actor = envelope.payload, envelope.actor
            rows.append(
                (
                    run,
                    envelope.seq,
                    payload.kind,
                    payload.origin,
                    events.encode(payload),
                    at,
                    actor.id if actor else None,
                    actor.name if actor else None,
                )
            )
        try:
            with connection.cursor() as cursor:
                cursor.executemany(INSERT_EVENT, rows)
        except IntegrityError as error:
            raise SeqConflict(str(error)) from error

    def _follow_document(self, run: int, envelopes: Sequence[Envelope]) -> None:
        for envelope in reversed(envelopes):
            if isinstance(envelope.payload, events.RunStarted | events.GraphChanged):
                Run.objects.filter(pk=run).update(document_id=envelope.payload.graph_hash)
                return

    def _keep_timers(self, run: int, envelopes: Sequence[Envelope], projection: Projection) -> None:
        """Only what holds at the end is written: a timer set and cleared in one step costs nothing."""
        wanted: dict[tuple[str, str], datetime | None] = {}
        for envelope in envelopes:
            if isinstance(envelope.payload, events.TimerFired):
                wanted[envelope.payload.timer, envelope.payload.of] = None
        for command in projection.commands:
            if isinstance(command, SetTimer):
                wanted[command.timer, command.of] = command.due
            elif isinstance(command, ClearTimer):
                wanted[command.timer, command.of] = None
        with connection.cursor() as cursor:
            if projection.summary.status in FINISHED:
                cursor.execute("DELETE FROM orchestration_runtimer WHERE run_id = %s", (run,))
                return
            if cleared := [(run, *key) for key, due in wanted.items() if due is None]:
                cursor.executemany(CLEAR_TIMER, cleared)
            if due_rows := [(run, *key, _db_time(due)) for key, due in wanted.items() if due is not None]:
                cursor.executemany(SET_TIMER, due_rows)

    def _keep_approvals(self, run: int, envelopes: Sequence[Envelope], projection: Projection) -> None:
        if projection.opened:
            now = envelopes[-1].at
            graph_hash = Run.objects.values_list("document_id", flat=True).get(pk=run)
            Approval.objects.bulk_create(
                _approval(run, opened, topology_of(graph_hash), now) for opened in projection.opened
            )
        decided: set[str] = {
            envelope.payload.suspension
            for envelope in envelopes
            if isinstance(envelope.payload, events.DecisionRecorded)
        }
        closed = {item.suspension: item.outcome for item in projection.closed}
        for suspension in sorted(decided | closed.keys()):
            _bring_up_to_date(run, suspension, closed.get(suspension), envelopes)


def envelope_of(
    run: int, seq: int, kind: str, payload: str, at: datetime, actor_id: int | None, actor_name: str | None
) -> Envelope:
    """An envelope of columns; not validated again, since only `append` writes them."""
    return Envelope.model_construct(
        run=run,
        seq=seq,
        payload=events.decode(kind, payload),
        # SQLite keeps UTC without saying so.
        at=at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC),
        actor=None if actor_name is None else Actor.model_construct(id=actor_id, name=actor_name),
    )


def _approval(run: int, opened: OpenedSuspension, topology: Topology, now: datetime) -> Approval:
    approval = Approval(
        run_id=run,
        suspension=opened.suspension,
        node=opened.node or "",
        cause=opened.cause,
        prompt=opened.prompt.replace("\0", "\ufffd"),
        approval_schema=_exact_json(opened.approval_schema),
        due=opened.due,
        created_at=now,
    )
    node = topology.nodes.get((opened.node or "").rsplit("/", 1)[-1])
    # Only a gate names people; whoever controls the run answers the other causes, alone.
    if opened.cause == "gate" and isinstance(node, GateNode):
        approval.assignees = list(node.assignees or ())
        approval.groups = list(node.groups or ())
        approval.required = node.required_approvals
        approval.allow_self_approval = node.allow_self_approval
    return approval


def _bring_up_to_date(run: int, suspension: str, outcome: str | None, envelopes: Sequence[Envelope]) -> None:
    """Count a decision, and keep the outcome when it ended the approval."""
    approval = Approval.objects.get(run_id=run, suspension=suspension)
    approval.version += 1
    for envelope in envelopes:
        _count_voice(approval, envelope)
    changed = ["version", "voices"]
    if outcome is not None:
        word = _last_word(suspension, envelopes)
        # “resolved” is the answer to a reconciliation; as a row it is an approval like any other.
        approval.status = "approved" if outcome == "resolved" else outcome
        approval.decided_at = (word or envelopes[-1]).at
        approval.decided_by = word.actor.name if word and word.actor else _unnamed(outcome)
        changed += ["status", "decided_at", "decided_by"]
        if word and isinstance(word.payload, events.TimerFired):
            _audit_deadline(approval, word)
    approval.save(update_fields=changed)


def _audit_deadline(approval: Approval, word: Envelope) -> None:
    """What people answer is audited by the service; a deadline answers without one."""
    about = about_of(approval)
    AuditEntry.objects.create(
        at=word.at,
        actor_name=events.SYSTEM.name,
        via=Via.ENGINE.value,
        verb=Verb.APPROVAL_DECIDE.value,
        kind=about.kind,
        object_id=about.id,
        label=short(about.label, 250),
        graph_hash=about.graph_hash,
        event=word.seq,
        detail={"cause": approval.cause, "outcome": approval.status},
    )


def _count_voice(approval: Approval, envelope: Envelope) -> None:
    word, actor = envelope.payload, envelope.actor
    if not isinstance(word, events.DecisionRecorded) or word.suspension != approval.suspension:
        return
    if actor is None or actor.id is None:
        return
    others = [voice for voice in approval.voices if voice != actor.id]
    approval.voices = [*others, actor.id] if word.outcome == "approve" else others


def _last_word(suspension: str, envelopes: Sequence[Envelope]) -> Envelope | None:
    """The external event that Resumed followed; None when the run ended with the question open."""
    word: Envelope | None = None
    for envelope in envelopes:
        if envelope.origin == "external":
            word = envelope
        elif isinstance(envelope.payload, events.Resumed) and envelope.payload.suspension == suspension:
            return word
    return None


def _unnamed(outcome: str) -> str:
    """Nobody decides when a run ends first; a deadline is the system's."""
    return "" if outcome == "closed" else events.SYSTEM.name


def _exact_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _display_json(value: Any) -> str:
    """For JSON columns: PostgreSQL's jsonb refuses NUL, which a tool's message may hold."""
    return json.dumps(value, default=str).replace("\\u0000", "\\ufffd")


def _db_time(moment: datetime | None) -> Any:
    return None if moment is None else connection.ops.adapt_datetimefield_value(moment)
