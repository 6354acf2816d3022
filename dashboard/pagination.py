"""Pages of long lists, by a cursor: new rows at the top never shift what comes next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.db.models import Model, QuerySet
from django.http import Http404

Row = TypeVar("Row", bound=Model)
Item = TypeVar("Item")
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
        rows = rows.filter(pk__lt=_number(cursor))
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


def part_of(items: Sequence[Item], cursor: str | None, size: int) -> tuple[list[Item], str | None]:
    """The same of a list that only ever grows at its end: `cursor` is how many came before."""
    start = _number(cursor) if cursor else 0
    end = start + size
    return list(items[start:end]), str(end) if end < len(items) else None


def _number(cursor: str) -> int:
    plain = cursor.isascii() and cursor.isdigit() and len(cursor) <= 19
    if not plain or int(cursor) > LARGEST_ID:
        raise NoSuchPage
    return int(cursor)
