"""Values cut to a size that a card can show."""

from __future__ import annotations

import json
from typing import Any

from orchestration.selectors.views import EventView, Preview

SHOWN = 2000


def preview(value: Any) -> Preview:
    """The JSON text of a value, at most 2,000 characters of it; `size` counts all of them."""
    return preview_text(json.dumps(value, ensure_ascii=False))


def shortened(value: Any) -> tuple[Any, bool]:
    """The value, or the beginning of its text when that is over 2,000 characters; and whether it was cut."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return (f"{text[:SHOWN]}…", True) if len(text) > SHOWN else (value, False)


def shortened_fields(fields: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The fields, long ones shortened, and the names of those."""
    found = {name: shortened(value) for name, value in fields.items()}
    return {name: value for name, (value, _) in found.items()}, [
        name for name, (_, cut) in found.items() if cut
    ]


def shortened_event(event: EventView) -> EventView:
    """An event for a list, where many large payloads would come at once."""
    payload, cut = shortened_fields(event.payload)
    return event.model_copy(update={"payload": payload, "cut": cut}) if cut else event


def preview_text(text: str) -> Preview:
    return Preview(text=text[:SHOWN], cut=len(text) > SHOWN, size=len(text))
