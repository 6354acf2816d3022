"""`{% icon "name" %}`: small line drawings on a 24-unit grid, two units of stroke, no fill."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

RING = '<circle cx="12" cy="12" r="9"/>'
SHAPES: dict[str, str] = {
    # places
    "home": '<path d="M4 11 12 4l8 7v9h-5v-6H9v6H4z"/>',
    "runs": '<path d="M3 12h4l3-8 4 16 3-8h4"/>',
    "graphs": '<rect x="3" y="3" width="6" height="6" rx="1.5"/><rect x="15" y="9" width="6" '
    'height="6" rx="1.5"/>'
    '<rect x="3" y="15" width="6" height="6" rx="1.5"/><path d="M9 6h3v12H9M12 12h3"/>',
    "approvals": '<path d="M4 13l3-8h10l3 8v6H4z"/><path d="M4 13h5l1 2h4l1-2h5"/>',
    "settings": '<path d="M4 7h9M17 7h3M4 17h3M11 17h9"/><circle cx="15" cy="7" r="2"/>'
    '<circle cx="9" cy="17" r="2"/>',
    # the frame
    "user": '<circle cx="12" cy="8" r="4"/><path d="M4.5 20.5a7.5 7.5 0 0 1 15 0"/>',
    "sun": '<circle cx="12" cy="12" r="4"/><path d="M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 '
    "17.6 19 19"
    'M5 19l1.4-1.4M17.6 6.4 19 5"/>',
    "moon": '<path d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z"/>',
    "system": '<rect x="3" y="4" width="18" height="12" rx="2"/><path d="M8 20h8M12 16v4"/>',
    "contrast": RING + '<path d="M12 3a9 9 0 0 1 0 18z" fill="currentColor"/>',
    "leave": '<path d="M10 4H5v16h5M15 8l4 4-4 4M19 12H9"/>',
    "key": '<circle cx="8" cy="15" r="4"/><path d="M11 12l8-8M16 7l3 3"/>',
    "chevron": '<path d="M9 6l6 6-6 6"/>',
    "search": '<circle cx="11" cy="11" r="6.5"/><path d="M16 16l4.5 4.5"/>',
    "info": RING + '<path d="M12 11v5M12 7.5v.5"/>',
    "alert": '<path d="M12 3.5 22 20H2z"/><path d="M12 10v4M12 17v.5"/>',
    "play": '<path d="M7 4.5v15l12-7.5z"/>',
    "pause": '<path d="M8 5v14M16 5v14"/>',
    "stop": '<rect x="6" y="6" width="12" height="12" rx="1.5"/>',
    "retry": '<path d="M20 11a8 8 0 1 0-2.3 6.6M20 4v7h-7"/>',
    "check": '<path d="M4.5 12.5l5 5 10-11"/>',
    "close": '<path d="M6 6l12 12M18 6 6 18"/>',
    "plus": '<path d="M12 5v14M5 12h14"/>',
    "minus": '<path d="M5 12h14"/>',
    "upload": '<path d="M12 16V4M7 9l5-5 5 5M4 16v4h16v-4"/>',
    "download": '<path d="M12 4v12M7 11l5 5 5-5M4 16v4h16v-4"/>',
    "copy": '<rect x="9" y="9" width="11" height="11" rx="2"/><path d="M5 15H4V4h11v1"/>',
    "archive": '<rect x="3" y="4" width="18" height="5" rx="1"/><path d="M5 9v11h14V9M10 13h4"/>',
    "unarchive": '<rect x="3" y="4" width="18" height="5" rx="1"/><path d="M5 9v11h14V9M12 18v-6M9.5 14.5 '
    '12 12l2.5 2.5"/>',
    "history": '<path d="M4 12a8 8 0 1 0 2.5-5.8M4 4v5h5M12 8v4l3 2"/>',
    "compare": '<path d="M7 4v13M4 14l3 3 3-3M17 20V7M14 10l3-3 3 3"/>',
    "more": '<path d="M5 12h.01M12 12h.01M19 12h.01"/>',
    "edit": '<path d="M4 20l1-5L16 4l4 4L9 19z"/>',
    "swap": '<path d="M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4"/>',
    "print": '<path d="M7 9V3h10v6M7 18H4v-8h16v8h-3"/><rect x="7" y="14" width="10" height="7"/>',
    # statuses
    "pending": '<circle cx="12" cy="12" r="9" stroke-dasharray="3 3.3"/>',
    "created": RING,
    "ready": RING + '<circle cx="12" cy="12" r="2.5"/>',
    "running": '<path d="M12 3a9 9 0 1 1-8.5 6"/><circle cx="12" cy="12" r="2.5"/>',
    "waiting": RING + '<path d="M12 7v5l3.5 2"/>',
    "completed": RING + '<path d="M8 12.5l3 3 5.5-6.5"/>',
    "failed": RING + '<path d="M9 9l6 6M15 9l-6 6"/>',
    "skipped": RING + '<path d="M8 12h8"/>',
    "canceled": RING + '<path d="M5.7 5.7l12.6 12.6"/>',
    "paused": RING + '<path d="M10 9v6M14 9v6"/>',
    # node kinds
    "agent": '<path d="M12 3l2 6.5 6.5 2.5-6.5 2.5L12 21l-2-6.5L3.5 12 10 9.5z"/>',
    "tool": '<path d="M20 7.5a4.5 4.5 0 0 1-6.2 5.2L7 19.5 4.5 17l6.8-6.8A4.5 4.5 0 0 1 16.5 4L14 '
    '6.5l3.5 3.5z"/>',
    "gate": '<path d="M6 21V4M6 5h11l-2 4 2 4H6"/>',
    "branch": '<circle cx="6" cy="12" r="2"/><circle cx="18" cy="6" r="2"/><circle cx="18" cy="18" r="2"/>'
    '<path d="M8 12c5 0 3-6 8-6M8 12c5 0 3 6 8 6"/>',
    "map": '<path d="M12 3l9 5-9 5-9-5z"/><path d="M3 12l9 5 9-5M3 16l9 5 9-5"/>',
    "fold": '<path d="M4 11a8 8 0 0 1 14-4l2 2M20 13a8 8 0 0 1-14 4l-2-2M20 4v5h-5M4 20v-5h5"/>',
    "delay": '<path d="M7 3h10M7 21h10M8 3c0 6 8 6 8 9s-8 3-8 9M16 3c0 6-8 6-8 9s8 3 8 9"/>',
    "team": '<circle cx="9" cy="8" r="3.5"/><path d="M2.5 20a6.5 6.5 0 0 1 13 0M16 5a3.5 3.5 0 0 1 '
    '0 6.5M18 14.5a6.5 6.5 0 0 1 3.5 5.5"/>',
}
SAME_AS = {
    "stalled": "alert",
    "open": "waiting",
    "approved": "completed",
    "rejected": "failed",
    "expired": "delay",
    "closed": "skipped",
}


@register.simple_tag
def icon(name: str, size: int = 16) -> SafeString:
    """The drawing alone, hidden from screen readers: a word always stands beside it."""
    shape = SHAPES[SAME_AS.get(name, name)]
    return format_html(
        '<svg class="icon icon-{}" width="{}" height="{}" viewBox="0 0 24 24" fill="none" '
        'stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" '
        'aria-hidden="true">{}</svg>',
        name,
        size,
        size,
        mark_safe(shape),  # noqa: S308  # one of the constants above
    )
