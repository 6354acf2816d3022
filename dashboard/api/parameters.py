"""Values in the query part of an address."""

from __future__ import annotations

from rest_framework.exceptions import ParseError
from rest_framework.request import Request

LARGEST = 2**63 - 1


def after_of(request: Request) -> int:
    """`?after=`: an event's number, -1 when it is absent. Raises ParseError."""
    text = request.GET.get("after", "-1")
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 19 and int(digits) <= LARGEST):
        raise ParseError("“after” is the number of an event.")
    return int(text)
