"""What tells whether there is news of a graph's draft, in one query."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max, Q

from orchestration.models import Graph


@dataclass(frozen=True, slots=True)
class DraftStanding:
    """`is_kept` is false before the first change: then the draft is the latest revision."""

    version: int
    is_kept: bool
    base: int | None
    latest: int | None
    clean_version: int
    layout_version: int
    archived_at: datetime | None

    def follows(self, before: DraftStanding) -> bool:
        """Whether the changes between the two versions tell all of the way from `before`."""
        if self.version < before.version or self.archived_at != before.archived_at:
            return False
        # A draft that nobody had changed yet is replaced by a new revision without a change.
        return before.is_kept or self.base == before.base


def draft_standing(graph: int) -> DraftStanding:
    """Raises Graph.DoesNotExist."""
    latest = Max("revisions__number", filter=Q(revisions__number__isnull=False))
    row = (
        Graph.objects.filter(pk=graph)
        .annotate(latest=latest)
        .values_list(
            "draft__version",
            "draft__base__number",
            "draft__clean_version",
            "layout__version",
            "archived_at",
            "latest",
        )
        .get()
    )
    version, base, clean, layout, archived_at, number = row
    return DraftStanding(
        version=version or 0,
        is_kept=version is not None,
        base=number if version is None else base,
        latest=number,
        clean_version=clean or 0,
        layout_version=layout or 0,
        archived_at=archived_at,
    )
