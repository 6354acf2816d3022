"""Pages of long lists, by a cursor: new rows at the top never shift what comes next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound=Model)
SIZE = 50
LARGEST_ID = 2**63 - 1


@dataclass(frozen=True)
class Page(Generic[Row]):
    """Rows, newest first; `next` is the cursor of the page that follows, or None."""

    rows: list[Row]
    next: str | None


def page_of(rows: QuerySet[Row], cursor: str | None, size: int = SIZE) -> Page[Row]:
    """The page after `cursor` (the first without one). A cursor that is none of ours gives the first page."""
    rows = rows.order_by("-pk")
    if cursor and cursor.isascii() and cursor.isdigit() and int(cursor[:20]) <= LARGEST_ID:
        rows = rows.filter(pk__lt=int(cursor))
    found = list(rows[: size + 1])
    more = len(found) > size
    return Page(found[:size], str(found[size - 1].pk) if more else None)
