"""Who else has a graph open, told to everybody who has.

People of other processes are told over the channel layer, as far as it carries: each process says who is
there when that changes and every now and then, and is forgotten when it falls silent.
"""

from __future__ import annotations

import asyncio
import logging
import time
import uuid
from typing import Any
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer
from django.contrib.auth.models import User
from pydantic import TypeAdapter, ValidationError

from dashboard.live.ears import listening
from dashboard.live.frames import message
from dashboard.live.outbox import Outbox
from dashboard.live.presence import Guest, Presence
from orchestration.selectors.draft_views import People
from orchestration.selectors.people import name_of

logger = logging.getLogger(__name__)

GATHER_SECONDS = 0.1
# Everybody is told of everybody: with many people that is seldom.
PEOPLE_PER_SECOND = 200
SAY_SECONDS = 10.0
FORGET_SECONDS = 25.0

_rooms: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, Room]] = WeakKeyDictionary()
_guests: TypeAdapter[list[Guest]] = TypeAdapter(list[Guest])


def room_of(group: str) -> Room:
    """The running loop's room of this name, opened when there is none."""
    rooms = _rooms.setdefault(asyncio.get_running_loop(), {})
    if group not in rooms:
        rooms[group] = Room(group, rooms)
    return rooms[group]


class Room:
    """`enter` right after `room_of`: a room in which nobody is closes."""

    def __init__(self, group: str, rooms: dict[str, Room]) -> None:
        self._group = f"{group}.people"
        self._name = group
        self._rooms = rooms
        self._process = uuid.uuid4().hex
        self._presence = Presence()
        self._outboxes: set[Outbox] = set()
        self._shown = ""
        self._wake = asyncio.Event()
        self._told: list[Guest] = []
        self._asked = False
        self._task = asyncio.create_task(self._run(), name=f"room of {group}")

    def enter(self, outbox: Outbox, user: User) -> None:
        self._outboxes.add(outbox)
        self._presence.enter(outbox, user.pk, name_of(user), time.time())
        self._shown = ""  # whoever comes is told, also when somebody else of the same name was here
        self._wake.set()

    def look(self, outbox: Outbox, node: str | None) -> None:
        self._presence.look(outbox, node, time.time())
        self._wake.set()

    def leave(self, outbox: Outbox) -> None:
        self._outboxes.discard(outbox)
        self._presence.leave(outbox)
        self._wake.set()

    async def closed(self) -> None:
        await asyncio.wait([self._task])

    async def _run(self) -> None:
        try:
            async with listening(self._group, self._hear, lambda: None):
                while not self._presence.is_empty:
                    self._show()
                    await self._say()
                    await self._wait()
                # No await between the check and this: nobody can enter a room that is closing.
                self._close()
                await self._say()
        except Exception:
            logger.exception("The room of %s broke off; nobody is told who is there.", self._name)
        finally:
            self._close()

    def _close(self) -> None:
        if self._rooms.get(self._name) is self:
            del self._rooms[self._name]

    async def _wait(self) -> None:
        try:
            await asyncio.wait_for(self._wake.wait(), SAY_SECONDS)
        except TimeoutError:
            self._asked = True
        if not self._presence.is_empty:
            await asyncio.sleep(max(GATHER_SECONDS, len(self._outboxes) / PEOPLE_PER_SECOND))
        self._wake.clear()
        self._presence.forget(time.time())

    def _show(self) -> None:
        """Tell everybody here who is there, if that is another picture than before."""
        text = message(People(people=self._presence.people()))
        if text != self._shown:
            self._shown = text
            for outbox in self._outboxes:
                outbox.show(text)

    async def _say(self) -> None:
        """Tell the other processes who is here: when that has changed, one of them is new, or it is time."""
        here = self._presence.here()
        if here == self._told and not self._asked:
            return
        self._told, self._asked = here, False
        layer: Any = get_channel_layer()
        guests = [guest.model_dump() for guest in here]
        try:
            await layer.group_send(
                self._group, {"type": "graph.people", "process": self._process, "guests": guests}
            )
        except Exception:
            logger.warning("Other processes were not told who has %s open.", self._name, exc_info=True)

    def _hear(self, said: dict[str, Any]) -> None:
        process = str(said.get("process"))
        if process == self._process:
            return
        try:
            guests = _guests.validate_python(said.get("guests"))
        except ValidationError:
            return  # another version's words
        if self._presence.hear(process, guests, time.time() + FORGET_SECONDS):
            self._asked = True  # it does not know of us either
        self._wake.set()
