"""Pages of long lists, by a cursor: new rows at the top never shift what comes next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.db.models import Model, QuerySet
from django.http import Http404

Row = TypeVar("Row", bound=Model)
SIZE = 50
PIECE = 500
LARGEST_ID = 2**63 - 1


class NoSuchPage(Http404):
    """The cursor is none of ours. Pages are then not found; the API says malformed."""


@dataclass(frozen=True)
class Page(Generic[Row]):
    """Rows, newest first; `next` is the cursor of the page that follows, or None."""

    rows: list[Row]
    next: str | None


def page_of(rows: QuerySet[Row], cursor: str | None, size: int = SIZE) -> Page[Row]:
    """The page after `cursor` (the first without one). Raises NoSuchPage for one that is not ours."""
    rows = rows.order_by("-pk")
    if cursor:
        plain = cursor.isascii() and cursor.isdigit() and len(cursor) <= 19
        if not plain or int(cursor) > LARGEST_ID:
            raise NoSuchPage
        rows = rows.filter(pk__lt=int(cursor))
    found = list(rows[: size + 1])
    more = len(found) > size
    return Page(found[:size], str(found[size - 1].pk) if more else None)


def each(rows: QuerySet[Row], size: int = PIECE) -> Iterator[Row]:
    """All of them, newest first, read in pieces by their keys: no cursor stays open while a client is slow,
    and what is added meanwhile does not shift anything.
    """
    rows = rows.order_by("-pk")
    piece = list(rows[:size])
    while piece:
        yield from piece
        piece = list(rows.filter(pk__lt=piece[-1].pk)[:size]) if len(piece) == size else []
