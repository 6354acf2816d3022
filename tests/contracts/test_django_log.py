from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from orchestration.engine import events as e
from orchestration.engine.events import Actor
from orchestration.engine.ports import ClosedSuspension, OpenedSuspension, Projection, RunSummary, SeqConflict
from orchestration.eventlog import DjangoEventLog
from orchestration.graph.document import Document
from orchestration.models import Approval, Graph, Revision, Run, RunTimer
from orchestration.services.graphs import document_store
from tests.contracts.event_log import ADA, DOCUMENT, NOW, EventLogContract


@pytest.mark.made_up_logs
@pytest.mark.django_db(transaction=True)
class TestDjangoLog(EventLogContract):
    def setup_method(self) -> None:
        self.log = DjangoEventLog()

    def new_run(self, document: Document) -> tuple[int, str]:
        stored = document_store(document=document)
        graph, _ = Graph.objects.get_or_create(slug="refund", defaults={"name": "Refund"})
        revision, _ = Revision.objects.get_or_create(graph=graph, number=1, document=stored)
        run = Run.objects.create(graph=graph, revision=revision, document=stored)
        return run.pk, stored.graph_hash

    def summary(self, run: int) -> RunSummary:
        row = Run.objects.get(pk=run)
        return RunSummary(
            row.status,
            row.seq,
            row.waiting,
            row.counts,
            row.refusal,
            row.output_value,
            row.started_at,
            row.finished_at,
        )

    def approvals(self, run: int) -> dict[str, str]:
        return dict(Approval.objects.filter(run=run).values_list("suspension", "status"))

    def timers(self, run: int) -> dict[tuple[str, str], datetime]:
        return {(row.timer, row.of): row.due for row in RunTimer.objects.filter(run=run)}

    # ── what only the database shows ──

    def test_an_append_without_timers_and_approvals_is_two_statements(self) -> None:
        run, _ = self.begin()
        with CaptureQueriesContext(connection) as queries:
            self.add(run, 1, [e.NodeExited(node="a"), e.NodeExited(node="b")])
        writes = [query["sql"] for query in queries if not query["sql"].startswith(("BEGIN", "COMMIT"))]
        assert len(writes) == 2
        assert "UPDATE orchestration_run " in writes[0]
        assert "INSERT INTO orchestration_runevent" in writes[1]

    def test_a_lost_append_leaves_an_outer_transaction_usable(self) -> None:
        run, _ = self.begin()
        with transaction.atomic():
            with pytest.raises(SeqConflict):
                self.log.append(run, self._envelopes(run), Projection(RunSummary("running", 0, 0, {})))
            assert Run.objects.get(pk=run).seq == 0

    def _envelopes(self, run: int) -> list[e.Envelope]:
        return [e.Envelope(run=run, seq=0, payload=e.RunPaused(), at=NOW)]

    def test_an_approval_copies_from_the_node_who_may_decide(self) -> None:
        run, _ = self.begin()
        self.suspend(run, 1)
        approval = Approval.objects.get(run=run)
        assert (approval.assignees, approval.groups, approval.required) == (["ada"], ["Finance"], 2)
        assert approval.allow_self_approval is False
        assert (approval.schema, approval.prompt, approval.due) == ({"type": "object"}, "Pay it?", NOW)
        assert (approval.node, approval.cause, approval.version) == ("approve", "gate", 1)

    def test_a_question_to_the_operators_names_nobody(self) -> None:
        run, _ = self.begin()
        opened = OpenedSuspension("s1", "approve", "ask", {}, "", None)
        self.add(run, 1, [e.Suspended(suspension="s1", node="approve", cause="ask")], opened=[opened])
        approval = Approval.objects.get(run=run)
        assert (approval.assignees, approval.groups, approval.required) == ([], [], 1)

    def test_each_decision_makes_a_new_version(self) -> None:
        run, _ = self.begin()
        self.suspend(run, 1)
        decision = e.DecisionRecorded(suspension="s1", outcome="approve")
        self.add(run, 2, [decision], ADA)
        approval = Approval.objects.get(run=run)
        assert (approval.status, approval.version, approval.decided_by) == ("open", 2, "")
        bob = Actor(id=8, name="bob")
        closed = [ClosedSuspension("s1", "approved")]
        self.add(run, 3, [decision, e.Resumed(suspension="s1")], bob, closed=closed)
        approval.refresh_from_db()
        assert (approval.status, approval.version) == ("approved", 3)
        assert (approval.decided_by, approval.decided_at) == ("bob", NOW)

    @pytest.mark.parametrize(
        ("word", "outcome", "status", "by"),
        [
            # A deadline is the system's word.
            (e.TimerFired(timer="deadline", of="s1"), "expired", "expired", "system"),
            # An answered reconciliation is an approval like any other.
            (e.CallResolved(call="c", happened=True), "resolved", "approved", "ada"),
        ],
    )
    def test_who_decided_is_kept(self, word: e.External, outcome: str, status: str, by: str) -> None:
        run, _ = self.begin()
        self.suspend(run, 1)
        actor = None if by == "system" else ADA
        closed = [ClosedSuspension("s1", outcome)]
        self.add(run, 2, [word, e.Resumed(suspension="s1")], actor, closed=closed)
        approval = Approval.objects.get(run=run)
        assert (approval.status, approval.decided_by) == (status, by)

    def test_a_run_that_ends_closes_its_questions_in_nobodys_name(self) -> None:
        run, _ = self.begin()
        self.suspend(run, 1)
        closed = [ClosedSuspension("s1", "closed")]
        self.add(run, 2, [e.CancelRequested(), e.RunCanceled()], ADA, closed=closed)
        approval = Approval.objects.get(run=run)
        assert (approval.status, approval.decided_by) == ("closed", "")

    def test_a_finished_run_has_no_timers(self) -> None:
        run, _ = self.begin()
        RunTimer.objects.create(run_id=run, timer="sleep", of="a", due=NOW + timedelta(hours=1))
        self.add(run, 1, [e.RunCanceled()], summary=RunSummary("canceled", 1, 0, {}, started_at=NOW))
        assert self.timers(run) == {}

    def test_a_changed_graph_becomes_the_runs_document(self) -> None:
        run, _ = self.begin()
        other = document_store(document=DOCUMENT.model_copy(update={"name": "Other"}))
        changed = e.GraphChanged(graph_hash=other.graph_hash, diffs=[], bindings=e.Bindings())
        self.add(run, 1, [changed], ADA)
        assert Run.objects.get(pk=run).graph_hash == other.graph_hash
