"""The only way from a service to a log: one external event, submitted to the driver."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.models import User

from orchestration import runtime
from orchestration.engine.admission import NotAdmitted, Submission
from orchestration.engine.events import Actor, External
from orchestration.models import Run
from orchestration.services.errors import Conflict

# Who acts where no account does: somebody with a shell on the machine.
OPERATOR = Actor(name="command line")


def actor_of(user: User | None) -> Actor:
    return OPERATOR if user is None else Actor(id=user.pk, name=user.get_username())


def next_event(run: int) -> int:
    """For a guard: the number that the event will have when it is kept. A log that moves on between this
    look and the append refuses the append, and the guard is asked again.
    """
    return Run.objects.values_list("seq", flat=True).get(pk=run) + 1


def submit(*, run: int, event: External, actor: User | None, guard: Callable[[], None] | None = None) -> None:
    """Record `event`, or change nothing. `guard` runs inside the transaction and may raise.

    Raises Conflict when the run cannot take the event as it stands, UnknownRun, RuntimeRefusal(store),
    and what the guard raises.
    """
    submission = Submission(event, actor_of(actor), guard)
    (outcome,) = runtime.driver().submit(run, [submission])
    if isinstance(outcome, NotAdmitted):
        raise Conflict(outcome.code, outcome.message)
    if isinstance(outcome, Exception):
        raise outcome
