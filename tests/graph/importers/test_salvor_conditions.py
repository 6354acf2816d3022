"""The translation means what the condition meant: both are evaluated on the same values."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orchestration.graph.expressions import Scope, compile_expression
from orchestration.graph.importers.salvor_conditions import (
    NotUnderstood,
    translate_condition,
    translate_path,
)


def holds(condition: str, value: Any) -> bool:
    text = translate_condition(condition, "value").text
    return compile_expression(text).holds(Scope(value, None, {}))[0]


@pytest.mark.parametrize(
    ("there", "here"),
    [
        ("score >= 0.8", "value.score >= 0.8"),
        ('items.0.name == "a\\n"', 'value.items[0].name == "a\\n"'),
        ("a.0.5 < 0.5", "value.a[0][5] < 0.5"),
        ("ready && ok || late", "value.ready && value.ok || value.late"),
        ("ready && (ok || late)", "value.ready && (value.ok || value.late)"),
        ("value.x == null", "value.value.x == null"),
        ("in.true_ == false", 'value["in"].true_ == false'),
        ("!a", "!(has(value.a) && value.a == true)"),
        ("!(in > 1)", '!("in" in value && value["in"] > 1)'),
        ("!(a.0 > 1)", "!(has(value.a) && size(value.a) > 0 && value.a[0] > 1)"),
        ("!!true", "!(!(true))"),
        ("1 < 2.0 && 3", "true && false"),
        ('"5" == 5', "false"),
        ("ready > true", "false"),
        ("-5 <= n", "-5 <= value.n"),
        ("n < 123456789012345678901", "value.n < 1.2345678901234568e+20"),
        ("a==b", "value.a == value.b"),
    ],
)
def test_conditions_are_written_anew(there: str, here: str) -> None:
    assert translate_condition(there, "value").text == here
    compile_expression(here)


@pytest.mark.parametrize(
    "text",
    ["", " ", "a = 1", "a &", "a <", "a < b < c", "(a > b) > c", "a b", "a.", ".a", "a.\"b\"", "f(x)",
     "1 + 1", "\"open", "\"\\x\"", "01 == 1", "a[0]", "a == 'b'", "(" * 200, "!" * 200 + "a", "a" * 513,
     "é == 1", "a." + "9" * 400 + "." , "1e5 == a"],
)  # fmt: skip
def test_what_is_no_condition_there_is_not_guessed_at(text: str) -> None:
    with pytest.raises(NotUnderstood):
        translate_condition(text, "value")


def test_references_are_paths_only() -> None:
    assert translate_path("items.0.name", "value") == "value.items[0].name"
    assert translate_path(" a ", 'value["b-c"]') == 'value["b-c"].a'
    for text in ("", "1", "true", "a == b", "!a", "items[0]"):
        with pytest.raises(NotUnderstood):
            translate_path(text, "value")


@dataclass(frozen=True)
class Sample:
    """A condition as text, and what it says there about a value."""

    text: str
    says: Callable[[Any], bool]


MISSING = object()


def lookup(value: Any, steps: list[str | int]) -> Any:
    for step in steps:
        keyed = isinstance(value, dict) and isinstance(step, str) and step in value
        placed = isinstance(value, list) and isinstance(step, int) and step < len(value)
        if not (keyed or placed):
            return MISSING
        value = value[step]
    return value


def compared(left: Any, operator: str, right: Any) -> bool:
    if left is MISSING or right is MISSING:
        return False
    numbers = all(isinstance(side, int | float) and not isinstance(side, bool) for side in (left, right))
    alike = numbers or type(left) is type(right)
    if operator == "==":
        return alike and bool(left == right)
    if operator == "!=":
        return not (alike and left == right)
    if not numbers and not (isinstance(left, str) and isinstance(right, str)):
        return False
    return bool({"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[operator])


paths = st.sampled_from([["a"], ["b"], ["in"], ["c", "a"], ["list", 0], ["list", 1, "a"], ["list", 5]])
numbers = st.integers(-3, 3) | st.sampled_from([0.5, -1.25])
scalars = numbers | st.sampled_from(["", "a", 'q"\\']) | st.booleans() | st.none()
operators = st.sampled_from(["==", "!=", "<", "<=", ">", ">="])


def conditions(
    literals: st.SearchStrategy[Any], operators: st.SearchStrategy[str]
) -> st.SearchStrategy[Sample]:
    def comparison(path: list[str | int], operator: str, literal: Any) -> Sample:
        text = f"{'.'.join(str(step) for step in path)} {operator} {json.dumps(literal)}"
        return Sample(text, lambda value: compared(lookup(value, path), operator, literal))

    def both(path: list[str | int], operator: str, other: list[str | int]) -> Sample:
        text = f"{'.'.join(map(str, path))} {operator} {'.'.join(map(str, other))}"
        return Sample(text, lambda value: compared(lookup(value, path), operator, lookup(value, other)))

    def bare(path: list[str | int]) -> Sample:
        return Sample(".".join(map(str, path)), lambda value: lookup(value, path) is True)

    return (
        st.builds(comparison, paths, operators, literals)
        | st.builds(both, paths, st.sampled_from(["==", "!="]), paths)
        | st.builds(bare, paths)
    )


def combined(inner: st.SearchStrategy[Sample]) -> st.SearchStrategy[Sample]:
    def joined(left: Sample, operator: str, right: Sample) -> Sample:
        if operator == "&&":
            return Sample(f"({left.text}) && ({right.text})", lambda v: left.says(v) and right.says(v))
        return Sample(f"({left.text}) || ({right.text})", lambda v: left.says(v) or right.says(v))

    return st.builds(joined, inner, st.sampled_from(["&&", "||"]), inner)


def negated(inner: st.SearchStrategy[Sample]) -> st.SearchStrategy[Sample]:
    return combined(inner) | st.builds(
        lambda sample: Sample(f"!({sample.text})", lambda v: not sample.says(v)), inner
    )


def values(leaf: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    thing = st.fixed_dictionaries({}, optional={"a": leaf, "b": leaf})
    return st.fixed_dictionaries(
        {}, optional={"a": leaf, "b": leaf, "in": leaf, "c": thing, "list": st.tuples(leaf, thing).map(list)}
    )


@settings(deadline=None)
@given(st.recursive(conditions(scalars, operators), combined, max_leaves=5), values(scalars))
def test_a_translated_condition_holds_when_it_held_there(sample: Sample, value: Any) -> None:
    assert holds(sample.text, value) == sample.says(value)


@settings(deadline=None)
@given(st.recursive(conditions(numbers, operators), negated, max_leaves=4), values(numbers))
def test_that_also_goes_for_missing_values_below_a_not(sample: Sample, value: Any) -> None:
    text = translate_condition(sample.text, "value").text
    if len(text) <= 512:
        assert compile_expression(text).holds(Scope(value, None, {}))[0] == sample.says(value)
