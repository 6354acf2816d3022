"""`time.sleep`: wait without holding a thread."""

from __future__ import annotations

import asyncio
from typing import Annotated

from pydantic import Field

from orchestration.tools.registry import tool


@tool(effect="read", name="time.sleep")
async def time_sleep(seconds: Annotated[float, Field(ge=0, le=86_400)]) -> float:
    """Wait for a number of seconds and give that number back.

    A wait that must survive a restart is a delay node, not this tool.
    """
    await asyncio.sleep(seconds)
    return seconds
