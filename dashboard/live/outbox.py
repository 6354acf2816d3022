"""What one watcher has yet to be sent."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence

from dashboard.live.frames import message
from orchestration.selectors.views import Ping, Reset

PING = message(Ping())


class Outbox:
    """A bounded queue. When it would overflow, `reset` takes the place of everything in it.

    `most` messages and `most_bytes` characters bound what a slow watcher costs.
    """

    def __init__(self, most: int = 256, most_bytes: int = 4 * 1024 * 1024) -> None:
        self._most = most
        self._most_bytes = most_bytes
        self._texts: deque[str] = deque()
        self._size = 0
        self._picture: str | None = None
        self._filled = asyncio.Event()

    @property
    def fill(self) -> float:
        """How full it is, 0 to 1."""
        return max(len(self._texts) / self._most, self._size / self._most_bytes)

    def put(self, texts: Sequence[str], seq: int) -> None:
        """Queue messages that bring the watcher to `seq`."""
        for text in texts:
            self._texts.append(text)
            self._size += len(text)
        # A lone message is always let through, however long: there is no backlog to replace.
        if len(self._texts) > 1 and self.fill > 1:
            self.reset(seq)
        self._filled.set()

    def reset(self, seq: int) -> None:
        """Forget the backlog: the watcher fetches the view again and goes on after its `seq`."""
        text = message(Reset(seq=seq))
        self._texts = deque([text])
        self._size = len(text)
        self._filled.set()

    def show(self, picture: str) -> None:
        """Queue a message that replaces the one shown before it, if that has not been sent. It has no part
        in the backlog, which cannot push it out."""
        self._picture = picture
        self._filled.set()

    def ping(self) -> None:
        """Queue a ping, unless messages are waiting anyway."""
        if not self._texts and self._picture is None:
            self._texts.append(PING)
            self._size += len(PING)
            self._filled.set()

    async def get(self) -> str:
        """The next message, when there is one."""
        while not self._texts and self._picture is None:
            self._filled.clear()
            await self._filled.wait()
        if not self._texts:
            picture, self._picture = str(self._picture), None
            return picture
        text = self._texts.popleft()
        self._size -= len(text)
        return text
