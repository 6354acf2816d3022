"""JSON read strictly: what two readers could understand differently is a problem, with its place."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import Any

from orchestration.graph.problems import Problem, ProblemCode

LIMIT_BYTES = 4 * 1024 * 1024
LIMIT_DEPTH = 200
LIMIT_INTEGER = 2**53

Step = str | int


@dataclass(frozen=True, slots=True)
class _Bad:
    """A number that JSON's readers would not agree on, kept until its place is known."""

    code: ProblemCode
    text: str


class _Repeated(dict[str, Any]):
    """An object that named a key twice."""

    keys_twice: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a value stands; the path is put together only for what turns out to be a problem."""

    step: Step
    parent: _Place | None

    def path(self) -> str:
        steps: list[Step] = []
        place: _Place | None = self
        while place is not None:
            steps.append(place.step)
            place = place.parent
        return path_of(reversed(steps))


def path_of(steps: Any) -> str:
    """``$.nodes[2].input["a b"]`` for the steps nodes, 2, input, a b."""
    text = "$"
    for step in steps:
        if isinstance(step, int):
            text += f"[{step}]"
        elif step.isidentifier():
            text += f".{step}"
        else:
            text += f"[{json.dumps(step, ensure_ascii=False)}]"
    return text


def load_json(source: str | bytes) -> tuple[Any, list[Problem]]:
    """The value of a JSON text and everything wrong with the text; the value is None where there is none."""
    try:
        text = source.decode("utf-8-sig") if isinstance(source, bytes) else source.removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        return None, [_problem(ProblemCode.MALFORMED_JSON, "$", f"Byte {error.start} is not UTF-8.")]
    size = len(source) if isinstance(source, bytes) else len(text.encode("utf-8", "surrogatepass"))
    if size > LIMIT_BYTES:
        message = f"The document has {size:,} bytes; the limit is {LIMIT_BYTES:,}."
        return None, [_problem(ProblemCode.DOCUMENT_TOO_LARGE, "$", message)]
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_constant=lambda name: _Bad(ProblemCode.NOT_FINITE, name),
            parse_int=_integer,
            parse_float=_float,
        )
    except json.JSONDecodeError as error:
        message = f"Line {error.lineno}, column {error.colno}: {error.msg}."
        return None, [_problem(ProblemCode.MALFORMED_JSON, "$", message)]
    except RecursionError:
        return None, [_too_deep("$")]
    return check_json(value)


def check_json(value: Any) -> tuple[Any, list[Problem]]:
    """The value (None if it cannot be walked) and each place in it that readers of JSON could dispute."""
    problems: list[Problem] = []
    too_deep = False
    todo: list[tuple[Any, _Place | None, int]] = [(value, None, 0)]
    while todo:
        item, place, depth = todo.pop()
        if isinstance(item, dict | list):
            if depth >= LIMIT_DEPTH:
                problems.append(_too_deep(_path(place)))
                too_deep = True
                continue
            if isinstance(item, dict):
                problems += _check_keys(item, place)
                children: list[tuple[Any, Any]] = list(item.items())
            else:
                children = list(enumerate(item))
            todo += [(child, _Place(_step(key), place), depth + 1) for key, child in reversed(children)]
        elif (found := _check_scalar(item)) is not None:
            problems.append(_problem(found[0], _path(place), found[1]))
    unreadable = too_deep or isinstance(value, _Bad)
    return (None if unreadable else value), problems


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    seen: set[str] = set()
    twice = [key for key, _ in pairs if key in seen or seen.add(key)]  # type: ignore[func-returns-value]  # add() is None
    repeated = _Repeated(found)
    repeated.keys_twice = tuple(dict.fromkeys(twice))
    return repeated


def _integer(text: str) -> Any:
    # The length first: turning thousands of digits into an integer is slow, or refused by Python.
    if len(text) > 17 or abs(int(text)) > LIMIT_INTEGER:
        return _Bad(ProblemCode.INTEGER_TOO_LARGE, text)
    return int(text)


def _float(text: str) -> Any:
    number = float(text)
    return number if math.isfinite(number) else _Bad(ProblemCode.NOT_FINITE, text)


def _check_keys(item: dict[Any, Any], place: _Place | None) -> list[Problem]:
    problems = []
    if isinstance(item, _Repeated):
        problems += [
            _problem(
                ProblemCode.DUPLICATE_KEY,
                _Place(key, place).path(),
                f"The key “{_shown(key)}” is given twice.",
            )
            for key in item.keys_twice
        ]
    for key in item:
        if not isinstance(key, str):
            problems.append(_problem(ProblemCode.NOT_JSON, _path(place), f"The key {key!r} is not text."))
        elif not is_unicode(key):
            problems.append(
                _problem(ProblemCode.INVALID_TEXT, _path(place), "A key holds half of a surrogate pair.")
            )
    return problems


def _check_scalar(item: Any) -> tuple[ProblemCode, str] | None:
    if isinstance(item, _Bad):
        return item.code, _number_message(item.code, item.text)
    if item is None or isinstance(item, bool):
        return None
    if isinstance(item, str):
        return None if is_unicode(item) else (ProblemCode.INVALID_TEXT, "Holds half of a surrogate pair.")
    if isinstance(item, int):
        if abs(item) <= LIMIT_INTEGER:
            return None
        # Not written out: Python refuses to print integers of thousands of digits.
        code, text = ProblemCode.INTEGER_TOO_LARGE, f"an integer of {item.bit_length()} bits"
        return code, _number_message(code, text)
    if isinstance(item, float):
        if math.isfinite(item) and item.is_integer() and abs(item) > LIMIT_INTEGER:
            # 1e17 is an integer too: other writers spell it 100000000000000000.
            return ProblemCode.INTEGER_TOO_LARGE, _number_message(ProblemCode.INTEGER_TOO_LARGE, repr(item))
        if math.isfinite(item):
            return None
        return ProblemCode.NOT_FINITE, _number_message(ProblemCode.NOT_FINITE, str(item))
    return ProblemCode.NOT_JSON, f"A {type(item).__name__} is not a JSON value."


def _number_message(code: ProblemCode, text: str) -> str:
    shown = text if len(text) <= 40 else f"{text[:40]}…"
    if code is ProblemCode.NOT_FINITE:
        return f"{shown} is not a finite number."
    return f"{shown} is beyond 2^53, where integers are no longer exact; write it as text."


def is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _shown(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


def _step(key: Any) -> Step:
    return key if isinstance(key, int) else _shown(str(key))


def _path(place: _Place | None) -> str:
    return "$" if place is None else place.path()


def _too_deep(path: str) -> Problem:
    return _problem(ProblemCode.NESTED_TOO_DEEP, path, f"Nested more than {LIMIT_DEPTH} levels deep.")


def _problem(code: ProblemCode, path: str, message: str) -> Problem:
    return Problem(code=code, level="well_formed", node=None, path=path, message=message)
