"""What undo and redo would do for one person."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db.models import QuerySet

from orchestration.models import Change, Graph

# What a person did themself, and can take back.
UNDOABLE = (Change.Kind.EDIT, Change.Kind.DOCUMENT, Change.Kind.DISCARD, Change.Kind.RESTORE)


def undo_step(graph: Graph, user: User) -> list[Change]:
    """The person's last change that still stands, with those before it of the same gesture; newest first.

    Others' changes may lie between. Empty: there is nothing to undo.
    """
    standing = _light(_standing(graph, user).filter(kind__in=UNDOABLE))
    last = standing.first()
    if last is None or not last.gesture:
        return [] if last is None else [last]
    step = [last]
    for change in standing.filter(version__lt=last.version).iterator():
        if change.gesture != last.gesture:
            break
        step.append(change)
    return step


def redo_step(graph: Graph, user: User) -> Change | None:
    """The person's last undo that still stands; None after they have changed something since."""
    undo = _light(_standing(graph, user).filter(kind=Change.Kind.UNDO)).first()
    if undo is None:
        return None
    newer = Change.objects.filter(
        graph=graph, author=user, kind__in=UNDOABLE, version__gt=undo.version
    ).exists()
    return None if newer else undo


def undo_words(graph: Graph, user: User) -> str | None:
    step = undo_step(graph, user)
    return short_words(step[0].words) if step else None


def redo_words(graph: Graph, user: User) -> str | None:
    undo = redo_step(graph, user)
    return None if undo is None else short_words(words_of(graph, undo.of))


def words_of(graph: Graph, versions: list[int]) -> list[str]:
    """What the newest of these changes did. Those of one gesture lead to it."""
    last = Change.objects.filter(graph=graph, version__in=versions).order_by("-version").only("words").first()
    return [] if last is None else list(last.words)


def short_words(words: list[str]) -> str:
    if not words:
        return "Changed nothing"
    return words[0] if len(words) == 1 else f"{words[0]} and {len(words) - 1} more"


def _standing(graph: Graph, user: User) -> QuerySet[Change]:
    rows = Change.objects.filter(graph=graph, author=user, undone_by__isnull=True)
    return rows.order_by("-version")


def _light(rows: QuerySet[Change]) -> QuerySet[Change]:
    """Without the texts, which may be large."""
    return rows.defer("diffs", "inverse", "patch")
