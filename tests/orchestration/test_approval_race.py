"""However many people answer at once, as many answers count as the gate needs."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from django.contrib.auth.models import User
from django.db import connection

from orchestration import runtime
from orchestration.engine.admission import NotAdmitted, Submission
from orchestration.engine.drive import Driver
from orchestration.engine.events import SYSTEM, TimerFired
from orchestration.models import Approval, Run, RunEvent
from orchestration.services.approvals import approval_decide
from orchestration.services.errors import Conflict
from tests.conftest import Person
from tests.orchestration.graphs import gate, start

pytestmark = pytest.mark.django_db(transaction=True)
VOICES = 100


def at_once(tasks: list[Callable[[], str]]) -> Counter[str]:
    """Run all tasks, each in a thread with a connection of its own, and count what they say."""
    ready = threading.Barrier(len(tasks))

    def run(task: Callable[[], str]) -> str:
        try:
            ready.wait(timeout=60)
            return task()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(tasks)) as pool:
        return Counter(pool.map(run, tasks))


def decide(approval: int, actor: User, amount: int) -> str:
    try:
        approval_decide(
            approval=Approval.objects.get(pk=approval),
            actor=actor,
            outcome="approve" if amount % 2 else "reject",
            input={"amount": amount},
            reason="Someone had to.",
        )
    except Conflict:
        return "conflict"
    return "accepted"


@pytest.mark.parametrize("drivers", ["one", "each"])
def test_of_100_decisions_one_counts(person: Person, drivers: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """`one`: the threads of one process share a driver. `each`: every voice comes from another process."""
    run = start(gate("pay"))
    approval = Approval.objects.get(run=run).pk
    people = [person(f"person-{number}", "Approver") for number in range(VOICES)]
    if drivers == "each":
        shared = runtime.driver()

        def own() -> Driver:
            return Driver(shared.log, shared.clock, shared.dispatcher, shared.notifier)

        monkeypatch.setattr(runtime, "driver", own)
    said = at_once([partial(decide, approval, who, amount) for amount, who in enumerate(people)])
    assert said == {"accepted": 1, "conflict": VOICES - 1}
    assert RunEvent.objects.filter(run=run, kind="DecisionRecorded").count() == 1
    assert not Approval.objects.get(pk=approval).is_open
    seqs = RunEvent.objects.filter(run=run).values_list("seq", flat=True)
    assert list(seqs) == list(range(len(seqs)))


def test_a_deadline_and_a_person_do_not_both_win(person: Person) -> None:
    run = start(gate("pay", deadline_seconds=60, on_deadline={"submit": {"amount": 1}}))
    approval = Approval.objects.get(run=run)
    ada = person("ada", "Approver")

    def fire() -> str:
        timer = Submission(TimerFired(timer="deadline", of=approval.suspension), SYSTEM)
        (outcome,) = runtime.driver().submit(run.pk, [timer])
        return "conflict" if isinstance(outcome, NotAdmitted) else "accepted"

    said = at_once([fire, lambda: decide(approval.pk, ada, 3)])
    assert said == {"accepted": 1, "conflict": 1}
    row = Run.objects.get(pk=run.pk)
    assert row.output_value in ({"amount": 1}, {"amount": 3})
    assert RunEvent.objects.filter(run=run, kind="Resumed").count() == 1
