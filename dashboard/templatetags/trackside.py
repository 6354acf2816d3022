"""Times, statuses, progress and values, drawn the same on every page."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from dashboard.templatetags.icons import icon
from orchestration.selectors.views import ProgressView

register = template.Library()


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
def plain(value: Any) -> bool:
    """Whether a value reads better as text than as JSON."""
    return isinstance(value, str | int | float | bool) or value is None
