"""Tools that read a document: split it, count it, find its dates, tell its language.

`pace` is how many seconds a step of normal length takes, so that a person can watch the run.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from datetime import date
from typing import Annotated

from pydantic import BaseModel, Field

from orchestration.tools import ToolError, tool

Pace = Annotated[float, Field(ge=0, le=10)]
WORD = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*")
PAGE_WORDS = 60

MONTH = "january|february|march|april|may|june|july|august|september|october|november|december"
MONTHS = MONTH.split("|")
ISO_DATE = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")
DAY_FIRST = re.compile(rf"\b(\d{{1,2}})(?:st|nd|rd|th)? ({MONTH}),? (\d{{4}})\b", re.IGNORECASE)
MONTH_FIRST = re.compile(rf"\b({MONTH}) (\d{{1,2}})(?:st|nd|rd|th)?,? (\d{{4}})\b", re.IGNORECASE)


def words_of(text: str) -> frozenset[str]:
    return frozenset(text.split())


# The commonest short words of a language say which one it is.
COMMON_WORDS = {
    "English": words_of("the and of to in is that for it was on with as are be this from by at"),
    "German": words_of("der die und in den von zu das mit sich des auf für ist im dem nicht ein eine"),
    "French": words_of("le la les de et des en un une du que est pour qui dans ce sur pas au"),
    "Spanish": words_of("el la los las de que y en un una por con para es del se no al lo"),
    "Italian": words_of("il la di che e in un una per con non sono del si le da dei al lo"),
    "Dutch": words_of("de het een en van in is dat op te voor met zijn niet aan er om ook"),
}


class Document(BaseModel):
    """A text in pages of about sixty words, cut between sentences."""

    title: str
    pages: list[str]
    pace: Pace


class Counts(BaseModel):
    words: int
    distinct_words: int
    sentences: int
    characters: int
    most_frequent: list[str]


class FoundDate(BaseModel):
    date: str
    written: str
    page: int


class Language(BaseModel):
    """`share` is the part of all words that are common words of this language."""

    language: str
    share: float


@tool(effect="read")
def split_document(text: str, title: str = "Untitled", pace: Pace = 1.0) -> Document:
    """Split a text into pages of about sixty words, never inside a sentence."""
    time.sleep(pace)
    pages: list[str] = []
    words_on_page = PAGE_WORDS
    for sentence in re.split(r"(?<=[.!?])\s+", text.strip()):
        if words_on_page >= PAGE_WORDS:
            pages.append("")
            words_on_page = 0
        pages[-1] = f"{pages[-1]} {sentence}".strip()
        words_on_page += len(sentence.split())
    if not any(pages):
        raise ToolError("The document has no text.", before_effect=True)
    return Document(title=title, pages=pages, pace=pace)


@tool(effect="read")
def count_words(pages: list[str], pace: Pace = 0.0) -> Counts:
    """Count words, sentences and characters, and name the ten most frequent longer words."""
    time.sleep(pace)
    text = " ".join(pages)
    words = [word.lower() for word in WORD.findall(text)]
    frequent = Counter(word for word in words if len(word) > 3).most_common()
    ranked = sorted(frequent, key=lambda pair: (-pair[1], pair[0]))
    return Counts(
        words=len(words),
        distinct_words=len(set(words)),
        sentences=len(re.findall(r"[.!?](?:\s|$)", text)),
        characters=len(text),
        most_frequent=[word for word, _ in ranked[:10]],
    )


@tool(effect="read")
def find_dates(pages: list[str], pace: Pace = 0.0) -> list[FoundDate]:
    """Find dates like 2024-03-12, 12 March 2024 and March 12, 2024, in the order of the text."""
    time.sleep(1.5 * pace)
    found = []
    for number, page in enumerate(pages, start=1):
        for _, day, written in sorted(_dates_of(page)):
            found.append(FoundDate(date=day, written=written, page=number))
    return found


def _dates_of(page: str) -> list[tuple[int, str, str]]:
    """(position, ISO date, as written) of every real date; 31 February is none."""
    parts = [(match, match[1], match[2], match[3]) for match in ISO_DATE.finditer(page)]
    parts += [(match, match[3], match[2], match[1]) for match in DAY_FIRST.finditer(page)]
    parts += [(match, match[3], match[1], match[2]) for match in MONTH_FIRST.finditer(page)]
    found = []
    for match, year, month, day in parts:
        number = int(month) if month.isdigit() else MONTHS.index(month.lower()) + 1
        try:
            found.append((match.start(), date(int(year), number, int(day)).isoformat(), match[0]))
        except ValueError:
            continue
    return found


@tool(effect="read")
async def detect_language(pages: list[str], pace: Pace = 0.0) -> Language:
    """Tell the language from its commonest short words, among six."""
    await asyncio.sleep(2 * pace)
    words = [word.lower() for page in pages for word in WORD.findall(page)]
    if not words:
        return Language(language="Unknown", share=0.0)
    hits = {name: sum(word in common for word in words) for name, common in COMMON_WORDS.items()}
    best = max(hits, key=lambda name: hits[name])
    share = round(hits[best] / len(words), 3)
    return Language(language=best if share >= 0.05 else "Unknown", share=share)
