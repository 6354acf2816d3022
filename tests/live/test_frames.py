"""Updates on the wire: contiguous, complete and never too long."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from dashboard.live.frames import LIMIT, Fact, updates

# Weights from nothing to more than one message can hold.
SMALL = 600
ENVELOPE = 200
WEIGHTS = st.sampled_from([1, 10, SMALL // 3, SMALL // 2, SMALL + 1])
FACTS = st.lists(st.tuples(WEIGHTS, st.sets(st.sampled_from("abcdefgh"))), max_size=12)


def sized(weight: int, **fields: Any) -> bytes:
    return json.dumps({**fields, "fill": "x" * weight}).encode()


@settings(deadline=None)  # a busy machine is no failure
@given(facts=FACTS, after=st.integers(-1, 1000), node_weight=WEIGHTS, run=st.booleans())
def test_a_watcher_gets_everything_once_in_order_or_is_told_to_look_again(
    facts: list[tuple[int, set[str]]], after: int, node_weight: int, run: bool
) -> None:
    made = [
        Fact(after + 1 + place, frozenset(touched), sized(weight, seq=after + 1 + place))
        for place, (weight, touched) in enumerate(facts)
    ]
    view = b'{"id":1}' if run else None
    texts = updates(after, made, lambda path: sized(node_weight, id=path), view, SMALL)

    cursor, seen_nodes, resets = after, set(), []
    for text in texts:
        assert len(text) <= SMALL + ENVELOPE
        update = json.loads(text)
        if update["type"] == "reset":
            resets.append(update["seq"])
            cursor = update["seq"]
            continue
        assert update["from"] == cursor + 1
        assert [event["seq"] for event in update["events"]] == list(range(cursor + 1, update["to"] + 1))
        cursor = update["to"]
        seen_nodes |= {node["id"] for node in update["nodes"]}
        # Whoever is cut off here asks for what follows, so all that was touched so far must be known.
        if not resets:
            assert seen_nodes >= {path for fact in made if fact.seq <= cursor for path in fact.touched}
    assert cursor == after + len(made)
    if run:
        assert json.loads(texts[-1])["run"] == {"id": 1}


def test_a_stall_moves_no_cursor() -> None:
    (text,) = updates(7, [], lambda path: b"", b'{"id":1}')
    update = json.loads(text)
    assert (update["from"], update["to"], update["events"], update["nodes"]) == (8, 7, [], [])


def test_without_news_nothing_is_sent() -> None:
    assert updates(7, [], lambda path: b"", None) == []


def test_the_limit_leaves_room_under_what_the_protocol_promises() -> None:
    assert LIMIT + 16 * 1024 < 512 * 1024  # the run's view and the envelope
