"""Entries of the audit as lines of the page, each with the way to what it is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import Group, User
from django.db.models import Model
from django.urls import reverse

from orchestration.models import Approval, AuditEntry, Graph, Run
from orchestration.models.audit import Via
from orchestration.selectors.audit import verb_words

# kind → (model, the field that its id is, the page)
PAGES: dict[str, tuple[type[Model], str, str]] = {
    "graph": (Graph, "slug", "graph"),
    "run": (Run, "pk", "run"),
    "approval": (Approval, "pk", "approval"),
}
ADMIN_PAGES: dict[str, tuple[type[Model], str, str]] = {
    "account": (User, "pk", "admin:auth_user_change"),
    "group": (Group, "pk", "admin:auth_group_change"),
}
# Said elsewhere in the line, or for programs.
UNSAID = frozenset({"did"})


@dataclass(frozen=True)
class AuditRow:
    """`url` is empty where there is no page (any more); `facts` are (name, text)."""

    entry: AuditEntry
    words: str
    way: str
    url: str
    facts: list[tuple[str, str]]


def audit_rows(entries: Sequence[AuditEntry], reader: User) -> list[AuditRow]:
    """One question to the database for each kind of object."""
    pages = PAGES | (ADMIN_PAGES if reader.is_staff and reader.has_perm("auth.view_user") else {})
    urls: dict[tuple[str, str], str] = {}
    for kind, (model, name, page) in pages.items():
        ids = {entry.object_id for entry in entries if entry.kind == kind and entry.object_id}
        there = model._default_manager.filter(**{f"{name}__in": ids}).values_list(name, flat=True)
        urls |= {(kind, str(id)): reverse(page, args=[id]) for id in (there if ids else ())}
    return [
        AuditRow(
            entry,
            words=_words(entry),
            way=str(Via(entry.via).label) if entry.via in Via.values else entry.via,
            url=urls.get((entry.kind, entry.object_id), ""),
            facts=[(name.replace("_", " "), _said(value)) for name, value in _told(entry.detail)],
        )
        for entry in entries
    ]


def _words(entry: AuditEntry) -> str:
    did = entry.detail.get("did")
    if did and entry.kind in ADMIN_PAGES:
        return f"{did} the {entry.kind}"
    return verb_words(entry.verb)


def _told(detail: dict[str, Any]) -> list[tuple[str, Any]]:
    return [(name, value) for name, value in detail.items() if name not in UNSAID and value != []]


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
