"""Values in the query part of an address."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime

from rest_framework.exceptions import ParseError
from rest_framework.request import Request

LARGEST = 2**63 - 1


def after_of(request: Request) -> int:
    """`?after=`: an event's number, -1 when it is absent or empty. Raises ParseError."""
    text = request.GET.get("after", "-1")
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 19 and int(digits) <= LARGEST):
        raise ParseError("“after” is the number of an event.")
    return int(text)


def choice_of(request: Request, name: str, choices: Collection[str], *, default: str) -> str:
    """`?<name>=`: one of `choices`, `default` when it is absent or empty. Raises ParseError."""
    text = str(request.GET.get(name) or default)
    if text != default and text not in choices:
        raise ParseError(f"“{name}” is one of {', '.join(choices)}.")
    return text


def moment_of(request: Request, name: str) -> datetime | None:
    """`?<name>=`: a time in ISO 8601, in UTC unless it says otherwise. Raises ParseError."""
    text = request.GET.get(name, "")
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text)
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise ParseError(f"“{name}” is a time, like 2026-11-30T08:00:00Z or 2026-11-30.") from error


def several_of(request: Request, name: str, *, most: int) -> list[str]:
    """`?<name>=…&<name>=…`. Raises ParseError for more than `most`."""
    found = [text for text in request.GET.getlist(name) if text]
    if len(found) > most:
        raise ParseError(f"“{name}” is given {most} times at most.")
    return found
