"""Slugs for graphs, made from their names."""

from __future__ import annotations

import hashlib

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils.text import slugify

from orchestration.models import Graph

SLUG_LENGTH = 80
NAME_LENGTH = 200
_LONGEST_MADE = 60
_ATTEMPTS = 20


def slug_of(name: str) -> str:
    """A name without a letter of a slug gets one made from its hash, so that it never meets another."""
    made = slugify(name)[:_LONGEST_MADE].strip("-_")
    return made or f"graph-{hashlib.sha256(name.encode()).hexdigest()[:8]}"


def graph_named(*, name: str, actor: User | None) -> Graph:
    """A new row under a free slug made from `name`."""
    shown = name.replace("\0", "\ufffd")[:NAME_LENGTH]
    for attempt in range(_ATTEMPTS):
        try:
            with transaction.atomic():
                return Graph.objects.create(slug=_unused(slug_of(name)), name=shown, created_by=actor)
        except IntegrityError:
            # Somebody took that slug between the look and the row.
            if attempt == _ATTEMPTS - 1:
                raise
    raise AssertionError("unreachable")


def _unused(slug: str) -> str:
    taken = set(Graph.objects.filter(slug__startswith=slug).values_list("slug", flat=True))
    candidate, number = slug, 1
    while candidate in taken:
        number += 1
        candidate = f"{slug}-{number}"
    return candidate
