"""Tools that store a document: fetch its pages from a stubborn archive, file them, index the words."""

from __future__ import annotations

import asyncio
import hashlib
import time

from channels.db import database_sync_to_async
from django.db.models import F
from pydantic import BaseModel

from examples.ledger import entry_append
from examples.models import ArchiveVisit
from examples.tools.documents import WORD, Pace
from orchestration.tools import ToolContext, ToolError, tool

REFUSALS = 2


class PageCopy(BaseModel):
    page: int
    words: int
    checksum: str


class Fetched(BaseModel):
    """`visits` is how often the archive had to be asked."""

    copies: list[PageCopy]
    visits: int
    pace: Pace


class Filed(BaseModel):
    pages: int
    words: int
    checksum: str
    ledger_entry: int


class Indexed(BaseModel):
    terms: int
    longest_entry: str
    ledger_entry: int


@tool(effect="read")
def fetch_pages(pages: list[str], context: ToolContext, pace: Pace = 0.0) -> Fetched:
    """Fetch certified copies from an archive that is too busy the first two times.

    The visits are counted in the database under the idempotency key, so a restart in the middle
    forgets none of them.
    """
    visit, _ = ArchiveVisit.objects.get_or_create(key=context.idempotency_key)
    ArchiveVisit.objects.filter(pk=visit.pk).update(count=F("count") + 1)
    visit.refresh_from_db()
    time.sleep(pace)
    if visit.count <= REFUSALS:
        raise ToolError(f"The archive is busy (visit {visit.count}). Try again.", before_effect=True)
    copies = [
        PageCopy(page=number, words=len(page.split()), checksum=_checksum(page))
        for number, page in enumerate(pages, start=1)
    ]
    return Fetched(copies=copies, visits=visit.count, pace=pace)


@tool(effect="write")
def file_copies(copies: list[PageCopy], context: ToolContext, pace: Pace = 0.0) -> Filed:
    """File the certified copies under one checksum over all of them."""
    time.sleep(pace)
    checksum = _checksum("".join(copy.checksum for copy in copies))
    payload = {"checksum": checksum, "pages": [copy.model_dump() for copy in copies]}
    return Filed(
        pages=len(copies),
        words=sum(copy.words for copy in copies),
        checksum=checksum,
        ledger_entry=entry_append(kind="filed", payload=payload, context=context),
    )


@tool(effect="write")
async def index_words(pages: list[str], context: ToolContext, pace: Pace = 0.0) -> Indexed:
    """Build an index of all longer words with their pages and store it."""
    await asyncio.sleep(pace)
    index: dict[str, list[int]] = {}
    for number, page in enumerate(pages, start=1):
        for word in sorted({word.lower() for word in WORD.findall(page) if len(word) > 3}):
            index.setdefault(word, []).append(number)
    longest = max(index, key=lambda word: (len(index[word]), word), default="")
    payload = {"terms": len(index), "index": index}
    append = database_sync_to_async(entry_append, thread_sensitive=False)
    entry = await append(kind="index", payload=payload, context=context)
    await asyncio.sleep(pace)
    return Indexed(terms=len(index), longest_entry=longest, ledger_entry=entry)


def _checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
