"""Values cut to a size that a card can show."""

from __future__ import annotations

import json
from typing import Any

from orchestration.selectors.views import Preview

SHOWN = 2000


def preview(value: Any) -> Preview:
    """The JSON text of a value, at most 2,000 characters of it; `size` counts all of them."""
    return preview_text(json.dumps(value, ensure_ascii=False))


def preview_text(text: str) -> Preview:
    return Preview(text=text[:SHOWN], cut=len(text) > SHOWN, size=len(text))
