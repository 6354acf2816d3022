"""The paths that an expression reads from ``value``, found in its text, and how to rename a key in it.

Works on tokens, so strings, comments and spacing stay what they are. It needs no valid expression.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from orchestration.graph.expressions import EvaluationFailed, ExpressionInvalid, Scope, compile_expression

Step = str | int | None

_TOKEN = re.compile(
    r"""(?P<blank>\s+|//[^\n]*)
      | (?P<string>(?:[rR][bB]?|[bB][rR]?)?(?:\"{3}(?:[^\\]|\\.)*?\"{3}|'{3}(?:[^\\]|\\.)*?'{3}
                  |"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'))
      | (?P<number>\d[\w.]*(?:(?<=[eE])[+-]\d+)?)
      | (?P<name>[A-Za-z_]\w*)
      | (?P<quoted>`[^`]*`)
      | (?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)
_MACROS = frozenset({"all", "exists", "exists_one", "existsOne", "map", "filter"})
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
# These cannot follow a dot.
_RESERVED = frozenset({"true", "false", "null", "in"})


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Key:
    """One step of a chain: an object's key, a list's index, or None for what only a run can tell.

    `start` and `end` enclose what writes it, from the dot or bracket on.
    """

    step: Step
    start: int
    end: int
    dotted: bool
    tested: bool  # The last step inside has(…), which takes no brackets.
    quote: str = '"'


def value_chains(text: str) -> list[tuple[Key, ...]]:
    """The steps after each ``value`` that means the value itself, not a field or a macro's variable."""
    tokens = [token for token in _tokens(text) if token.kind != "blank"]
    hidden_until = -1
    chains = []
    for place, token in enumerate(tokens):
        if place <= hidden_until or token.text != "value":
            continue
        before = tokens[place - 1] if place else None
        if _is_variable(tokens, place):
            hidden_until = _closing(tokens, place - 1)
        elif not (before is not None and before.text == "." and _is_operand(tokens, place - 2)):
            chains.append(_chain(tokens, place))
    return [chain for chain in chains if chain]


def renamed(text: str, keys: list[Key], new: str) -> str:
    """`text` with each of `keys` (of this text) spelled `new`."""
    for key in sorted(keys, key=lambda key: key.start, reverse=True):
        text = text[: key.start] + _spelled(text[key.start : key.end], key, new) + text[key.end :]
    return text


def _spelled(written: str, key: Key, new: str) -> str:
    if not key.dotted:
        # Only the string inside the brackets changes, so spaces and comments around it stay.
        string = next(token for token in _tokens(written) if token.kind == "string")
        return f"{written[: string.start]}{key.quote}{new}{key.quote}{written[string.end :]}"
    last = list(_tokens(written))[-1]
    if _IDENTIFIER.fullmatch(new) and new not in _RESERVED:
        return written[: last.start] + new
    if key.tested:
        return f"{written[: last.start]}`{new}`"
    # What stood between the dot and the name goes in front of the bracket.
    return f'{written[1 : last.start]}["{new}"]'


def _tokens(text: str) -> Iterator[_Token]:
    for found in _TOKEN.finditer(text):
        yield _Token(found.lastgroup or "other", found[0], found.start(), found.end())


def _is_operand(tokens: list[_Token], place: int) -> bool:
    """Whether a dot after this token selects a field; else the dot means the outermost scope."""
    return place >= 0 and (tokens[place].kind != "other" or tokens[place].text in ")]}")


def _is_variable(tokens: list[_Token], place: int) -> bool:
    """``.map(value, …)`` gives the name another meaning inside its parentheses."""
    return (
        place >= 2
        and tokens[place - 1].text == "("
        and tokens[place - 2].text in _MACROS
        and place + 1 < len(tokens)
        and tokens[place + 1].text == ","
    )


def _closing(tokens: list[_Token], opening: int) -> int:
    depth = 0
    for place in range(opening, len(tokens)):
        if tokens[place].kind == "other" and tokens[place].text in "([{":
            depth += 1
        elif tokens[place].kind == "other" and tokens[place].text in ")]}":
            depth -= 1
            if depth == 0:
                return place
    return len(tokens)


def _chain(tokens: list[_Token], root: int) -> tuple[Key, ...]:
    keys: list[Key] = []
    place = root + 1
    while (found := _key(tokens, place)) is not None:
        key, place = found
        keys.append(key)
    opened = root >= 2 and tokens[root - 1].text == "(" and tokens[root - 2].text == "has"
    if keys and opened and place < len(tokens) and tokens[place].text == ")":
        last = keys[-1]
        keys[-1] = Key(last.step, last.start, last.end, last.dotted, last.dotted, last.quote)
    return tuple(keys)


def _key(tokens: list[_Token], place: int) -> tuple[Key, int] | None:
    """The step that begins here and the place after it; a call of a method ends the chain."""
    if place + 1 >= len(tokens):
        return None
    first, second = tokens[place], tokens[place + 1]
    if first.text == "." and second.kind in ("name", "quoted"):
        if second.kind == "name" and place + 2 < len(tokens) and tokens[place + 2].text == "(":
            return None
        key = Key(second.text.strip("`"), first.start, second.end, dotted=True, tested=False)
        return key, place + 2
    if first.text != "[":
        return None
    end = _closing(tokens, place)
    if end >= len(tokens):
        return None
    step: Step = None
    quote = '"'
    if end == place + 2 and second.kind == "string":
        step, quote = _literal(second.text), "'" if second.text.lstrip("rRbB").startswith("'") else '"'
    elif end == place + 2 and second.text.isdigit():
        step = int(second.text)
    return Key(step, first.start, tokens[end].end, dotted=False, tested=False, quote=quote), end + 1


def _literal(quoted: str) -> str | None:
    """The text of a string literal, as the language itself reads it."""
    try:
        value = compile_expression(quoted).evaluate(Scope(value=None, input=None, labels={}))
    except (ExpressionInvalid, EvaluationFailed):
        return None
    return value if isinstance(value, str) else None
