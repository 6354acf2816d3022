"""CEL expressions over a node's value: compiled once, bounded, and never silent about an error.

Scope: ``value``, ``run.input``, ``run.labels`` and, in the bodies of maps and folds, ``index``.
Numbers enter as doubles (an integer beyond 2^53 loses its last digits there); a bare path is
resolved on the JSON itself instead and keeps its type exactly.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from functools import lru_cache
from threading import Lock
from typing import Any

from cel_expr_python import cel

from orchestration.graph.barepaths import NoSuchPath, Step, json_kind, parse_path, resolve
from orchestration.graph.expression_growth import MAX_COMPUTED, growth_of, weight_of
from orchestration.graph.expression_messages import compile_message, evaluation_message
from orchestration.graph.jsontext import is_unicode

MAX_CHARACTERS = 512

# The package stops an evaluation after 10,000 turns of its macros, all nested ones together, but
# `map` and `filter` copy their result at each turn. Lists of this length still take well under a second.
MAX_COLLECTED_ITEMS = 2_000

# What an expression gives is at most this many JSON values: sharing inside CEL can make a small
# result enormous once it is written out.
MAX_RESULT_VALUES = 200_000

# A result that is at most this many times what went in needs no looking into.
_HARMLESS = 16.0

# A text in a result counts for one value more for each so many characters.
_TEXT_PER_VALUE = 200

_LARGEST_EXACT = 2**53
_COLLECTS = re.compile(r"\.\s*(?:map|filter)\s*\(")
# Most expressions of large graphs are such paths. They need no program, and what CEL compiles or refuses
# does not depend on the names, but for its reserved words.
_PLAIN_PATH = re.compile(r"(?:value|run\.input)(?:\.[A-Za-z_][A-Za-z0-9_]*)*")
_RESERVED = re.compile(
    r"\.(?:as|break|const|continue|else|false|for|function|if|import|in|let|loop|namespace|null|package|return"
    r"|true|var|void|while)(?:\.|$)"
)
_ROOTS = ("value", "run.input", "run.labels", "index")


class ExpressionInvalid(Exception):
    """The text is no expression; the message says where and why."""

    def __init__(self, message: str) -> None:
        self.message = message
        super().__init__(message)


class EvaluationFailed(Exception):
    """The expression has no value in this scope; the message says why."""

    def __init__(self, message: str) -> None:
        self.message = message
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Scope:
    """The JSON values in scope. `index` is the number of the item or pass, None outside bodies."""

    value: Any
    input: Any
    labels: dict[str, str]
    index: int | None = None


def _environment(*, with_index: bool) -> cel.Env:
    labels = cel.Type.Map(cel.Type.STRING, cel.Type.STRING)
    variables = {"value": cel.Type.DYN, "run.input": cel.Type.DYN, "run.labels": labels}
    if with_index:
        variables["index"] = cel.Type.DYN
    return cel.NewEnv(variables=variables)


_IN_BODY = _environment(with_index=True)
_OUTSIDE = _environment(with_index=False)
_COMPILING = Lock()


@dataclass(frozen=True, slots=True)
class Expression:
    """A compiled expression; safe to use from several threads."""

    text: str
    path: tuple[Step, ...] | None
    reads_index: bool
    # A bare path can do without one.
    _program: cel.Expression | None = field(repr=False, compare=False)
    _growth: float = field(default=1.0, repr=False, compare=False)

    def evaluate(self, scope: Scope) -> Any:
        """The JSON value of the expression. Raises EvaluationFailed."""
        if self.reads_index and scope.index is None:
            raise EvaluationFailed("“index” has a value only in the body of a map or a fold.")
        if self.path is not None:
            try:
                return resolve(self.path, _roots(scope))
            except NoSuchPath as error:
                raise EvaluationFailed(str(error)) from None
        return self._compute(scope)

    def holds(self, scope: Scope) -> tuple[bool, str | None]:
        """Whether the expression is exactly true; if it is neither true nor false, also why."""
        try:
            value = self.evaluate(scope)
        except EvaluationFailed as error:
            return False, error.message
        if isinstance(value, bool):
            return value, None
        return False, f"The condition gave {json_kind(value)}, not true or false."

    def _compute(self, scope: Scope) -> Any:
        collects = _COLLECTS.search(self.text) is not None
        data = {
            name: _to_cel(value, MAX_COLLECTED_ITEMS if collects else None)
            for name, value in _roots(scope).items()
            if name.removeprefix("run.") in self.text
        }
        # Few expressions could make much of little, so few values are weighed.
        if self._growth > _HARMLESS and self._growth * weight_of(self.text, *data.values()) > MAX_COMPUTED:
            raise EvaluationFailed("The expression could make more of this value than there is room for.")
        assert self._program is not None  # `evaluate` resolves paths itself.
        try:
            result = self._program.eval(data=data)
        except RuntimeError as error:
            raise EvaluationFailed(evaluation_message(str(error))) from None
        return _Result().to_json(result)


def compile_expression(text: str) -> Expression:
    """Compile `text`, or take it from the cache. Raises ExpressionInvalid."""
    compiled = _compile(text)
    if isinstance(compiled, str):
        raise ExpressionInvalid(compiled)
    return compiled


@lru_cache(maxsize=8192)
def _compile(text: str) -> Expression | str:
    """The expression, or what is wrong with it: refusals are cached too."""
    if not text.strip():
        return "The expression is empty."
    if len(text) > MAX_CHARACTERS:
        return f"The expression has {len(text)} characters; the limit is {MAX_CHARACTERS}."
    if "\0" in text or not is_unicode(text):
        return "The expression holds a character that is no text."
    if _PLAIN_PATH.fullmatch(text) and not _RESERVED.search(text):
        steps = text.removeprefix("run.").split(".")
        root = "run.input" if text.startswith("run.") else "value"
        return Expression(text=text, path=(root, *steps[1:]), reads_index=False, _program=None)
    with _COMPILING:
        try:
            program = _IN_BODY.compile(text)
        except RuntimeError as error:
            return compile_message(str(error))
        reads_index = "index" in text and not _compiles_outside(text)
        path = parse_path(text, _literal)
    return Expression(
        text=text, path=path, reads_index=reads_index, _program=program, _growth=growth_of(text)
    )


def forget_compiled() -> None:
    """Empty the cache, so that the next compilations can be measured."""
    _compile.cache_clear()


def _compiles_outside(text: str) -> bool:
    try:
        _OUTSIDE.compile(text)
    except RuntimeError:
        return False
    return True


def _literal(quoted: str) -> str:
    """The text that a CEL string literal stands for; CEL itself knows its escapes best."""
    return str(_OUTSIDE.compile(quoted).eval().value())


def _roots(scope: Scope) -> dict[str, Any]:
    roots = dict(zip(_ROOTS, (scope.value, scope.input, scope.labels, scope.index), strict=True))
    if scope.index is None:
        del roots["index"]
    return roots


def _to_cel(value: Any, longest: int | None) -> Any:
    if isinstance(value, str):
        return _text_to_cel(value)
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int | float):
        try:
            return float(value)
        except OverflowError:
            raise EvaluationFailed("A number is too large to compute with.") from None
    if longest is not None and len(value) > longest:
        raise EvaluationFailed(
            f"“map” and “filter” take lists of at most {longest:,} items, this one has {len(value):,}; "
            "a map node or a tool can do more."
        )
    if isinstance(value, dict):
        return {_text_to_cel(key): _to_cel(item, longest) for key, item in value.items()}
    return [_to_cel(item, longest) for item in value]


def _text_to_cel(text: str) -> str:
    if "\0" in text:
        raise EvaluationFailed("A text holds a NUL character, where CEL would cut it off.")
    return text


class _Result:
    """Turns one CEL result into JSON, counting what it writes."""

    def __init__(self) -> None:
        self.written = 0

    def to_json(self, result: cel.Value) -> Any:
        self.written += 1
        if self.written > MAX_RESULT_VALUES:
            raise EvaluationFailed(f"The result has more than {MAX_RESULT_VALUES:,} values.")
        value = result.value()
        if isinstance(value, str):
            self.written += len(value) // _TEXT_PER_VALUE
        if result.type() == cel.Type.ERROR:
            raise EvaluationFailed(evaluation_message(str(value)))
        if value is None or isinstance(value, bool | str):
            return value
        if isinstance(value, int | float):
            return _plain_number(value)
        if isinstance(value, list):
            return [self.to_json(item) for item in value]
        if isinstance(value, dict):
            return {_key(key): self.to_json(item) for key, item in value.items()}
        kind = result.type().name().lower()
        raise EvaluationFailed(f"The result is a {kind}, which JSON does not have; string(…) makes it text.")


def _plain_number(value: int | float) -> int | float:
    if isinstance(value, int):
        return value
    if not math.isfinite(value):
        raise EvaluationFailed("The result is not a finite number.")
    return int(value) if value.is_integer() and abs(value) <= _LARGEST_EXACT else value


def _key(key: Any) -> str:
    if not isinstance(key, str):
        raise EvaluationFailed(f"The result has the key {key!r}; the keys of an object are text.")
    return key
