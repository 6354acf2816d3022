"""Who did what: every service that writes keeps an entry, and nobody changes one."""

from __future__ import annotations

import inspect
import json
import pkgutil
from collections.abc import Callable, Iterator
from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from orchestration import runtime, services
from orchestration.engine.admission import Submission
from orchestration.engine.events import SYSTEM, TimerFired
from orchestration.models import Approval, AuditEntry, Graph, Run, RunEvent
from orchestration.models.audit import AppendOnly, Verb, Via
from orchestration.selectors.draft_documents import draft_of
from orchestration.services.approvals import approval_decide
from orchestration.services.archiving import graph_archive, graph_unarchive
from orchestration.services.audit import audit_record
from orchestration.services.draft_publishing import draft_publish
from orchestration.services.draft_replacing import draft_discard, draft_replace
from orchestration.services.draft_undo import draft_redo, draft_undo
from orchestration.services.errors import Conflict
from orchestration.services.graphs import graph_import
from orchestration.services.new_graphs import graph_create, graph_duplicate, graph_import_draft
from orchestration.services.origin import Origin, came_by_token, coming_from
from orchestration.services.pasting import draft_paste
from orchestration.services.permissions import Forbidden
from orchestration.services.restoring import draft_restore
from orchestration.services.runs import run_cancel, run_continue, run_pause, run_retry, run_start
from orchestration.services.tokens import token_create, token_revoke
from tests.conftest import Person
from tests.orchestration.drafting import edit, now, title
from tests.orchestration.graphs import Calls, gate, publish, start, tool

pytestmark = pytest.mark.django_db

FILE = json.dumps({"schema_version": 1, "name": "Brought", "nodes": [gate("pay")]})
AMOUNT = {"amount": 250}


def _edited(ada: User) -> Graph:
    graph = publish(gate("pay"))
    edit(graph, ada, title("pay", "Pay"))
    return graph


def _undone(ada: User) -> Graph:
    graph = _edited(ada)
    draft_undo(graph=graph, actor=ada)
    return graph


def _archived(ada: User) -> Graph:
    return graph_archive(graph=publish(gate("pay")), actor=ada)


def _paused(ada: User) -> Run:
    return run_pause(run=start(gate("pay")), actor=ada)


def _stalled(ada: User) -> Run:
    run = start(gate("pay"))
    approval_decide(approval=_question(run), actor=ada, outcome="reject", reason="no")
    return Run.objects.get(pk=run.pk)


def _question(run: Run) -> Approval:
    return Approval.objects.with_context().get(run=run)


def _nothing(ada: User) -> None:
    return None


def _graph(ada: User) -> Graph:
    return publish(gate("pay"))


def _run(ada: User) -> Run:
    return start(gate("pay"))


