"""The tools that every installation has."""

from __future__ import annotations

from typing import Any

import pytest

from orchestration.tools import InputInvalid, ToolContext, ToolError, registered
from orchestration.tools.paths import PathInvalid, parse_path

CONTEXT = ToolContext(idempotency_key="k", run=1, node="n", attempt=1)


def call(name: str, value: Any) -> Any:
    tool = registered()[name]
    return tool.output(tool.function(**tool.arguments(value, CONTEXT)))


async def test_sleep_waits_and_gives_the_seconds() -> None:
    tool = registered()["time.sleep"]
    assert tool.is_async
    assert await tool.function(**tool.arguments({"seconds": 0}, CONTEXT)) == 0


@pytest.mark.parametrize("seconds", [-1, 86_401, float("nan"), "soon", None])
def test_sleep_refuses_odd_times(seconds: Any) -> None:
    with pytest.raises(InputInvalid):
        registered()["time.sleep"].arguments({"seconds": seconds}, CONTEXT)


def test_template_fills_text_and_json() -> None:
    template = "Dear {{ who.name }}, {{lines[1]}} {{ who }}"
    value = {"who": {"name": "Ada"}, "lines": [1, 2.5]}
    assert call("text.template", {"template": template, **value}) == 'Dear Ada, 2.5 {"name": "Ada"}'


def test_template_puts_values_in_once() -> None:
    assert call("text.template", {"template": "{{ a }}", "a": "{{ b }}", "b": "x"}) == "{{ b }}"


@pytest.mark.parametrize("template", ["{{ missing }}", "{{ a b }}", "{{ a.__class__ }}"])
def test_template_names_what_is_missing(template: str) -> None:
    with pytest.raises(ToolError, match="cannot be filled"):
        call("text.template", {"template": template, "a": 1})


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("", {"a": [{"b-c": 1}], "n": None}),
        ("a", [{"b-c": 1}]),
        ('a[0]["b-c"]', 1),
        ("n", None),
    ],
)
def test_select_takes_a_part(path: str, found: Any) -> None:
    assert call("data.select", {"value": {"a": [{"b-c": 1}], "n": None}, "path": path}) == found


def test_select_without_default_fails_before_the_effect() -> None:
    with pytest.raises(ToolError) as caught:
        call("data.select", {"value": {}, "path": "a"})
    assert caught.value.before_effect


def test_select_falls_back() -> None:
    assert call("data.select", {"value": [1], "path": "[3]", "default": None}) is None


@pytest.mark.parametrize("text", [".a", "a..b", "a[", "a[x]", "a b", "a[0]b", "a."])
def test_odd_paths_are_refused(text: str) -> None:
    with pytest.raises(PathInvalid):
        parse_path(text)
