"""However the parts of an update are cut into messages, they are contiguous, whole and short enough."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from dashboard.live.graph_frames import updates
from orchestration.selectors.draft_news import DraftStanding

STANDING = DraftStanding(
    version=9, is_kept=True, base=3, latest=4, clean_version=5, layout_version=1, archived_at=None
)
LIMIT = 300
parts = st.integers(2, LIMIT + 20).map(lambda size: b'"' + b"x" * (size - 2) + b'"')


@given(st.integers(0, 1000), st.lists(parts, max_size=8), st.none() | parts, st.none() | parts)
def test_messages_are_contiguous_whole_and_short(
    after: int, changes: list[bytes], problems: bytes | None, layout: bytes | None
) -> None:
    texts = updates(after, changes, problems, layout, STANDING, LIMIT)
    messages = [json.loads(text) for text in texts]
    if any(len(part) > LIMIT for part in (*changes, problems or b"", layout or b"")):
        assert messages == [{"type": "reset", "seq": after + len(changes)}]
        return
    cursor = after
    for message in messages:
        assert message["from"] == cursor
        assert message["to"] == cursor + len(message["changes"])
        assert (message["base_revision"], message["latest_revision"], message["clean_version"]) == (3, 4, 5)
        cursor = message["to"]
    assert cursor == after + len(changes)
    assert [change for message in messages for change in message["changes"]] == [*map(json.loads, changes)]
    for name, part in (("problems", problems), ("layout", layout)):
        told = [message[name] for message in messages if message[name] is not None]
        assert told == ([] if part is None else [json.loads(part)])
    # The envelope, and a comma after each change.
    assert all(len(text) < LIMIT + 200 for text in texts)


def test_news_without_parts_are_one_message() -> None:
    [text] = updates(7, [], None, None, STANDING)
    assert json.loads(text)["from"] == json.loads(text)["to"] == 7
