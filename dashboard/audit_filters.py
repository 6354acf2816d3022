"""What the audit is asked for; the same for the page, the files and the API."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from orchestration.models.audit import AuditQuerySet, Verb, Via
from orchestration.selectors.audit import GROUPS, filtered

NAMES = ("person", "verb", "q", "from", "to", "via")
LONGEST = 200
DAY = timedelta(days=1)


@dataclass(frozen=True)
class AuditFilters:
    """`given` holds the filters as text, each empty when it is absent or wrong; `wrong` says why, by name."""

    given: Mapping[str, str]
    since: datetime | None = None
    until: datetime | None = None
    wrong: Mapping[str, str] = field(default_factory=dict)

    @property
    def any(self) -> bool:
        return any(self.given.values())

    def rows(self) -> AuditQuerySet:
        return filtered(
            person=self.given["person"],
            verb=self.given["verb"],
            text=self.given["q"],
            since=self.since,
            until=self.until,
            via=self.given["via"],
        )


def filters_of(query: Mapping[str, str]) -> AuditFilters:
    """From the query of an address."""
    given = {name: query.get(name, "").replace("\0", "").strip()[:LONGEST] for name in NAMES}
    wrong: dict[str, str] = {}
    if given["verb"] not in {"", *Verb.values, *GROUPS}:
        wrong["verb"] = f"“verb” is a verb like run.start, or one of {', '.join(GROUPS)}."
    if given["via"] not in {"", *Via.values}:
        wrong["via"] = f"“via” is one of {', '.join(Via.values)}."
    times: dict[str, datetime] = {}
    for name in ("from", "to"):
        if given[name]:
            try:
                times[name] = _time(given[name], end=name == "to")
            except (ValueError, OverflowError):
                wrong[name] = f"“{name}” is a day like 2026-01-31, or a time in ISO 8601."
    kept = {name: "" if name in wrong else text for name, text in given.items()}
    return AuditFilters(kept, times.get("from"), times.get("to"), wrong)


def _time(text: str, *, end: bool) -> datetime:
    """Days are UTC's; the last day counts whole. Raises ValueError, OverflowError."""
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    moment = moment.astimezone(UTC)
    return moment + DAY if end and len(text) <= len("2026-01-31") else moment
