"""Where the value that a node got in the other engine stands in the value that it gets here.

There a node got the output of one dependency: of the live ones, that with the smallest name. Here a
node with several dependencies gets an object of the live outputs by id.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

# CEL has these words for itself; every other identifier may stand behind a dot.
_NOT_BEHIND_A_DOT = frozenset({"in", "true", "false", "null"})
_LARGEST = 400


@dataclass(frozen=True, slots=True)
class View:
    """Without options the value itself, else the first option whose key the object here has.

    The last option is taken without asking. `size` estimates the characters of the expression.
    """

    options: tuple[tuple[str, View], ...] = ()
    size: int = 0

    @property
    def too_large(self) -> bool:
        return self.size > _LARGEST

    def render(self, base: str) -> str:
        """The CEL expression of the value there, `base` being the one of the value here."""
        if not self.options:
            return base
        key, view = self.options[-1]
        text = view.render(field(base, key))
        for key, view in reversed(self.options[:-1]):
            text = f"({has(base, key)} ? {view.render(field(base, key))} : {text})"
        return text


PLAIN = View()


def choice(options: list[tuple[str, View]]) -> View:
    """The view of a node with several dependencies, given by id and view in the order of preference."""
    return View(tuple(options), sum(len(key) * 2 + view.size + 30 for key, view in options))


def field(base: str, key: str) -> str:
    return f"{base}.{key}" if _is_name(key) else f"{base}[{_quoted(key)}]"


def has(base: str, key: str) -> str:
    return f"has({base}.{key})" if _is_name(key) else f"{_quoted(key)} in {base}"


def _is_name(key: str) -> bool:
    return key.isascii() and key.isidentifier() and key not in _NOT_BEHIND_A_DOT


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
