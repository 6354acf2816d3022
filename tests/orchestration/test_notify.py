"""Hints reach whoever listens on the server's loop, from whichever thread they come."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from channels.layers import get_channel_layer

from orchestration import notify
from tests.orchestration.embedded import in_other_thread


@pytest.fixture(autouse=True)
def _unbound() -> Iterator[None]:
    yield
    notify.bind_loop(None)


def layer() -> Any:
    return get_channel_layer()


async def subscribed(group: str) -> str:
    channel: str = await layer().new_channel()
    await layer().group_add(group, channel)
    return channel


async def heard(channel: str) -> object:
    return await asyncio.wait_for(layer().receive(channel), timeout=1)


async def test_a_hint_from_another_thread_arrives_at_once() -> None:
    notify.bind_loop(asyncio.get_running_loop())
    channel = await subscribed(notify.run_group(7))
    in_other_thread(lambda: notify.ChannelsNotifier().notify(7, 3))
    assert await heard(channel) == {"type": "run.hint", "run": 7, "seq": 3}


async def test_a_burst_becomes_its_last_hint() -> None:
    notify.bind_loop(asyncio.get_running_loop())
    channel = await subscribed(notify.run_group(7))
    for seq in range(500):
        notify.ChannelsNotifier().notify(7, seq)
    assert await heard(channel) == {"type": "run.hint", "run": 7, "seq": 499}
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(layer().receive(channel), timeout=0.05)


async def test_the_badge_hears_of_approvals() -> None:
    notify.bind_loop(asyncio.get_running_loop())
    channel = await subscribed(notify.ME_GROUP)
    notify.approvals_changed()
    assert await heard(channel) == {"type": "me.hint"}


async def test_binding_the_same_loop_again_keeps_what_waits() -> None:
    notify.bind_loop(asyncio.get_running_loop())
    channel = await subscribed(notify.run_group(7))
    notify.ChannelsNotifier().notify(7, 1)
    notify.bind_loop(asyncio.get_running_loop())
    assert await heard(channel) == {"type": "run.hint", "run": 7, "seq": 1}


def test_without_a_loop_hints_are_dropped() -> None:
    notify.ChannelsNotifier().notify(7, 1)


def test_a_closed_loop_is_let_go() -> None:
    loop = asyncio.new_event_loop()
    notify.bind_loop(loop)
    loop.close()
    notify.ChannelsNotifier().notify(7, 1)
    notify.ChannelsNotifier().notify(7, 2)
