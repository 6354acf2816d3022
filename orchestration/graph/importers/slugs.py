"""Ids for nodes whose foreign names are no slugs, or are used twice."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

_LONGEST = 64
_SLUG = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
_OTHER = re.compile(r"[^a-z0-9_-]+")


def is_slug(name: str) -> bool:
    return _SLUG.fullmatch(name) is not None


def slug_of(name: str, fallback: str = "node") -> str:
    """The nearest slug: accents and case are lost, runs of other characters become one “-”."""
    # A slug is short; the rest of a very long name would be normalised for nothing.
    plain = unicodedata.normalize("NFKD", name[:1_000]).encode("ascii", "ignore").decode().lower()
    return _OTHER.sub("-", plain).lstrip("_-")[:_LONGEST].rstrip("_-") or fallback


class Slugs:
    """Gives out ids, each once. Names in `exact` that are slugs already are kept for their owners."""

    def __init__(self, exact: Iterable[str] = ()) -> None:
        self._kept = {name for name in exact if is_slug(name)}
        self._taken: set[str] = set()
        self._next: dict[str, int] = {}

    def take(self, name: str, fallback: str = "node") -> str:
        """`name` itself if it is a slug that is still free, else a free one made of it."""
        if is_slug(name) and name not in self._taken:
            self._taken.add(name)
            return name
        base = slug_of(name, fallback)
        slug = base
        while slug in self._taken or slug in self._kept:
            number = self._next.get(base, 2)
            self._next[base] = number + 1
            ending = f"-{number}"
            slug = base[: _LONGEST - len(ending)] + ending
        self._taken.add(slug)
        return slug
