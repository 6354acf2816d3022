"""One hub per thing that is watched and process: it reads the news of its source, encoded once, and hands
them to every watcher.

The channel layer only wakes it. Hints may be lost: the hub then finds the news when it looks by itself,
every second while hints are missing (another process writes and no common layer carries them) and
every ping otherwise. Everything is in the database, so every watcher gets everything once, in order.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from dashboard.live.ears import listening
from dashboard.live.frames import message
from dashboard.live.outbox import Outbox
from dashboard.live.threads import in_thread
from orchestration.selectors.views import Hello

logger = logging.getLogger(__name__)

WINDOW_SECONDS = 0.05
# Daphne carries about 3,000 messages a second; leave it room for everything else.
MESSAGES_PER_SECOND = 2000
POLL_SECONDS = 1.0
CHECK_SECONDS = 10.0
LINGER_SECONDS = 15.0

Loop = asyncio.AbstractEventLoop
_hubs: WeakKeyDictionary[Loop, dict[str, Hub]] = WeakKeyDictionary()


class Source(Protocol):
    """What a hub reads, in worker threads, one at a time. `group` is where hints about it come."""

    group: str
    seq: int
    # Whether `news` is to be asked again at once.
    has_more: bool

    def open(self) -> None:
        """Find out what there is. Raises when there is no such thing."""

    def news(self) -> list[str]:
        """Messages for those who know everything up to `seq`; brings `seq` forward."""

    def since(self, after: int) -> list[str]:
        """Messages that bring a newcomer from `after` to `seq`."""


def hub_of(source: Source) -> Hub:
    """The running loop's hub of what `source` reads; started with it when there is none."""
    hubs = _hubs.setdefault(asyncio.get_running_loop(), {})
    if source.group not in hubs:
        hubs[source.group] = Hub(source, hubs)
    return hubs[source.group]


class Hub:
    """All its state belongs to one task; the source is used by one thread at a time, awaited by that task."""

    def __init__(self, source: Source, hubs: dict[str, Hub]) -> None:
        self.group = source.group
        self._hubs = hubs
        self._source = source
        self._members: set[Outbox] = set()  # everyone who watches
        self._joining: list[tuple[Outbox, int]] = []  # members who have not been sent anything yet
        self._followers: set[Outbox] = set()  # members who are where the hub is
        self._wake = asyncio.Event()
        self._hinted = False
        self._hints_come = False
        self._deaf = False
        self._looked_at = 0.0
        self._task = asyncio.create_task(self._run(), name=f"hub of {self.group}")

    # ── for consumers ───────────────────────────────────────────────────────────────────────

    def join(self, outbox: Outbox, after: int) -> None:
        """Send `outbox` everything after seq `after`, from now on."""
        self._members.add(outbox)
        self._joining.append((outbox, after))
        self._wake.set()

    def leave(self, outbox: Outbox) -> None:
        self._members.discard(outbox)
        self._followers.discard(outbox)
        if not self._members:
            self._wake.set()  # from now on it waits for the linger alone

    async def closed(self) -> None:
        """Returns when the hub has ended; consumers that still use it then reconnect."""
        await asyncio.wait([self._task])

    # ── the task ────────────────────────────────────────────────────────────────────────────

    async def _run(self) -> None:
        try:
            async with listening(self.group, self._hear, self._go_deaf):
                await in_thread(self._source.open)
                while await self._wait_for_news():
                    await self._forward()
                    await self._welcome()
        except Exception:
            logger.exception("The hub of %s broke off; its watchers reconnect.", self.group)
        finally:
            if self._hubs.get(self.group) is self:
                del self._hubs[self.group]

    def _hear(self, hint: dict[str, Any]) -> None:
        self._hinted = True
        self._wake.set()

    def _go_deaf(self) -> None:
        """Without hints the hub looks every second."""
        self._deaf = True

    async def _wait_for_news(self) -> bool:
        """Sleep until it is time to look. False when nobody has watched for a while."""
        patience = CHECK_SECONDS if self._hints_come and not self._deaf else POLL_SECONDS
        if not self._members:
            patience = LINGER_SECONDS
        try:
            await asyncio.wait_for(self._wake.wait(), patience)
        except TimeoutError:
            if not self._members:
                # No await between this check and the end: nobody can join a hub that is ending.
                self._hubs.pop(self.group, None)
                return False
        now = asyncio.get_running_loop().time()
        if not self._joining and (early := self._looked_at + self._window() - now) > 0:
            await asyncio.sleep(early)
        self._wake.clear()
        self._looked_at = asyncio.get_running_loop().time()
        return True

    def _window(self) -> float:
        """How long hints are gathered: longer with many watchers, and with slow ones."""
        fullest = max((outbox.fill for outbox in self._followers), default=0.0)
        return max(WINDOW_SECONDS, len(self._followers) / MESSAGES_PER_SECOND) * (1 + 4 * fullest)

    async def _forward(self) -> None:
        """Read what is new and hand it to everyone."""
        hinted, self._hinted = self._hinted, False
        asking = True
        while asking:
            texts = await in_thread(self._source.news)
            if texts:
                self._hints_come = hinted
            for outbox in self._followers:
                outbox.put(texts, self._source.seq)
            asking = self._source.has_more

    async def _welcome(self) -> None:
        """Bring those who just came to where the others are. They see nothing twice, and miss nothing."""
        joining, self._joining = self._joining, []
        answers: dict[int, list[str]] = {}
        for _, after in joining:
            if after not in answers:
                answers[after] = await in_thread(self._source.since, after)
        hello = message(Hello(seq=self._source.seq))
        for outbox, after in joining:
            if outbox in self._members:  # it may have left while we read
                outbox.put([hello, *answers[after]], self._source.seq)
                self._followers.add(outbox)
