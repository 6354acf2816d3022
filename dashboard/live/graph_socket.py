"""The socket of a graph that is edited: changes of its draft, and who else has it open.

It only tells. What a browser says over it is where its person looks; writing is for HTTP.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import User
from pydantic import ValidationError

from dashboard.live.consumers import HubSocket
from dashboard.live.graph_source import GraphSource
from dashboard.live.hub import Source
from dashboard.live.messages import Look
from dashboard.live.room import Room, room_of
from dashboard.live.session import cookies_of, graph_to_watch
from dashboard.live.threads import in_thread
from orchestration.notify import graph_group

LONGEST_MESSAGE = 256


class Pace:
    """Lets `per_second` things through, and a burst of twice as many after a pause."""

    def __init__(self, per_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_second = per_second
        self._clock = clock
        self._left = 2 * per_second
        self._at = clock()

    def allows(self) -> bool:
        now = self._clock()
        self._left = min(2 * self._per_second, self._left + (now - self._at) * self._per_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class GraphSocket(HubSocket):
    """``/ws/graphs/<slug>/?after=<version>``: the changes of a graph's draft."""

    graph: int | None = None
    user: User
    room: Room | None = None

    async def why_not(self) -> str | None:
        if self.after is None:
            return "bad_request"
        slug = self.scope["url_route"]["kwargs"]["slug"]
        found = await in_thread(graph_to_watch, cookies_of(self.scope), slug)
        if isinstance(found, str):
            return found
        self.user, graph = found
        if self.graph is None:
            self.graph = graph
        # Another graph may have been made under the name of one that was deleted.
        return None if graph == self.graph else "not_found"

    def source(self) -> Source:
        return GraphSource(self._watched)

    @property
    def _watched(self) -> int:
        if self.graph is None:
            raise RuntimeError("Nobody has looked yet whether this may be watched.")
        return self.graph

    async def opened(self) -> None:
        self._looks = Pace(5)
        self.room = room_of(graph_group(self._watched))
        self.room.enter(self.outbox, self.user)
        await super().opened()

    def left(self) -> None:
        super().left()
        if self.room is not None:
            self.room.leave(self.outbox)

    async def receive(self, text_data: str | None = None, bytes_data: Any = None, **_: Any) -> None:
        """Take a look for what it is; whatever else somebody sends is passed over."""
        if self.room is None or text_data is None or len(text_data) > LONGEST_MESSAGE:
            return
        if not self._looks.allows():
            return
        try:
            look = Look.model_validate_json(text_data)
        except ValidationError:
            return
        self.room.look(self.outbox, look.node)
