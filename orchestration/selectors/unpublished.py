"""The changes by which drafts differ from what is published: what every page and the API count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import F

from orchestration.models import Change, Graph
from orchestration.selectors.people import NOBODY

_ABOUT_OTHERS = (Change.Kind.UNDO, Change.Kind.REDO)


@dataclass(frozen=True, slots=True)
class Made:
    """An unpublished change, without what it did."""

    version: int
    kind: str
    author: int | None
    author_name: str
    undone: bool
    of: tuple[int, ...]


def standing(changes: Sequence[Made]) -> list[Made]:
    """Those that stand: not taken back, and no undo or redo of what is among them itself."""
    listed = {change.version for change in changes}
    return [
        change
        for change in changes
        if not change.undone and (change.kind not in _ABOUT_OTHERS or not listed.issuperset(change.of))
    ]


def standing_changes(graphs: Iterable[Graph]) -> dict[int, list[Made]]:
    """Graph id → its unpublished changes that stand, oldest first; in one query. Without any: not there."""
    rows = Change.objects.filter(
        graph__in=list(graphs), version__gt=F("graph__draft__clean_version")
    ).order_by("graph", "version")
    found: dict[int, list[Made]] = {}
    fields = ("graph", "version", "kind", "author", "author_name", "undone_by", "of")
    for graph, version, kind, author, name, undone_by, of in rows.values_list(*fields):
        made = Made(version, kind, author, name or NOBODY, bool(undone_by), tuple(of))
        found.setdefault(graph, []).append(made)
    return {graph: left for graph, changes in found.items() if (left := standing(changes))}


def colleagues_work(changes: Sequence[Made], user: User) -> list[tuple[str, int]]:
    """Who else made how many of them, whoever made most first."""
    return Counter(one.author_name for one in changes if one.author != user.pk).most_common()
