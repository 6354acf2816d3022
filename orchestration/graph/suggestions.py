"""“Did you mean …?”, cheap enough to ask about thousands of names."""

from __future__ import annotations

from collections.abc import Iterable

from orchestration.graph.problems import closest

# Comparing with every known name is thorough but slow: only for a few names among a few.
_THOROUGH_NAMES = 200
_THOROUGH_SEARCHES = 25


class Names:
    """Known names, indexed by what is left of each after losing one character."""

    def __init__(self, known: Iterable[str]) -> None:
        self.known = dict.fromkeys(known)
        self._by_shortened: dict[str, str] | None = None
        self._searches = _THOROUGH_SEARCHES

    def __contains__(self, name: str) -> bool:
        return name in self.known

    def closest(self, name: str) -> str | None:
        """A known name within about one typing error of `name`, or one that resembles it."""
        index = self._index()
        for shortened in (name, *_shortened(name)):
            if (found := index.get(shortened)) is not None and found != name:
                return found
        if len(self.known) > _THOROUGH_NAMES or self._searches == 0:
            return None
        self._searches -= 1
        return closest(name, (known for known in self.known if known != name))

    def _index(self) -> dict[str, str]:
        if self._by_shortened is None:
            self._by_shortened = {}
            for known in self.known:
                for shortened in (known, *_shortened(known)):
                    self._by_shortened.setdefault(shortened, known)
        return self._by_shortened


def _shortened(name: str) -> list[str]:
    # Names are short by rule; a text of any length may stand where a name should.
    if not 3 <= len(name) <= 64:
        return []
    return [name[:place] + name[place + 1 :] for place in range(len(name))]
