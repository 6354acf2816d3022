"""Response bodies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pydantic_core
from rest_framework.renderers import BaseRenderer


def to_json(value: Any) -> bytes:
    """Views (pydantic models), and anything made of them and of JSON values."""
    return pydantic_core.to_json(value, by_alias=True)


class JSONRenderer(BaseRenderer):
    media_type = "application/json"
    format = "json"
    charset = None

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        return b"" if data is None else to_json(data)