# service → (its verb, what has to be there before, the call)
WRITES: dict[str, tuple[Verb, Callable[[User], Any], Callable[[Any, User], Any]]] = {
    "graph_create": (Verb.GRAPH_CREATE, _nothing, lambda _, ada: graph_create(name="New", actor=ada)),
    "graph_duplicate": (
        Verb.GRAPH_CREATE,
        _graph,
        lambda graph, ada: graph_duplicate(graph=graph, name="Copy", actor=ada),
    ),
    "graph_import": (Verb.GRAPH_IMPORT, _nothing, lambda _, ada: graph_import(text=FILE, actor=ada)),
    "graph_import_draft": (
        Verb.GRAPH_IMPORT,
        _nothing,
        lambda _, ada: graph_import_draft(text=FILE, actor=ada),
    ),
    "graph_archive": (Verb.GRAPH_ARCHIVE, _graph, lambda graph, ada: graph_archive(graph=graph, actor=ada)),
    "graph_unarchive": (
        Verb.GRAPH_UNARCHIVE,
        _archived,
        lambda graph, ada: graph_unarchive(graph=graph, actor=ada),
    ),
    "draft_change": (Verb.DRAFT_CHANGE, _graph, lambda graph, ada: edit(graph, ada, title("pay", "Pay"))),
    "draft_paste": (
        Verb.DRAFT_CHANGE,
        _graph,
        lambda graph, ada: draft_paste(graph=graph, base_version=0, nodes=[tool("look")], actor=ada),
    ),
    "draft_replace": (
        Verb.DRAFT_CHANGE,
        _graph,
        lambda graph, ada: draft_replace(
            graph=graph,
            base_version=0,
            document=now(graph).model_copy(update={"goal": "Another"}),
            actor=ada,
        ),
    ),
    "draft_undo": (Verb.DRAFT_UNDO, _edited, lambda graph, ada: draft_undo(graph=graph, actor=ada)),
    "draft_redo": (Verb.DRAFT_REDO, _undone, lambda graph, ada: draft_redo(graph=graph, actor=ada)),
    "draft_discard": (
        Verb.DRAFT_DISCARD,
        _edited,
        lambda graph, ada: draft_discard(graph=graph, base_version=1, actor=ada),
    ),
    "draft_restore": (
        Verb.REVISION_RESTORE,
        _edited,
        lambda graph, ada: draft_restore(graph=graph, number=1, base_version=1, actor=ada),
    ),
    "draft_publish": (
        Verb.DRAFT_PUBLISH,
        _edited,
        lambda graph, ada: draft_publish(graph=graph, version=1, message="Better", actor=ada),
    ),
    "run_start": (Verb.RUN_START, _graph, lambda graph, ada: run_start(graph=graph, input=None, actor=ada)),
    "run_pause": (Verb.RUN_PAUSE, _run, lambda run, ada: run_pause(run=run, actor=ada, reason="Wait")),
    "run_continue": (Verb.RUN_CONTINUE, _paused, lambda run, ada: run_continue(run=run, actor=ada)),
    "run_cancel": (Verb.RUN_CANCEL, _run, lambda run, ada: run_cancel(run=run, actor=ada)),
    "run_retry": (Verb.RUN_RETRY, _stalled, lambda run, ada: run_retry(run=run, actor=ada)),
    "approval_decide": (
        Verb.APPROVAL_DECIDE,
        _run,
        lambda run, ada: approval_decide(
            approval=_question(run), actor=ada, outcome="approve", input=AMOUNT, reason="Fine"
        ),
    ),
    "token_create": (
        Verb.TOKEN_CREATE,
        _nothing,
        lambda _, ada: token_create(owner=ada, name="nightly", actor=ada),
    ),
    "token_revoke": (
        Verb.TOKEN_REVOKE,
        lambda ada: token_create(owner=ada, name="nightly", actor=ada).token,
        lambda token, ada: token_revoke(token=token, actor=ada),
    ),
}
# Keyword-only functions of the services that keep no entry, and why.
EXEMPT = {
    "approval_validate": "looks, and changes nothing",
    "audit_record": "is the audit",
    "document_store": "is a part of whatever stores a document",
    "graph_named": "is a part of what makes a graph",
    "layout_change": "positions on the canvas are no change of a graph",
    "revision_to_try": "is a part of starting a test run",
    "token_used": "notes when a token was used; what it was used for is kept",
    "submit": "is a part of every verb on a run",
}


def services_found() -> Iterator[str]:
    """Public functions whose arguments are all named: that is how a service looks (see CONTRIBUTING)."""
    for module in pkgutil.iter_modules(services.__path__):
        place = import_module(f"{services.__name__}.{module.name}")
        for name, thing in vars(place).items():
            if name.startswith("_") or not inspect.isfunction(thing) or thing.__module__ != place.__name__:
                continue
            parameters = inspect.signature(thing).parameters.values()
            if parameters and all(one.kind is one.KEYWORD_ONLY for one in parameters):
                yield name


@pytest.fixture
def ada(person: Person) -> User:
    return person("ada", "Admin")


def entries() -> list[AuditEntry]:
    return list(AuditEntry.objects.order_by("id"))


# ── every write ──


def test_every_service_is_known_to_write_an_entry_or_why_not() -> None:
    assert set(services_found()) == WRITES.keys() | EXEMPT.keys()


@pytest.mark.parametrize("name", WRITES)
def test_a_write_keeps_one_entry(name: str, ada: User, calls: Calls) -> None:
    verb, prepare, act = WRITES[name]
    thing = prepare(ada)
    before = len(entries())
    with coming_from(Origin(Via.API, "203.0.113.7")):
        act(thing, ada)
    (entry,) = entries()[before:]
    assert (entry.verb, entry.actor_id, entry.actor_name) == (verb, ada.pk, "ada")
    assert (entry.via, entry.address, entry.refused) == ("api", "203.0.113.7", False)
    assert entry.label


