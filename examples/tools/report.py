"""Tools that put a document's findings together."""

from __future__ import annotations

import time

from pydantic import BaseModel

from examples.ledger import entry_append
from examples.tools.archive import Filed, Indexed
from examples.tools.documents import Counts, FoundDate, Language, Pace
from orchestration.tools import ToolContext, tool


class Statistics(BaseModel):
    counts: Counts
    dates: list[FoundDate]
    language: Language
    ledger_entry: int


class Report(BaseModel):
    title: str
    text: str
    ledger_entry: int


@tool(effect="write")
def record_statistics(
    counts: Counts, dates: list[FoundDate], language: Language, context: ToolContext, pace: Pace = 0.0
) -> Statistics:
    """Keep what was counted and found in the ledger."""
    time.sleep(pace)
    payload = {
        "words": counts.words,
        "dates": [found.date for found in dates],
        "language": language.language,
    }
    entry = entry_append(kind="statistics", payload=payload, context=context)
    return Statistics(counts=counts, dates=dates, language=language, ledger_entry=entry)


@tool(effect="write")
def publish_report(
    statistics: Statistics,
    index: Indexed,
    filed: Filed,
    context: ToolContext,
    title: str = "Untitled",
    pace: Pace = 0.0,
) -> Report:
    """Write the report on the document in Markdown and publish it in the ledger."""
    time.sleep(pace)
    counts = statistics.counts
    lines = [
        f"# {title}",
        "",
        f"{counts.words} words in {counts.sentences} sentences on {filed.pages} pages; "
        f"the language is {statistics.language.language}.",
        f"Most frequent: {', '.join(counts.most_frequent) or 'nothing'}.",
        f"Index: {index.terms} terms. Filed under checksum {filed.checksum}.",
        "",
        "## Dates",
        "",
        *[f"- {found.date} (page {found.page}: “{found.written}”)" for found in statistics.dates],
    ]
    if not statistics.dates:
        lines.append("None.")
    text = "\n".join(lines)
    entry = entry_append(kind="report", payload={"title": title, "text": text}, context=context)
    return Report(title=title, text=text, ledger_entry=entry)
