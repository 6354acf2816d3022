"""The wire: names and payloads of every event, pinned. A change here needs a new engine version."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchestration.engine.events import KINDS, SleepStarted, ToolCallCompleted, decode, encode

SNAPSHOT = Path(__file__).parent.parent / "snapshots" / "events.json"

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


def exactly(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def test_the_vocabulary_is_as_pinned() -> None:
    shapes = {
        name: {"origin": cls.origin, "fields": sorted(cls.model_fields)}
        for name, cls in sorted(KINDS.items())
    }
    assert shapes == json.loads(SNAPSHOT.read_text())


@given(json_values)
def test_values_come_back_exactly(value: Any) -> None:
    event = ToolCallCompleted(call="a#1", output=value)
    back = decode(event.kind, encode(event))
    assert isinstance(back, ToolCallCompleted)
    assert exactly(back.output) == exactly(value)


@pytest.mark.parametrize(
    ("one", "other"), [(1, 1.0), (1, True), (0, False), ([1], [1.0]), ({"a": 1}, {"a": True})]
)
def test_the_text_tells_numbers_and_truth_apart(one: Any, other: Any) -> None:
    assert encode(ToolCallCompleted(call="a", output=one)) != encode(
        ToolCallCompleted(call="a", output=other)
    )


def test_times_keep_their_zone_and_microseconds() -> None:
    due = datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)
    event = SleepStarted(node="d", due=due)
    assert decode("SleepStarted", encode(event)) == event


@pytest.mark.parametrize("value", [float("nan"), float("inf"), [float("-inf")]])
def test_numbers_that_json_lacks_are_refused(value: Any) -> None:
    with pytest.raises(ValueError, match="JSON"):
        encode(ToolCallCompleted(call="a", output=value))


def test_unknown_fields_and_kinds_are_refused() -> None:
    with pytest.raises(ValueError, match="extra"):
        decode("NodeExited", '{"node": "a", "output": 1, "more": 2}')
    with pytest.raises(KeyError):
        decode("NodeExploded", "{}")