@pytest.mark.parametrize("name", [name for name in WRITES if name != "approval_decide"])
def test_without_the_permission_the_attempt_is_kept(name: str, ada: User, person: Person) -> None:
    verb, prepare, act = WRITES[name]
    thing = prepare(ada)
    before, eve = len(entries()), person("eve", "Approver")
    for _ in range(3):
        with pytest.raises(Forbidden):
            act(thing, eve)
    (entry,) = entries()[before:]
    assert (entry.verb, entry.actor_name, entry.refused) == (verb, "eve", True)


def test_refusals_are_kept_once_a_minute_for_each_object(ada: User, person: Person) -> None:
    eve, runs = person("eve", "Viewer"), [start(gate("pay")), start(gate("pay"))]
    for run in [*runs, *runs]:
        with pytest.raises(Forbidden):
            run_pause(run=run, actor=eve)
    refused = [entry.object_id for entry in entries() if entry.refused]
    assert refused == [str(run.pk) for run in runs]


def test_an_approval_for_others_is_kept_as_refused(person: Person) -> None:
    run = start(gate("pay", assignees=["bob"]))
    with pytest.raises(Forbidden):
        approval_decide(approval=_question(run), actor=person("eve", "Approver"), outcome="approve")
    entry = entries()[-1]
    assert (entry.verb, entry.refused) == ("approval.decide", True)
    assert entry.detail["why"] == "This approval is for bob."


# ── with the effect, or not at all ──


def test_what_did_not_happen_is_not_kept(ada: User) -> None:
    graph, run = _edited(ada), _paused(ada)
    before = len(entries())
    attempts: list[Callable[[], object]] = [
        lambda: draft_publish(graph=graph, version=7, actor=ada),
        lambda: run_pause(run=run, actor=ada),
        lambda: graph_unarchive(graph=graph, actor=ada),
        lambda: draft_discard(graph=graph, base_version=0, actor=ada),
    ]
    for attempt in attempts:
        with pytest.raises(Conflict):
            attempt()
    edit(graph, ada, title("pay", "Pay"))  # as it is called already
    graph_import(text=FILE, actor=ada)
    graph_import(text=FILE, actor=ada)  # the second time nothing is published
    assert [entry.verb for entry in entries()[before:]] == ["graph.import"]


def test_an_effect_whose_entry_cannot_be_kept_does_not_happen(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph, run = _edited(ada), start(gate("pay"))
    published, seq = graph.revisions.count(), run.seq

    def broken(*args: Any, **kwargs: Any) -> None:
        raise DatabaseError("the disk is full")

    monkeypatch.setattr(AuditEntry, "save", broken)
    attempts: list[Callable[[], object]] = [
        lambda: draft_publish(graph=graph, version=1, actor=ada),
        lambda: run_pause(run=run, actor=ada),
        lambda: run_start(graph=graph, input=None, actor=ada),
        lambda: edit(graph, ada, title("pay", "Other"), base=1),
        lambda: graph_create(name="New", actor=ada),
    ]
    for attempt in attempts:
        with pytest.raises(DatabaseError), transaction.atomic():
            attempt()
    run.refresh_from_db()
    assert (graph.revisions.count(), run.seq, draft_of(graph).version) == (published, seq, 1)
    assert Run.objects.count() == Graph.objects.count() == 1


# ── where it stands ──


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("run_start", "RunStarted"),
        ("run_pause", "RunPaused"),
        ("run_continue", "RunContinued"),
        ("run_cancel", "CancelRequested"),
        ("run_retry", "RunRetried"),
        ("approval_decide", "DecisionRecorded"),
    ],
)
def test_an_entry_names_its_event_in_the_log_and_the_graph(name: str, kind: str, ada: User) -> None:
    _, prepare, act = WRITES[name]
    act(prepare(ada), ada)
    entry = entries()[-1]
    run = Run.objects.latest("id")
    assert RunEvent.objects.values_list("kind", flat=True).get(run=run, seq=entry.event or 0) == kind
    assert entry.graph_hash == run.graph_hash


