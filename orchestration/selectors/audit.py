"""Reading the audit."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from orchestration.models import AuditEntry
from orchestration.models.audit import AuditQuerySet, Verb

# The groups of verbs, by what stands before the dot.
GROUPS = {
    "graph": "Graphs",
    "draft": "Drafts",
    "revision": "Revisions",
    "run": "Runs",
    "approval": "Approvals",
    "account": "Signing in and out",
    "people": "People and groups",
    "token": "API tokens",
}


class AuditObject(BaseModel):
    """What was acted on, as it was called then. `id` is a graph's slug, and the number of anything else."""

    model_config = ConfigDict(frozen=True)

    kind: str
    id: str
    label: str


class AuditView(BaseModel):
    """One act. `actor_id` is null where no account acted. `outcome` is refused where the permission was
    missing, or no password was looked at any more: then nothing happened. `event` is the position in the
    run's log.
    """

    model_config = ConfigDict(frozen=True)

    id: int
    at: datetime
    actor: str
    actor_id: int | None
    via: str
    token: str
    address: str
    verb: str
    outcome: Literal["done", "refused"]
    object: AuditObject
    graph_hash: str
    event: int | None
    detail: dict[str, Any]


def filtered(
    *,
    person: str = "",
    verb: str = "",
    text: str = "",
    since: datetime | None = None,
    until: datetime | None = None,
    via: str = "",
) -> AuditQuerySet:
    """Entries, newest first. `verb` may be a group of verbs, `text` is in the object's name or is its id."""
    rows = AuditEntry.objects.between(since, until).order_by("-id")
    if person:
        rows = rows.by(person)
    if verb:
        rows = rows.of_verb(verb)
    if text:
        rows = rows.about(text)
    return rows.filter(via=via) if via else rows


def audit_view(entry: AuditEntry) -> AuditView:
    return AuditView(
        id=entry.pk,
        at=entry.at,
        actor=entry.actor_name,
        actor_id=entry.actor_id,
        via=entry.via,
        token=entry.token,
        address=entry.address,
        verb=entry.verb,
        outcome="refused" if entry.refused else "done",
        object=AuditObject(kind=entry.kind, id=entry.object_id, label=entry.label),
        graph_hash=entry.graph_hash,
        event=entry.event,
        detail=entry.detail,
    )


def verb_words(verb: str) -> str:
    """What goes before the object; a verb of a later version is shown as it is kept."""
    return str(Verb(verb).label) if verb in Verb.values else verb
