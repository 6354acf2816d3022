"""What comes over a group of the channel layer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)


@asynccontextmanager
async def listening(
    group: str, hear: Callable[[dict[str, Any]], None], deaf: Callable[[], None]
) -> AsyncIterator[None]:
    """Call `hear` with every message to `group` meanwhile; `deaf` once, if the layer breaks off."""
    layer: Any = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add(group, channel)
    ear = asyncio.create_task(_listen(layer, channel, hear, deaf), name=f"ear of {group}")
    try:
        yield
    finally:
        ear.cancel()
        await layer.group_discard(group, channel)


async def _listen(
    layer: Any, channel: str, hear: Callable[[dict[str, Any]], None], deaf: Callable[[], None]
) -> None:
    try:
        while True:
            hear(await layer.receive(channel))
    except Exception:
        logger.exception("The channel layer broke off.")
        deaf()
