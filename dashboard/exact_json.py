"""JSON from outside, read so that nothing is lost or guessed on the way."""

from __future__ import annotations

import json
from typing import Any, NoReturn

DEPTH = 210
DIGITS = 400


class NotExact(ValueError):
    """The text is not JSON that every part of the system would read the same."""


def loads(text: str | bytes) -> Any:
    """The value of `text`.

    Raises NotExact for malformed JSON, a key that appears twice, NaN and infinities, numbers of absurd
    length, lone surrogates and nesting deeper than DEPTH. Integers beyond ±2^53 pass: where a value is
    checked, they are refused at their place.
    """
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_constant=_no_constant,
            parse_int=_integer,
            parse_float=_number,
        )
    except json.JSONDecodeError as error:
        raise NotExact(f"line {error.lineno}, column {error.colno}: {error.msg}") from error
    except UnicodeDecodeError as error:
        raise NotExact("the text is not UTF-8") from error
    except RecursionError as error:
        raise NotExact(f"it is nested deeper than {DEPTH}") from error
    _check(value)
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise NotExact(f"the key “{twice}” appears twice in one object")
    return found


def _no_constant(word: str) -> NoReturn:
    raise NotExact(f"{word} is not JSON")


def _integer(digits: str) -> int:
    # Turning very long digit strings into numbers is slow, and refused by Python itself.
    if len(digits) > DIGITS:
        raise NotExact(f"the number {digits[:24]}… is too long; send it as text")
    return int(digits)


def _number(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise NotExact(f"{text[:24]} is too large for a number")
    return value


def _check(value: Any) -> None:
    stack = [(value, 1)]
    while stack:
        item, depth = stack.pop()
        if depth > DEPTH:
            raise NotExact(f"it is nested deeper than {DEPTH}")
        if isinstance(item, dict):
            for name, inner in item.items():
                _check_text(name)
                stack.append((inner, depth + 1))
        elif isinstance(item, list):
            stack.extend((inner, depth + 1) for inner in item)
        elif isinstance(item, str):
            _check_text(item)


def _check_text(text: str) -> None:
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise NotExact("a text holds half of a surrogate pair, which no encoding can keep") from error
