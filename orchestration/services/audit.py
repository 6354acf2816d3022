"""Keeping who did what. Services call `audit_record` inside their own transaction, so that neither an
effect without its entry nor an entry without its effect can come to be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from django.contrib.auth.models import User
from django.utils import timezone

from orchestration.models import AuditEntry
from orchestration.models.about import About, Thing, about_of
from orchestration.models.audit import Verb, short
from orchestration.selectors.people import NOBODY
from orchestration.services.origin import origin_now
from orchestration.services.permissions import Forbidden

P = ParamSpec("P")
Result = TypeVar("Result")

# Somebody who is turned away tries again; a script tries a thousand times.
REFUSALS_APART = timedelta(minutes=1)
LONGEST_TEXT = 500
# The arguments of services that name what they act on.
OBJECTS = ("approval", "run", "graph", "token")


def audit_record(
    *,
    verb: Verb,
    actor: User | None,
    about: Thing,
    actor_name: str = "",
    graph_hash: str = "",
    event: int | None = None,
    refused: bool = False,
    detail: Mapping[str, Any] | None = None,
) -> AuditEntry:
    """One entry, with where it came from. An `actor` of None is the command line, unless `actor_name` says
    who else. `detail` is small JSON without secrets; None and empty texts in it are left out.
    """
    origin, what = origin_now(), about_of(about)
    return AuditEntry.objects.create(
        actor_id=None if actor is None else actor.pk,
        actor_name=short(actor_name or (NOBODY if actor is None else actor.get_username()), 200),
        via=origin.via.value,
        token=short(origin.token, 100),
        address=origin.address[:45],
        verb=verb.value,
        kind=what.kind,
        object_id=short(what.id, 100),
        label=short(what.label, 250),
        graph_hash=graph_hash or what.graph_hash,
        event=event,
        refused=refused,
        detail={name: _kept(value) for name, value in (detail or {}).items() if value not in (None, "")},
    )


def audit_refusals(verb: Verb) -> Callable[[Callable[P, Result]], Callable[P, Result]]:
    """Of a service that raises Forbidden, keep that too: at most once a minute for a person and an object.

    The object is the argument that is called as one of OBJECTS, the person is `actor`.
    """

    def around(service: Callable[P, Result]) -> Callable[P, Result]:
        @wraps(service)
        def audited(*args: P.args, **kwargs: P.kwargs) -> Result:
            try:
                return service(*args, **kwargs)
            except Forbidden as why:
                _refusal(verb, kwargs, str(why))
                raise

        return audited

    return around


def _refusal(verb: Verb, given: Mapping[str, Any], why: str) -> None:
    thing: Thing = next((given[name] for name in OBJECTS if given.get(name)), About(verb.group))
    actor: User = given["actor"]  # the command line is never turned away
    what = about_of(thing)
    lately = AuditEntry.objects.by(actor.get_username()).filter(
        verb=verb.value,
        kind=what.kind,
        object_id=what.id,
        refused=True,
        at__gt=timezone.now() - REFUSALS_APART,
    )
    if not lately.exists():
        audit_record(verb=verb, actor=actor, about=what, refused=True, detail={"why": why})


def _kept(value: Any) -> Any:
    """Texts shortened; PostgreSQL's jsonb refuses the NUL character."""
    if isinstance(value, str):
        return short(value, LONGEST_TEXT)
    if isinstance(value, list | tuple):
        return [_kept(item) for item in value]
    return value
