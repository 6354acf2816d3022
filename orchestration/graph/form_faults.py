"""Schemas of forms that compile and that nobody can satisfy: limits that contradict each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from orchestration.graph.outline import member
from orchestration.graph.problems import ProblemCode
from orchestration.graph.schemas import schema_fault, violations

Fault = tuple[ProblemCode, str, str]

_DEEPEST = 12
_COUNTS = (
    ("minLength", "maxLength", "characters"),
    ("minItems", "maxItems", "items"),
    ("minProperties", "maxProperties", "fields"),
)
_REF = "#/$defs/"


def form_faults(schema: Any) -> list[Fault]:
    """Each as (code, place below the schema, sentence), in the schema's order.

    Alternatives are left alone: that one of them is impossible does no harm.
    """
    if not isinstance(schema, Mapping):
        return []
    definitions = schema.get("$defs")
    return list(_Reader(definitions if isinstance(definitions, Mapping) else {}).faults(schema, "", "", 0))


class _Reader:
    """Reads one schema; a definition is read at the first place that refers to it."""

    def __init__(self, definitions: Mapping[str, Any]) -> None:
        self._definitions = definitions
        self._read: set[str] = set()

    def faults(self, schema: Any, where: str, name: str, depth: int) -> Iterator[Fault]:
        if not isinstance(schema, Mapping) or depth > _DEEPEST:
            return
        what = f"“{name}”: " if name else ""
        for at, sentence in _contradictions(schema):
            yield ProblemCode.IMPOSSIBLE_FORM, where + at, what + sentence
        if (missed := _default_fault(schema, self._definitions)) is not None:
            yield ProblemCode.DEFAULT_OUTSIDE, where + ".default", what + missed
        for code, _, sentence in self.faults(self._meant(schema.get("$ref")), "", name, depth + 1):
            yield code, where + member("$ref"), sentence
        for field, inner in _items_of(schema, "properties"):
            inner_name = f"{name}.{field}" if name else field
            yield from self.faults(inner, f"{where}.properties{member(field)}", inner_name, depth + 1)
        yield from self.faults(schema.get("items"), f"{where}.items", name, depth + 1)

    def _meant(self, reference: Any) -> Any:
        if not isinstance(reference, str) or not reference.startswith(_REF) or reference in self._read:
            return None
        self._read.add(reference)
        return self._definitions.get(reference.removeprefix(_REF))


def _items_of(schema: Mapping[str, Any], key: str) -> Iterator[tuple[str, Any]]:
    found = schema.get(key)
    yield from found.items() if isinstance(found, Mapping) else ()


def _contradictions(schema: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    least, most = _bound(schema, "minimum", max), _bound(schema, "maximum", min)
    if least is not None and most is not None:
        (low, open_below), (high, open_above) = least, most
        if low > high:
            yield ".minimum", f"No number is at least {_said(low)} and at most {_said(high)}."
        elif low == high and (open_below or open_above):
            yield ".minimum", f"No number lies between {_said(low)} and {_said(high)}."
    for minimum, maximum, word in _COUNTS:
        fewest, greatest = _number(schema, minimum), _number(schema, maximum)
        if fewest is not None and greatest is not None and fewest > greatest:
            yield f".{minimum}", f"Nothing has at least {_said(fewest)} and at most {_said(greatest)} {word}."
    if schema.get("enum") == []:
        yield ".enum", "There is nothing to choose from."


def _bound(schema: Mapping[str, Any], key: str, tighter: Any) -> tuple[float, bool] | None:
    """The tighter one of a limit and its exclusive form, and whether it is the latter."""
    exclusive = f"exclusive{key.capitalize()}"
    plain, strict = _number(schema, key), _number(schema, exclusive)
    if plain is None or strict is None:
        found = strict if plain is None else plain
        return None if found is None else (found, plain is None)
    tight = tighter(plain, strict)
    return tight, tight == strict


def _number(schema: Mapping[str, Any], key: str) -> float | None:
    found = schema.get(key)
    return found if isinstance(found, int | float) and not isinstance(found, bool) else None


def _said(number: float) -> str:
    return str(int(number)) if number == int(number) else str(number)


def _default_fault(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> str | None:
    # Many a generator writes null for “none”, and a form shows nothing then.
    if schema.get("default") is None:
        return None
    alone = {**schema, "$defs": dict(definitions)}
    if schema_fault(alone) is not None:
        return None
    missed = next(iter(violations(alone, schema["default"])), None)
    return None if missed is None else f"The default does not fit: {missed.message}"
