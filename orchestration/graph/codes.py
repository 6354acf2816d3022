"""Codes for programs that carry their sentence for people; the reference pages are made of both."""

from __future__ import annotations

from enum import StrEnum
from typing import Self


class Code(StrEnum):
    """Members are written ``NAME = "name", "What it means."``; the value is the name alone."""

    meaning: str

    def __new__(cls, value: str, meaning: str) -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.meaning = meaning
        return member
