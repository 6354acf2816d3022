"""Updates of a graph as they go over the wire: contiguous, and none too long for the server to send."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from dashboard.api.renderers import to_json
from dashboard.live.frames import LIMIT, message
from orchestration.selectors.draft_news import DraftStanding
from orchestration.selectors.views import Reset


@dataclass
class _Packet:
    """One message while it is filled."""

    from_: int
    state: DraftStanding
    changes: list[bytes] = field(default_factory=list)
    problems: bytes = b"null"
    layout: bytes = b"null"

    @property
    def to(self) -> int:
        return self.from_ + len(self.changes)

    @property
    def size(self) -> int:
        return sum(map(len, self.changes)) + len(self.problems) + len(self.layout)

    def text(self) -> str:
        # Put together by hand, because every part is encoded once and shared by all watchers. The tests
        # read it back as `GraphUpdate`.
        head = b'{"type":"graph","from":%d,"to":%d,"changes":[%s],"problems":%s,"layout":%s,' % (
            self.from_,
            self.to,
            b",".join(self.changes),
            self.problems,
            self.layout,
        )
        revisions = {
            "base_revision": self.state.base,
            "latest_revision": self.state.latest,
            "clean_version": self.state.clean_version,
        }
        return (head + to_json(revisions)[1:]).decode()


def updates(
    after: int,
    changes: Sequence[bytes],
    problems: bytes | None,
    layout: bytes | None,
    state: DraftStanding,
    limit: int = LIMIT,
) -> list[str]:
    """Messages that take a watcher from version `after` to the last change, and tell the rest.

    Changes, problems and layout come as JSON; None says that they stayed as they were. When any of them is
    too long for a message there is a `reset` alone: the draft read anew has all of it.
    """
    rest = [text for text in (problems, layout) if text is not None]
    if any(len(part) > limit for part in (*changes, *rest)):
        return [message(Reset(seq=after + len(changes)))]
    found: list[str] = []
    packet = _Packet(after, state)

    def room_for(part: bytes) -> _Packet:
        nonlocal packet
        if packet.size + len(part) > limit:
            found.append(packet.text())
            packet = _Packet(packet.to, state)
        return packet

    for change in changes:
        room_for(change).changes.append(change)
    if problems is not None:
        room_for(problems).problems = problems
    if layout is not None:
        room_for(layout).layout = layout
    return [*found, packet.text()]
