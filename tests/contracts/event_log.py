"""What every EventLog promises. A subject inherits `EventLogContract` and says how to make one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from orchestration.engine import events as e
from orchestration.engine.events import Actor, Envelope
from orchestration.engine.ports import (
    ClearTimer,
    ClosedSuspension,
    EventLog,
    OpenedSuspension,
    Projection,
    RunSummary,
    SeqConflict,
    SetTimer,
    UnknownDocument,
    UnknownRun,
)
from orchestration.graph.document import Document, document_from_value

NOW = datetime(2026, 3, 1, 12, 30, 15, 123456, tzinfo=UTC)
ADA = Actor(id=7, name="ada")
DOCUMENT = document_from_value(
    {
        "schema_version": 1,
        "name": "Refund",
        "nodes": [
            {"id": "look-up", "kind": "tool", "tool": "text.template"},
            {
                "id": "approve",
                "kind": "gate",
                "depends_on": ["look-up"],
                "assignees": ["ada"],
                "groups": ["Finance"],
                "required_approvals": 2,
                "allow_self_approval": False,
            },
        ],
    }
)


def started(graph_hash: str, **changes: Any) -> e.RunStarted:
    values = {"input": {"amount": 300.0}, "bindings": e.Bindings(), "policy": e.Policy(), "engine": "1"}
    return e.RunStarted(graph_hash=graph_hash, key="k", **{**values, **changes})


class EventLogContract(ABC):
    """Subjects give a log, a place for runs, and a look at the rows that are kept beside the events."""

    log: EventLog

    @abstractmethod
    def new_run(self, document: Document) -> tuple[int, str]:
        """An empty run of this document: its id, and the hash under which the document is kept."""

    @abstractmethod
    def summary(self, run: int) -> RunSummary:
        """The run's row as it is kept."""

    @abstractmethod
    def approvals(self, run: int) -> dict[str, str]:
        """Suspension → status of the run's approvals."""

    @abstractmethod
    def timers(self, run: int) -> dict[tuple[str, str], datetime]:
        """(timer, of) → due."""

    def add(
        self, run: int, first: int, payloads: Sequence[e.Event], actor: Actor | None = None, **changes: Any
    ) -> None:
        """Append these events from seq `first` on, with a matching summary."""
        envelopes = [
            Envelope(run=run, seq=first + place, payload=payload, at=NOW, actor=actor)
            for place, payload in enumerate(payloads)
        ]
        summary = RunSummary("running", first + len(payloads) - 1, 0, {"pending": 2}, started_at=NOW)
        projection = replace(Projection(summary), **changes)
        with self.log.transaction():
            self.log.append(run, envelopes, projection)

    def begin(self) -> tuple[int, str]:
        run, graph_hash = self.new_run(DOCUMENT)
        self.add(run, 0, [started(graph_hash)], ADA)
        return run, graph_hash

    # ── events ──

    def test_what_was_appended_is_read_back_exactly(self) -> None:
        run, graph_hash = self.new_run(DOCUMENT)
        value = {"text": "ü \u2028 “x” \\u0000", "whole": 2**53, "half": 0.5, "one": 1.0, "no": None, "d": {}}
        payloads = [started(graph_hash, input=value, labels={"a": "b"}), e.NodeExited(node="n", output=value)]
        self.add(run, 0, payloads, ADA)
        found = self.log.read(run)
        assert [item.payload for item in found] == payloads
        assert [e.encode(item.payload) for item in found] == [e.encode(item) for item in payloads]
        assert [(item.run, item.seq, item.at, item.actor) for item in found] == [
            (run, 0, NOW, ADA),
            (run, 1, NOW, ADA),
        ]

    def test_an_event_without_an_actor_has_none_and_the_system_has_a_name(self) -> None:
        run, _ = self.begin()
        self.add(run, 1, [e.RunContinued()])
        self.add(run, 2, [e.TimerFired(timer="sleep", of="n")], e.SYSTEM)
        assert [item.actor for item in self.log.read(run)] == [ADA, None, e.SYSTEM]

    def test_reading_after_a_seq_gives_exactly_the_rest(self) -> None:
        run, _ = self.begin()
        self.add(run, 1, [e.RunPaused(), e.RunContinued(), e.RunPaused()])
        assert [item.seq for item in self.log.read(run, 1)] == [2, 3]
        assert self.log.read(run, 3) == []

    def test_runs_do_not_see_each_other(self) -> None:
        one, _ = self.begin()
        two, _ = self.begin()
        self.add(two, 1, [e.RunPaused()])
        assert [len(self.log.read(run)) for run in (one, two)] == [1, 2]

    def test_an_unknown_run_is_said_to_be_unknown(self) -> None:
        with pytest.raises(UnknownRun):
            self.log.read(987654321)

    def test_a_new_run_has_an_empty_log(self) -> None:
        run, _ = self.new_run(DOCUMENT)
        assert self.log.read(run) == []

    # ── conflicts ──

    def test_a_taken_seq_is_a_conflict_and_nothing_of_the_append_is_kept(self) -> None:
        run, _ = self.begin()
        self.add(run, 1, [e.RunPaused(reason="mine")])
        with pytest.raises(SeqConflict):
            self.add(
                run,
                1,
                [e.RunPaused(reason="late"), e.RunContinued()],
                commands=[SetTimer("sleep", "n", NOW)],
            )
        assert [item.payload for item in self.log.read(run, 0)] == [e.RunPaused(reason="mine")]
        assert self.summary(run).seq == 1
        assert self.timers(run) == {}

    def test_a_gap_is_a_conflict(self) -> None:
        run, _ = self.begin()
        with pytest.raises(SeqConflict):
            self.add(run, 2, [e.RunPaused()])
        assert len(self.log.read(run)) == 1

    def test_the_log_goes_on_after_a_conflict(self) -> None:
        run, _ = self.begin()
        with pytest.raises(SeqConflict):
            self.add(run, 0, [e.RunPaused()])
        self.add(run, 1, [e.RunPaused()])
        assert [item.seq for item in self.log.read(run)] == [0, 1]

    def test_an_error_in_a_transaction_undoes_all_of_it(self) -> None:
        run, _ = self.begin()
        with pytest.raises(RuntimeError), self.log.transaction():
            self.add(run, 1, [e.RunPaused()], commands=[SetTimer("sleep", "n", NOW)])
            raise RuntimeError
        assert len(self.log.read(run)) == 1
        assert (self.summary(run).seq, self.timers(run)) == (0, {})

    # ── the row ──

    def test_the_row_is_kept_in_step(self) -> None:
        run, _ = self.begin()
        summary = RunSummary(
            status="completed",
            seq=1,
            waiting=0,
            counts={"completed": 2},
            output={"paid": 12.5},
            started_at=NOW,
            finished_at=NOW + timedelta(seconds=3),
        )
        self.add(run, 1, [e.RunCompleted(output={"paid": 12.5})], summary=summary)
        assert self.summary(run) == summary

    def test_a_stall_changes_the_row_and_appends_nothing(self) -> None:
        run, _ = self.begin()
        refusal = {"code": "unknown_tool", "message": "a\0b", "permanent": False, "node": "look-up"}
        stalled = RunSummary("stalled", 0, 0, {"ready": 1}, refusal=refusal, started_at=NOW)
        with self.log.transaction():
            self.log.append(run, [], Projection(stalled))
        kept = self.summary(run)
        assert (kept.status, kept.seq) == ("stalled", 0)
        assert kept.refusal is not None
        assert kept.refusal["code"] == "unknown_tool"
        assert len(self.log.read(run)) == 1

    # ── timers ──

    def test_timers_are_set_moved_and_cleared(self) -> None:
        run, _ = self.begin()
        later = NOW + timedelta(hours=1)
        self.add(run, 1, [e.RunPaused()], commands=[SetTimer("sleep", "a", NOW), SetTimer("retry", "b", NOW)])
        assert self.timers(run) == {("sleep", "a"): NOW, ("retry", "b"): NOW}
        self.add(
            run, 2, [e.RunContinued()], commands=[SetTimer("sleep", "a", later), ClearTimer("retry", "b")]
        )
        assert self.timers(run) == {("sleep", "a"): later}

    def test_only_the_last_word_on_a_timer_counts(self) -> None:
        run, _ = self.begin()
        commands = [SetTimer("sleep", "a", NOW), ClearTimer("sleep", "a"), SetTimer("retry", "a", NOW)]
        self.add(run, 1, [e.RunPaused()], commands=commands)
        assert self.timers(run) == {("retry", "a"): NOW}

    # ── approvals ──

    def suspend(self, run: int, first: int) -> None:
        opened = OpenedSuspension("s1", "approve", "gate", {"type": "object"}, "Pay it?", NOW)
        event = e.Suspended(suspension="s1", node="approve", cause="gate", prompt="Pay it?", due=NOW)
        self.add(run, first, [event], opened=[opened])

    def test_an_approval_opens_and_closes_with_its_events(self) -> None:
        run, _ = self.begin()
        self.suspend(run, 1)
        assert self.approvals(run) == {"s1": "open"}
        decision = e.DecisionRecorded(suspension="s1", outcome="approve", input={"ok": True})
        resumed = e.Resumed(suspension="s1", input={"ok": True})
        self.add(run, 2, [decision, resumed], ADA, closed=[ClosedSuspension("s1", "approved")])
        assert self.approvals(run) == {"s1": "approved"}

    def test_an_approval_that_opens_and_closes_in_one_append_is_closed(self) -> None:
        run, _ = self.begin()
        opened = OpenedSuspension("s1", "approve", "gate", None, "", None)
        self.add(
            run,
            1,
            [e.Suspended(suspension="s1", node="approve", cause="gate"), e.RunCanceled()],
            opened=[opened],
            closed=[ClosedSuspension("s1", "closed")],
        )
        assert self.approvals(run) == {"s1": "closed"}

    # ── documents ──

    def test_a_document_is_found_by_its_hash(self) -> None:
        _, graph_hash = self.new_run(DOCUMENT)
        assert self.log.document(graph_hash) == DOCUMENT

    def test_an_unknown_document_is_said_to_be_unknown(self) -> None:
        with pytest.raises(UnknownDocument):
            self.log.document("sha256:" + "0" * 64)
