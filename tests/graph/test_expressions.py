from __future__ import annotations

import math
import threading
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchestration.graph.expressions import (
    MAX_COLLECTED_ITEMS,
    EvaluationFailed,
    ExpressionInvalid,
    Scope,
    compile_expression,
)
from tests.graph.strategies import json_values

ORDER = {
    "amount": 300,
    "rate": 1.5,
    "paid": True,
    "note": None,
    "a-b": 4,
    "lines": [{"qty": 2, "sku": "x"}, {"qty": 5, "sku": "y"}],
    "id": 9007199254740993,
    "exact": 300.0,
    "while": 1,
}


def scope(value: Any = ORDER, index: int | None = None) -> Scope:
    return Scope(value=value, input={"limit": 250, "big": 2**70}, labels={"env": "prod"}, index=index)


def evaluate(text: str, value: Any = ORDER, index: int | None = None) -> Any:
    return compile_expression(text).evaluate(scope(value, index))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Bare paths keep the very value and its type.
        ("value", ORDER),
        ("value.amount", 300),
        ("value.exact", 300.0),
        ("value.id", 9007199254740993),
        ("run.input.big", 2**70),
        ("run.input", {"limit": 250, "big": 2**70}),
        ("run.labels.env", "prod"),
        ("value.lines[1].sku", "y"),
        ("  value . lines [ 0 ] . qty ", 2),
        ('value["a-b"]', 4),
        ("value['a-b']", 4),
        ('value["lines"][0]["sku"]', "x"),
        (r'value["a\u002db"]', 4),
        ("value.note", None),
        ("value.while", 1),
        # Numbers are doubles; what comes out whole is an integer.
        ("value.amount * 1.5", 450),
        ("value.exact * 1.5", 450),
        ("value.rate * 3.0", 4.5),
        ("value.amount > 250", True),
        ("value.amount > 250.0", True),
        ("value.amount == 300", True),
        ("value.amount - run.input.limit", 50),
        ("-value.amount", -300),
        ("value.lines[0].qty / value.lines[1].qty", 0.4),
        ("7 / 2", 3),
        ("0.0 * -1.0", 0),
        ("1e300 * 1.0", 1e300),
        ("double(size(value.lines)) * 1.5", 3),
        ("size(value.lines)", 2),
        ("int(value.amount) % 7", 6),
        # Everything else that conditions are made of.
        ("value.paid && run.labels.env == 'prod'", True),
        ("value.note == null", True),
        ("has(value.missing)", False),
        ("has(value.missing) && value.missing > 1", False),
        ("has(value.paid) ? 'yes' : 'no'", "yes"),
        ("value.lines.exists(line, line.qty > 4.0)", True),
        ("value.lines.all(line, line.qty > 4.0)", False),
        ("value.lines.filter(line, line.qty > 4.0)", [{"qty": 5, "sku": "y"}]),
        ("value.lines.map(line, line.qty * 2.0)", [4, 10]),
        ("value.lines.map(line, line.sku).exists(sku, sku in ['y', 'z'])", True),
        ("'x' in value.lines.map(line, line.sku)", True),
        ("{'total': value.amount, 'half': value.amount / 2.0}", {"total": 300, "half": 150}),
        ("[value.paid, 'a' + 'b', null]", [True, "ab", None]),
        ("'order ' + string(value.amount)", "order 300"),
        ("run.labels.env.startsWith('pr')", True),
        ("run.labels.env.matches('^p.*d$')", True),
        ("true", True),
    ],
)
def test_an_expression_gives_a_json_value(text: str, expected: Any) -> None:
    result = evaluate(text)
    assert result == expected
    assert type(result) is type(expected)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("1 +", "Column 4: Syntax error"),
        ("value.(", "Syntax error"),
        ("true || " * 64 + "true", "516 characters; the limit is 512"),
        ("valeu.amount > 1", "Column 1: “valeu.amount” is not known here"),
        ("valeu.amount > 1", "Did you mean “value”?"),
        ("input.dispute_id", "Did you mean “run.input.dispute_id”?"),
        ("labels.env == 'x'", "Did you mean “run.labels.env”?"),
        ("amount > 1", "the names are value, run.input, run.labels and, in bodies, index"),
        ("run", "“run” is not known here"),
        ("run.graph", "“run.graph” is not known here"),
        ("nodes.lookup.amount", "is not known here"),
        ("sise(value)", "Did you mean “size”?"),
        ("size(value.lines) * 1.5", "a literal in arithmetic is written 2.0"),
        ("size(value.lines) > 1.5", "Write the literal without a point"),
        ("value.amount % 2.0", "It takes integers"),
        ("run.labels.env > 1", "“>” does not take (string, int)"),
        ("has(value)", "has() argument must be a field selection"),
        ("(" * 60 + "1" + ")" * 60, "nested too deeply"),
        ("!" * 3 + "value" + ".a" * 60, "nested too deeply"),
        ("'\0'", "no text"),
        ("'\ud800'", "no text"),
    ],
)
def test_a_text_that_is_no_expression_says_why(text: str, message: str) -> None:
    with pytest.raises(ExpressionInvalid) as caught:
        compile_expression(text)
    assert message in caught.value.message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("value.missing", "value has no key “missing”."),
        ("value.lines[2]", "value.lines has no item 2: it has 2."),
        ("value.lines.qty", "value.lines is a list, so it has no key “qty”."),
        ("value.amount.usd", "value.amount is a number, so it has no “usd”."),
        ("value.note.text", "value.note is null"),
        ("value.paid[0]", "value.paid is a boolean"),
        ("run.labels.team", "run.labels has no key “team”."),
        ("value.missing > 1", 'There is no key "missing".'),
        ("value.note.text == 'a'", "A field is read from something that is no object."),
        ("value.lines[7].qty > 1", "There is no item 7: the list has 2."),
        ("value.amount * 2", "a literal in arithmetic is written 2.0"),
        ("value.amount + 1", "“+” does not take (double, int)."),
        ("value.amount % 2", "It takes integers"),
        ("'a' + value.amount", "“+” does not take (string, double)."),
        ("value.amount ? 1 : 2", "before “?” is neither true nor false"),
        ("value.amount && true", "“&&” joins"),
        ("!value.amount", "“!” stands before"),
        ("value.amount.exists(x, true)", "neither a list nor an object"),
        ("1 / 0", "divide by zero"),
        ("value.amount / 0.0", "not a finite number"),
        ("run.input.big * 1e300", "not a finite number"),
        ("int('x')", "cannot convert"),
        ("{1: 2}", "the keys of an object are text"),
        ("timestamp('2020-01-01T00:00:00Z')", "a timestamp, which JSON does not have"),
        ("[duration('3s')]", "a duration, which JSON does not have"),
        ("b'a'", "a bytes, which JSON does not have"),
        ("index", "“index” has a value only in the body"),
        ("index + 1.0", "“index” has a value only in the body"),
    ],
)
def test_an_expression_without_a_value_says_why(text: str, message: str) -> None:
    with pytest.raises(EvaluationFailed) as caught:
        evaluate(text)
    assert message in caught.value.message


