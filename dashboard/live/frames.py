"""Updates as they go over the wire: contiguous, and none too long for the server to send."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dashboard.api.renderers import to_json
from orchestration.selectors.views import Reset, View

# Daphne closes a socket on a message over 1 MiB; the promise is 512 KiB, envelope included.
LIMIT = 480 * 1024


@dataclass(frozen=True, slots=True)
class Fact:
    """One event, ready to send: its view as JSON, and the paths of the nodes that it changed."""

    seq: int
    touched: frozenset[str]
    event: bytes


def message(view: View) -> str:
    """A whole message of the protocol as text."""
    return to_json(view).decode()


def updates(
    after: int,
    facts: Sequence[Fact],
    node: Callable[[str], bytes],
    run: bytes | None,
    limit: int = LIMIT,
) -> list[str]:
    """Messages that take a watcher from `after` to the last fact.

    `node` gives a node's present view as JSON, `run` the run's, or None when it did not change. A view
    goes with the first event that touched the node: whoever is cut off in between asks for the rest
    and gets what it touched again. An event that touched too much for one message becomes a `reset`.
    Without facts (a stall), the run's view goes alone and moves no cursor: its `from` is `to` + 1.
    """
    found: list[str] = []
    cursor, size = after, 0
    events: list[bytes] = []
    nodes: list[bytes] = []
    sent: set[str] = set()
    for fact in facts:
        views = [node(path) for path in sorted(fact.touched - sent)]
        sent |= fact.touched
        weight = len(fact.event) + sum(map(len, views))
        if events and size + weight > limit:
            found.append(_update(cursor, events, nodes, None))
            cursor, size, events, nodes = cursor + len(events), 0, [], []
        if weight > limit:
            found.append(message(Reset(seq=fact.seq)))
            cursor = fact.seq
            continue
        events.append(fact.event)
        nodes += views
        size += weight
    if events or run is not None:
        found.append(_update(cursor, events, nodes, run))
    return found


def _update(cursor: int, events: list[bytes], nodes: list[bytes], run: bytes | None) -> str:
    # Put together by hand, because every part is encoded once and shared by all watchers. The tests
    # read it back as `Update`.
    parts = (cursor + 1, cursor + len(events), run or b"null", b",".join(nodes), b",".join(events))
    return (b'{"type":"update","from":%d,"to":%d,"run":%s,"nodes":[%s],"events":[%s]}' % parts).decode()
