"""The condition language of the durable graph engine, read and written anew as CEL.

Its conditions never fail: a comparison with a missing value, or of values that have no order, is
false. CEL fails there, and a failed condition counts as false too, so only below a “!” the difference
shows; there each comparison also asks whether its values are present.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from orchestration.graph.importers.views import field, has

_TOKEN = re.compile(
    r"""\s*(?:
        (?P<operator>\|\||&&|==|!=|<=|>=|<|>|!|\(|\)|\.)
      | (?P<number>-?[0-9]+(?:\.[0-9]+)?)
      | (?P<text>"(?:[^"\\]|\\["\\/ntr])*")
      | (?P<word>[A-Za-z_][A-Za-z0-9_]*)
    )""",
    re.VERBOSE,
)
_COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">="})
_INDEX = re.compile(r"\s*(?P<number>[0-9]+)")
_JSON_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?")
_LONGEST = 512
_DEEPEST = 40
_LARGEST_INTEGER = 2**53


class NotUnderstood(Exception):
    """The text is no condition, or no path, of that language."""


@dataclass(frozen=True, slots=True)
class Literal:
    value: str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Path:
    """Keys of objects and indexes of lists from the routed value on."""

    steps: tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    left: Literal | Path
    operator: str
    right: Literal | Path


@dataclass(frozen=True, slots=True)
class Not:
    inner: Condition


@dataclass(frozen=True, slots=True)
class Joined:
    """`operator` is ``&&`` or ``||``."""

    operator: str
    parts: tuple[Condition, ...]


Condition = Literal | Path | Comparison | Not | Joined
_WORDS = {"true": Literal(True), "false": Literal(False), "null": Literal(None)}


@dataclass(frozen=True, slots=True)
class Translated:
    """CEL, and whether a comparison of odd types below a “!” may come out otherwise than there."""

    text: str
    negates: bool = False


def translate_condition(text: str, root: str) -> Translated:
    """`root` is the CEL expression of the routed value. Raises NotUnderstood."""
    reader = _Reader(text)
    condition = reader.disjunction(0)
    reader.end()
    return Translated(_write(condition, root, below_not=False), reader.negates)


def translate_path(text: str, root: str) -> str:
    """A reference such as ``items.0.name``. Raises NotUnderstood."""
    reader = _Reader(text)
    operand = reader.operand()
    reader.end()
    if not isinstance(operand, Path):
        raise NotUnderstood
    return _path(operand, root)


class _Reader:
    def __init__(self, text: str) -> None:
        self.negates = False
        self._tokens: list[tuple[str, str]] = []
        self._place = 0
        if len(text) > _LONGEST:
            raise NotUnderstood
        position, text = 0, text.rstrip()
        while position < len(text):
            found = _TOKEN.match(text, position)
            # Behind the point of a path a number is an index: “a.0.5” holds no fraction.
            if found is not None and found["number"] and self._tokens and self._tokens[-1][1] == ".":
                found = _INDEX.match(text, position)
            if found is None or found.lastgroup is None:
                raise NotUnderstood
            self._tokens.append((found.lastgroup, found[found.lastgroup]))
            position = found.end()

    def disjunction(self, depth: int) -> Condition:
        return self._joined("||", depth)

    def _joined(self, operator: str, depth: int) -> Condition:
        parts = [self._part(operator, depth)]
        while self._next(operator):
            parts.append(self._part(operator, depth))
        return parts[0] if len(parts) == 1 else Joined(operator, tuple(parts))

    def _part(self, operator: str, depth: int) -> Condition:
        return self._joined("&&", depth) if operator == "||" else self._unary(depth)

    def _unary(self, depth: int) -> Condition:
        if depth > _DEEPEST:
            raise NotUnderstood
        if self._next("!"):
            self.negates = True
            return Not(self._unary(depth + 1))
        if self._next("("):
            inner = self.disjunction(depth + 1)
            if not self._next(")"):
                raise NotUnderstood
            return inner
        left = self.operand()
        kind, operator = self._peek()
        if kind != "operator" or operator not in _COMPARISONS:
            return left
        self._place += 1
        return Comparison(left, operator, self.operand())

    def operand(self) -> Literal | Path:
        kind, text = self._take()
        if kind == "number":
            return Literal(_number(text))
        if kind == "text":
            return Literal(json.loads(text, strict=False))
        if kind != "word":
            raise NotUnderstood
        if text in _WORDS:
            return _WORDS[text]
        steps: list[str | int] = [text]
        while self._next("."):
            kind, text = self._take()
            if kind not in ("word", "number"):
                raise NotUnderstood
            steps.append(int(text) if kind == "number" else text)
        return Path(tuple(steps))

    def end(self) -> None:
        if self._place < len(self._tokens):
            raise NotUnderstood

    def _peek(self) -> tuple[str, str]:
        return self._tokens[self._place] if self._place < len(self._tokens) else ("end", "")

    def _take(self) -> tuple[str, str]:
        token = self._peek()
        self._place += 1
        return token

    def _next(self, operator: str) -> bool:
        if self._peek() == ("operator", operator):
            self._place += 1
            return True
        return False


def _number(text: str) -> int | float:
    if _JSON_NUMBER.fullmatch(text) is None or len(text) > 300:  # beyond any float
        raise NotUnderstood
    number = float(text) if "." in text else int(text)
    return number if abs(number) <= _LARGEST_INTEGER else float(number)


def _write(condition: Condition, root: str, *, below_not: bool) -> str:
    match condition:
        case Literal(value):
            return "true" if value is True else "false"
        case Path():
            text = _path(condition, root)
            return _present([condition], f"{text} == true", root) if below_not else text
        case Comparison():
            return _comparison(condition, root, below_not=below_not)
        case Not(inner):
            return f"!({_write(inner, root, below_not=True)})"
        case Joined(operator, parts):
            texts = [_write(part, root, below_not=below_not) for part in parts]
            grouped = [
                f"({text})" if operator == "&&" and isinstance(part, Joined) else text
                for part, text in zip(parts, texts, strict=True)
            ]
            return f" {operator} ".join(grouped)


def _comparison(comparison: Comparison, root: str, *, below_not: bool) -> str:
    left, operator, right = comparison.left, comparison.operator, comparison.right
    if isinstance(left, Literal) and isinstance(right, Literal):
        return "true" if _compare(left.value, operator, right.value) else "false"
    orders = operator not in ("==", "!=")
    if orders and any(isinstance(side, Literal) and not _has_order(side.value) for side in (left, right)):
        return "false"
    text = f"{_side(left, root)} {operator} {_side(right, root)}"
    paths = [side for side in (left, right) if isinstance(side, Path)]
    return _present(paths, text, root) if below_not else text


def _compare(left: object, operator: str, right: object) -> bool:
    """What that language says about two values that are there."""
    same = type(left) is type(right) or (_is_number(left) and _is_number(right))
    if operator in ("==", "!="):
        return (same and left == right) == (operator == "==")
    if not same or not _has_order(left):
        return False
    ordered = {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}  # type: ignore[operator]  # both numbers or both text
    return bool(ordered[operator])


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _has_order(value: object) -> bool:
    return isinstance(value, str) or _is_number(value)


def _side(side: Literal | Path, root: str) -> str:
    return _path(side, root) if isinstance(side, Path) else json.dumps(side.value, ensure_ascii=False)


def _path(path: Path, root: str) -> str:
    text = root
    for step in path.steps:
        text = f"{text}[{step}]" if isinstance(step, int) else field(text, step)
    return text


def _present(paths: list[Path], text: str, root: str) -> str:
    """`text`, true only where every key on the way of the paths is there."""
    asked: dict[str, None] = {}
    for path in paths:
        base = root
        for step in path.steps:
            if isinstance(step, int):
                asked[f"size({base}) > {step}"] = None
                base = f"{base}[{step}]"
            else:
                asked[has(base, step)] = None
                base = field(base, step)
    return " && ".join([*asked, text])