@pytest.mark.parametrize(
    ("text", "value", "message"),
    [
        ("value == 'a'", "a\0b", "NUL"),
        ("value == 'a'", {"a\0b": 1}, "NUL"),
        ("value == 'a'", "\ud800", "surrogate"),
        ("value > 1.0", 10**400, "too large"),
    ],
)
def test_a_value_that_cel_would_change_is_not_computed_with(text: str, value: Any, message: str) -> None:
    with pytest.raises(EvaluationFailed) as caught:
        evaluate(text, value)
    assert message in caught.value.message


def test_index_is_the_number_of_the_item_or_pass() -> None:
    assert evaluate("index", index=3) == 3
    assert evaluate("index * 2.0 + 1.0", index=3) == 7
    assert evaluate("index == 3", index=3) is True
    assert evaluate("value[index]", value=["a", "b"], index=1) == "b"


@pytest.mark.parametrize(
    ("text", "reads"),
    [("index", True), ("index == 0", True), ("value.index", False), ("value.all(index, index > 1.0)", False)],
)
def test_reading_the_index_is_known_without_a_value(text: str, reads: bool) -> None:
    assert compile_expression(text).reads_index is reads


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("value.paid", (True, None)),
        ("!value.paid", (False, None)),
        ("value.amount > 250.0", (True, None)),
        ("value.amount", (False, "The condition gave a number, not true or false.")),
        ("value.note", (False, "The condition gave null, not true or false.")),
        ("'true'", (False, "The condition gave text, not true or false.")),
        ("value.missing", (False, "value has no key “missing”.")),
        ("value.missing > 1", (False, 'There is no key "missing".')),
    ],
)
def test_a_condition_holds_only_if_it_is_exactly_true(text: str, expected: tuple[bool, str | None]) -> None:
    assert compile_expression(text).holds(scope()) == expected


@given(json_values)
def test_a_bare_path_gives_the_very_value(value: Any) -> None:
    assert evaluate("value", value) is value


@given(json_values)
def test_what_cel_computes_on_equals_the_value(value: Any) -> None:
    # The list makes it an expression; numbers compare across int and float.
    assert evaluate("[value][0]", value if not _has_nul(value) else None) == (
        value if not _has_nul(value) else None
    )


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_whole_results_are_integers_while_that_is_exact(number: float) -> None:
    result = evaluate("value * 1.0", number)
    assert result == number
    assert isinstance(result, int) == (number.is_integer() and abs(number) <= 2**53)


