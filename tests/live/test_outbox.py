"""A slow watcher costs a bounded amount of memory and is told to look again."""

from __future__ import annotations

import json

from dashboard.live.outbox import Outbox


async def taken(outbox: Outbox, count: int) -> list[str]:
    return [await outbox.get() for _ in range(count)]


async def test_messages_come_out_in_order() -> None:
    outbox = Outbox()
    outbox.put(["a", "b"], 1)
    outbox.put(["c"], 2)
    assert await taken(outbox, 3) == ["a", "b", "c"]


async def test_a_full_box_holds_only_a_reset_to_where_it_should_be() -> None:
    outbox = Outbox(most=3)
    outbox.put(["a", "b", "c"], 3)
    outbox.put(["d"], 4)
    outbox.put(["e"], 5)
    assert json.loads(await outbox.get()) == {"type": "reset", "seq": 4}
    assert await outbox.get() == "e"


async def test_bytes_count_too() -> None:
    outbox = Outbox(most_bytes=10)
    outbox.put(["12345678"], 1)
    outbox.put(["12345678"], 2)
    assert json.loads(await outbox.get()) == {"type": "reset", "seq": 2}


async def test_a_lone_long_message_is_sent() -> None:
    outbox = Outbox(most_bytes=10)
    outbox.put(["x" * 100], 1)
    assert await outbox.get() == "x" * 100


async def test_pings_do_not_pile_up() -> None:
    outbox = Outbox()
    outbox.ping()
    outbox.ping()
    outbox.put(["a"], 1)
    assert [json.loads(text) if text != "a" else text for text in await taken(outbox, 2)] == [
        {"type": "ping"},
        "a",
    ]
