"""The tools of this process, by name."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, ParamSpec, TypeVar

from django.conf import settings
from django.utils.module_loading import autodiscover_modules

from orchestration.engine.events import Effect
from orchestration.tools.definition import Tool, ToolDefinitionError, define

P = ParamSpec("P")
R = TypeVar("R")

NAME = re.compile(r"[a-z][a-z0-9_]*(\.[a-z0-9_]+)*")
EFFECTS = ("read", "idempotent", "write")
BUILT_IN = ("time_sleep", "text_template", "data_select")

_tools: dict[str, Tool] = {}
_lock = threading.RLock()
_discovered = False


def tool(*, effect: Effect, name: str | None = None) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Register a function as a tool; the function itself stays as it is.

    `effect`: ``read`` changes nothing; ``idempotent`` may be repeated under its key; ``write`` is
    never made twice without a person's word. `name` defaults to the function's. Parameters and
    return value need type hints; the docstring becomes the description that people and models read.
    Raises ToolDefinitionError for a bad signature, a bad name or a name that is taken.
    """

    def register(function: Callable[P, R]) -> Callable[P, R]:
        defined = define(function, effect=effect, name=name)
        if effect not in EFFECTS:
            raise ToolDefinitionError(f"Tool {defined.name}: effect is one of {', '.join(EFFECTS)}.")
        if not NAME.fullmatch(defined.name):
            raise ToolDefinitionError(f"“{defined.name}” is no tool name: lower case, digits, _ and dots.")
        with _lock:
            taken = _tools.get(defined.name)
            if taken is not None and _origin(taken.function) != _origin(function):
                raise ToolDefinitionError(
                    f"The tool name {defined.name} is taken by {'.'.join(_origin(taken.function))}."
                )
            _tools[defined.name] = defined
        return function

    return register


def _origin(function: Callable[..., object]) -> tuple[str, str]:
    # A reloaded module registers its functions again; that is no clash.
    return function.__module__, function.__qualname__


def autodiscover() -> None:
    """Import the built-in tools, the `tools` modules of installed apps and TRACKSIDE_TOOL_MODULES.

    Runs once; an exception of a module goes to the caller, and the next call tries again.
    """
    global _discovered
    with _lock:
        if _discovered:
            return
        for module in BUILT_IN:
            import_module(f"orchestration.tools.{module}")
        autodiscover_modules("tools")
        for path in getattr(settings, "TRACKSIDE_TOOL_MODULES", ()):
            import_module(path)
        _discovered = True


def registered() -> Mapping[str, Tool]:
    """All tools by name, read-only."""
    autodiscover()
    return MappingProxyType(_tools)


def bindings() -> dict[str, dict[str, Any]]:
    """What a log records of each tool, as JSON: name → {effect, input_schema, output_schema}."""
    return {
        name: {"effect": made.effect, "input_schema": made.input_schema, "output_schema": made.output_schema}
        for name, made in registered().items()
    }