def _has_nul(value: Any) -> bool:
    return "\\u0000" in repr(value) or "\\x00" in repr(value)


@pytest.mark.parametrize(
    ("text", "items", "message"),
    [
        ("value.all(a, value.all(b, value.all(c, value.all(d, true))))", 300, "more than 10,000 items"),
        ("value.map(a, value.map(b, value.map(c, value)))", 300, "more than 10,000 items"),
        ("value.all(a, a >= 0.0)", 10_001, "more than 10,000 items"),
        ("value.filter(a, true)", MAX_COLLECTED_ITEMS + 1, "at most 2,000 items"),
        ("value.map(a, value)", 1_000, "more than 200,000 values"),
    ],
)
def test_no_macro_freezes_the_process(text: str, items: int, message: str) -> None:
    with pytest.raises(EvaluationFailed) as caught:
        evaluate(text, list(range(items)))
    assert message in caught.value.message


@pytest.mark.parametrize(
    "text",
    [
        "[value]" + ".map(a, a + a)" * 26,
        "['x']" + ".map(a, a + a)" * 26,
        "[value]" + ".map(a, [a, a])" * 20 + ".size() > 0",
        "[value]" + ".map(a, [a, a, a, a])" * 11 + " == [value]" + ".map(a, [a, a, a, a])" * 11,
        "[value].map(a, " + "a + " * 20 + "a).map(b, " + "b + " * 20 + "b).map(c, c + c + c)",
        "[value].exists(a, [a + a + a + a].exists(b, [b + b + b + b].exists(c, ["
        + "c + " * 20
        + "c] == [c])))",
    ],
)
def test_no_expression_makes_a_mountain_of_a_text(text: str) -> None:
    with pytest.raises(EvaluationFailed) as caught:
        evaluate(text, "0123456789" * 10_000)
    assert "more of this value than there is room for" in caught.value.message


def test_what_grows_within_reason_is_computed() -> None:
    assert evaluate("[value].map(a, a + a)", "x" * 100_000) == ["x" * 200_000]
    lines = [{"name": f"n{number}", "qty": number, "price": 2.5} for number in range(MAX_COLLECTED_ITEMS)]
    text = (
        "value.filter(a, a.qty > 5.0).map(a, {'name': a.name + ': ' + string(a.qty), 'sum': a.qty * a.price"
        " + 1.0, 'many': a.qty > 10.0})"
    )
    assert len(evaluate(text, lines)) == MAX_COLLECTED_ITEMS - 6


def test_long_texts_count_as_part_of_a_result() -> None:
    with pytest.raises(EvaluationFailed) as caught:
        evaluate("value.list.map(a, value.text)", {"list": list(range(1_000)), "text": "x" * 100_000})
    assert "more than 200,000 values" in caught.value.message


def test_lists_up_to_the_bounds_are_computed() -> None:
    assert evaluate("value.filter(a, a > 2.0).size()", list(range(MAX_COLLECTED_ITEMS))) == 1_997
    assert evaluate("value.all(a, a >= 0.0)", list(range(9_999))) is True


def test_threads_share_compiled_expressions() -> None:
    failures: list[object] = []

    def work(number: int) -> None:
        for turn in range(300):
            factor = turn % 20
            expression = compile_expression(f"value.n * {factor}.0 + double(size(value.items))")
            found = expression.evaluate(scope({"n": number, "items": list(range(number))}))
            if found != number * factor + number:
                failures.append((number, turn, found))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_compiling_again_is_a_look_up() -> None:
    assert compile_expression("value.a > 1.0") is compile_expression("value.a > 1.0")


def test_infinity_never_enters_a_result() -> None:
    with pytest.raises(EvaluationFailed):
        evaluate("[value * 1e308]", 1e308)
    assert math.isfinite(evaluate("value * 1.0", 1e308))


WORDS = [
    "a",
    "_",
    "A1",
    "value",
    "run",
    "input",
    "index",
    "size",
    "has",
    "map",
    "int",
    "type",
    "true",
    "null",
    "in",
]
WORDS += [
    "as",
    "break",
    "const",
    "continue",
    "else",
    "for",
    "function",
    "if",
    "import",
    "let",
    "loop",
    "package",
]
WORDS += ["namespace", "return", "var", "void", "while", "false"]


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("path", ["value.{}", "value.a.{}.b", "run.input.{}", "run.input.{}.{}"])
def test_plain_paths_are_read_as_the_language_reads_them(path: str, word: str) -> None:
    text = path.replace("{}", word)

    def reading(text: str) -> Any:
        try:
            return compile_expression(text).path
        except ExpressionInvalid:
            return "refused"

    # With a blank around it, the language itself has to read it.
    assert reading(text) == reading(f" {text} ")
