"""What comes in over HTTP or from a form is read exactly or refused."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dashboard.exact_json import NotExact, loads

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "NaN",
        "[Infinity]",
        "-Infinity",
        "1e999",  # overflows to infinity
        '{"a": 1, "a": 2}',  # which one was meant?
        '"\\ud800"',  # half a surrogate pair: cannot be stored
        '{"\\udc00": 1}',
        "[" * 300 + "]" * 300,
        "[" * 100_000,
        "9" * 5000,  # Python itself refuses to convert it
        b"\xff\xfe",
        b'"\xc3"',
    ],
)
def test_refused(text: str | bytes) -> None:
    with pytest.raises(NotExact):
        loads(text)


@settings(deadline=None)
@given(VALUES)
def test_everything_else_comes_through_unchanged(value: object) -> None:
    text = json.dumps(value)
    assert json.dumps(loads(text)) == text
    assert json.dumps(loads(text.encode())) == text