def test_a_decision_says_what_was_decided_and_why_and_not_the_input(ada: User) -> None:
    approval_decide(
        approval=_question(start(gate("pay"))), actor=ada, outcome="approve", input=AMOUNT, reason="x" * 600
    )
    assert entries()[-1].detail == {"cause": "gate", "outcome": "approve", "reason": "x" * 499 + "…"}


def test_a_deadline_that_answers_is_the_engines(ada: User) -> None:
    run = start(gate("pay", deadline_seconds=3600))
    question = _question(run)
    timer = TimerFired(timer="deadline", of=question.suspension)
    runtime.driver().submit(run.pk, [Submission(timer, SYSTEM)])
    entry = entries()[-1]
    assert (entry.via, entry.actor_name, entry.object_id) == ("engine", "system", str(question.pk))
    assert entry.detail["outcome"] == "expired"
    assert RunEvent.objects.values_list("kind", flat=True).get(run=run, seq=entry.event or 0) == "TimerFired"


def test_a_token_is_named_for_the_rest_of_its_request() -> None:
    with coming_from(Origin(Via.API, "203.0.113.7")):
        came_by_token("nightly")
        audit_record(verb=Verb.GRAPH_CREATE, actor=None, about=publish(gate("pay")))
    audit_record(verb=Verb.GRAPH_CREATE, actor=None, about=publish(gate("pay")))
    imported, inside, after = (entry for entry in entries() if entry.verb.startswith("graph."))
    assert (imported.via, imported.token) == (inside.via, inside.token) == ("token", "nightly")
    assert (after.via, after.token, after.address) == ("command line", "", "")


# ── it stays ──


def test_entries_are_readable_when_everything_else_is_gone(ada: User, calls: Calls) -> None:
    graph = graph_create(name="New", actor=ada)
    graph.delete()
    ada.delete()
    entry = entries()[-1]
    assert (entry.actor_name, entry.label, entry.object_id) == ("ada", "New", "new")


def test_the_models_refuse_every_change(ada: User) -> None:
    graph_create(name="New", actor=ada)
    entry = entries()[-1]
    attempts: list[Callable[[], object]] = [
        entry.save,
        entry.delete,
        AuditEntry.objects.all().delete,
        lambda: AuditEntry.objects.update(actor_name="eve"),
        lambda: AuditEntry.objects.bulk_update([entry], ["actor_name"]),
    ]
    for attempt in attempts:
        with pytest.raises(AppendOnly), transaction.atomic():
            attempt()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE orchestration_auditentry SET actor_name = 'eve'",
        "DELETE FROM orchestration_auditentry",
        "INSERT OR REPLACE INTO orchestration_auditentry SELECT * FROM orchestration_auditentry",
    ],
)
def test_the_database_refuses_every_change(ada: User, statement: str) -> None:
    if connection.vendor == "postgresql" and "REPLACE" in statement:
        pytest.skip("PostgreSQL has no REPLACE")
    graph_create(name="New", actor=ada)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        connection.cursor().execute(statement)
    assert entries()[-1].actor_name == "ada"


def test_the_guards_can_be_taken_back_and_put_up_again(ada: User) -> None:
    migration = import_module("orchestration.migrations.0007_audit")
    graph_create(name="New", actor=ada)
    migration.unguard(connection)
    connection.cursor().execute("DELETE FROM orchestration_auditentry")
    migration.guard(connection)
    assert entries() == []
    graph_create(name="Newer", actor=ada)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        connection.cursor().execute("DELETE FROM orchestration_auditentry")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("round", [1, 2])
def test_tests_with_real_transactions_start_from_an_empty_audit(round: int) -> None:
    assert entries() == []
    publish(gate("pay"))
    with pytest.raises(DatabaseError, match="append-only"):
        connection.cursor().execute("DELETE FROM orchestration_auditentry")


def test_an_old_refusal_does_not_hide_a_new_one(
    ada: User, person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    eve, run = person("eve", "Viewer"), start(gate("pay"))
    with pytest.raises(Forbidden):
        run_pause(run=run, actor=eve)
    later = timezone.now() + timedelta(seconds=61)
    monkeypatch.setattr("orchestration.services.audit.timezone.now", lambda: later)
    with pytest.raises(Forbidden):
        run_pause(run=run, actor=eve)
    assert len([entry for entry in entries() if entry.refused]) == 2
