"""Keeping who did what. Services call `audit_record` inside their own transaction, so that neither an
effect without its entry nor an entry without its effect can come to be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import wraps
from typing import Any, ParamSpec, TypeAlias, TypeVar

from django.contrib.auth.models import Group, User
from django.utils import timezone

from orchestration.models import Approval, AuditEntry, Graph, Run
from orchestration.models.audit import Verb
from orchestration.selectors.people import NOBODY
from orchestration.services.origin import origin_now
from orchestration.services.permissions import Forbidden

P = ParamSpec("P")
Result = TypeVar("Result")

# Somebody who is turned away tries again; a script tries a thousand times.
REFUSALS_APART = timedelta(minutes=1)
LONGEST_TEXT = 500


@dataclass(frozen=True)
class About:
    """What was acted on, in text that outlives it."""

    kind: str
    id: str = ""
    label: str = ""
    graph_hash: str = ""


Thing: TypeAlias = Graph | Run | Approval | User | Group | About


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
        actor_name=_text(actor_name or (NOBODY if actor is None else actor.get_username()), 200),
        via=origin.via.value,
        token=_text(origin.token, 100),
        address=origin.address[:45],
        verb=verb.value,
        kind=what.kind,
        object_id=_text(what.id, 100),
        label=_text(what.label, 250),
        graph_hash=graph_hash or what.graph_hash,
        event=event,
        refused=refused,
        detail={name: _kept(value) for name, value in (detail or {}).items() if value not in (None, "")},
    )


def audit_refusals(verb: Verb) -> Callable[[Callable[P, Result]], Callable[P, Result]]:
    """Of a service that raises Forbidden, keep that too: at most once a minute for a person and an object.

    The object is the argument `approval`, `run` or `graph`, the person `actor`.
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
    thing = given.get("approval") or given.get("run") or given.get("graph") or About(verb.group)
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


def about_of(thing: Thing) -> About:
    """Reads the graph of a run, and the run of an approval, unless they are at hand."""
    match thing:
        case About():
            return thing
        case Graph():
            return About("graph", thing.slug, thing.name)
        case Run():
            return About("run", str(thing.pk), f"{thing.graph.name} #{thing.pk}", thing.graph_hash)
        case Approval():
            where = f"{thing.run.graph.name} #{thing.run_id}"
            label = f"{thing.node or thing.get_cause_display()} of {where}"
            return About("approval", str(thing.pk), label, thing.run.graph_hash)
        case User():
            return About("account", str(thing.pk), thing.get_username())
        case Group():
            return About("group", str(thing.pk), thing.name)


def _kept(value: Any) -> Any:
    """Texts shortened; PostgreSQL's jsonb refuses the NUL character."""
    if isinstance(value, str):
        return _text(value, LONGEST_TEXT)
    if isinstance(value, list | tuple):
        return [_kept(item) for item in value]
    return value


def _text(value: str, longest: int) -> str:
    text = str(value).replace("\0", "\ufffd")
    return text if len(text) <= longest else f"{text[: longest - 1]}…"
