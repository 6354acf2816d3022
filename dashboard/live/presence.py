"""Who has something open: one entry a person, however many tabs, each in a colour of their own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from orchestration.selectors.draft_views import PresentPerson

COLOURS = 8


class Guest(BaseModel):
    """One person as one process sees them. `since` and `looked` are seconds of its clock: when they came,
    and when they last said where they look."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: int
    name: str
    since: float
    colour: Annotated[int, Field(ge=0, lt=COLOURS)]
    node: str | None = None
    looked: float = 0.0


@dataclass(frozen=True, slots=True)
class _Tab:
    person: int
    node: str | None = None
    looked: float = 0.0


class Presence:
    """The tabs of this process, under keys of the caller's, and what other processes say of theirs."""

    def __init__(self) -> None:
        self._tabs: dict[object, _Tab] = {}
        self._here: dict[int, Guest] = {}
        self._elsewhere: dict[str, tuple[float, Sequence[Guest]]] = {}

    @property
    def is_empty(self) -> bool:
        """Whether nobody is here; there may be people elsewhere."""
        return not self._tabs

    def enter(self, tab: object, person: int, name: str, now: float) -> None:
        self._tabs[tab] = _Tab(person)
        if person not in self._here:
            self._here[person] = Guest(id=person, name=name, since=now, colour=self._free(person))

    def look(self, tab: object, node: str | None, now: float) -> None:
        if tab in self._tabs:
            self._tabs[tab] = _Tab(self._tabs[tab].person, node, now)
            self._look_again(self._tabs[tab].person)

    def leave(self, tab: object) -> None:
        if gone := self._tabs.pop(tab, None):
            self._look_again(gone.person)

    def here(self) -> list[Guest]:
        """The people of this process, for the others."""
        return list(self._here.values())

    def hear(self, process: str, guests: Sequence[Guest], until: float) -> bool:
        """What another process says, which counts until then. True when that process was not known."""
        is_new = process not in self._elsewhere
        self._elsewhere[process] = until, guests
        for guest in self.here():
            self._give_way(guest)
        return is_new

    def forget(self, now: float) -> None:
        """Drop processes that have said nothing for too long."""
        for process in [process for process, (until, _) in self._elsewhere.items() if until < now]:
            del self._elsewhere[process]

    def people(self) -> list[PresentPerson]:
        """Everybody, in the order in which they came."""
        return [
            PresentPerson(id=guest.id, name=guest.name, colour=guest.colour, node=guest.node)
            for guest in _merged([*self._here.values(), *self._others()])
        ]

    def _look_again(self, person: int) -> None:
        """A person looks where the tab looks that said so last."""
        tabs = [tab for tab in self._tabs.values() if tab.person == person]
        if not tabs:
            del self._here[person]
            return
        last = max(tabs, key=lambda tab: tab.looked)
        looks = {"node": last.node, "looked": last.looked}
        self._here[person] = self._here[person].model_copy(update=looks)

    def _give_way(self, guest: Guest) -> None:
        """Who came first keeps their colour, when two processes gave the same one."""
        colour = guest.colour
        for other in self._others():
            if _came(other) < _came(guest) and other.id == guest.id:
                colour = other.colour
                break
            if _came(other) < _came(guest) and other.colour == guest.colour:
                colour = self._free(guest.id)
        self._here[guest.id] = guest.model_copy(update={"colour": colour})

    def _free(self, person: int) -> int:
        """The person's usual colour, else the next that nobody has; with too many people, the usual one."""
        all_others = [guest for guest in [*self._here.values(), *self._others()] if guest.id != person]
        taken = {guest.colour for guest in all_others}
        wishes = [(person + step) % COLOURS for step in range(COLOURS)]
        return next((colour for colour in wishes if colour not in taken), wishes[0])

    def _others(self) -> list[Guest]:
        return [guest for _, guests in self._elsewhere.values() for guest in guests]


def _came(guest: Guest) -> tuple[float, int]:
    return guest.since, guest.id


def _merged(guests: Iterable[Guest]) -> list[Guest]:
    """One guest a person, in the colour of where they came first, looking where they looked last."""
    found: dict[int, Guest] = {}
    for guest in sorted(guests, key=_came):
        first = found.setdefault(guest.id, guest)
        if guest.looked > first.looked:
            found[guest.id] = first.model_copy(update={"node": guest.node, "looked": guest.looked})
    return list(found.values())
