"""Times, statuses, progress and values, drawn the same on every page."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from dashboard.templatetags.icons import icon
from orchestration.engine.status import RunStatus
from orchestration.selectors.views import ProgressView
from orchestration.selectors.words import run_text

register = template.Library()

# They change the direction of what stands around them, and are not seen themselves.
BIDI = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d.*")


@register.simple_tag
def when(value: datetime | None, empty: str = "-") -> SafeString | str:
    """A time: absolute in UTC as served; a script makes it relative and keeps the absolute on hover."""
    if value is None:
        return empty
    text = f"{value.astimezone(UTC):%-d %b %Y, %H:%M:%S} UTC"
    return format_html(
        '<time datetime="{}" title="{}" data-relative>{}</time>', value.isoformat(), text, text
    )


@register.simple_tag
def pill(status: str, text: str = "") -> SafeString:
    """A status by icon, word and colour."""
    status = str(status)
    return format_html(
        '<span class="pill pill-{}">{}<span>{}</span></span>',
        status,
        icon(status, 14),
        text or status.capitalize(),
    )


@register.filter
def status_word(status: str) -> str:
    """What a run's pill says of the status, without what else is going on in that run."""
    if status == RunStatus.WAITING:
        return "Waiting"
    return run_text(RunStatus(status), 0)


@register.simple_tag
def progress(view: ProgressView) -> SafeString:
    """A bar of one segment per status, and the count in words for those who do not see it."""
    order = ("completed", "running", "waiting", "failed", "skipped", "canceled")
    counts = {str(status): count for status, count in view.by_status.items()}
    total = max(view.total, 1)
    segments = format_html_join(
        "",
        '<i class="seg-{}" style="width:{}%"></i>',
        ((status, f"{100 * counts[status] / total:.2f}") for status in order if counts.get(status)),
    )
    return format_html(
        '<span class="progress" role="img" aria-label="{} of {} nodes done">{}</span>',
        view.done,
        view.total,
        segments,
    )


@register.filter
def pretty(value: Any) -> str:
    """A JSON value for reading; untrusted text, so the template escapes it."""
    return json.dumps(value, ensure_ascii=False, indent=2)


@register.filter
def visible(value: Any) -> str:
    """Text from outside with its invisible direction marks written out, as six characters each."""
    return BIDI.sub(lambda mark: f"\\u{ord(mark.group()):04X}", str(value))


@register.filter
def moment(value: Any) -> datetime | None:
    """The time that an ISO 8601 text names; None for everything else."""
    if not isinstance(value, str) or not MOMENT.fullmatch(value):
        return None
    try:
        time = datetime.fromisoformat(value)
    except ValueError:
        return None
    return time if time.tzinfo else None


@register.filter
def flat(value: Any) -> bool:
    """Whether a value is an object of plain values, which reads best as a list."""
    return isinstance(value, dict) and 0 < len(value) <= 24 and all(plain(one) for one in value.values())


@register.filter
def plain(value: Any) -> bool:
    """Whether a value reads better as text than as JSON."""
    return isinstance(value, str | int | float | bool) or value is None
