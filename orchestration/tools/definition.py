"""A tool: a function with its effect, its schemas and the checks on both sides of a call."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NotRequired, Required, get_type_hints

from pydantic import ConfigDict, TypeAdapter, ValidationError
from pydantic.config import ExtraValues
from pydantic.errors import PydanticUserError
from pydantic_core import PydanticSerializationError
from typing_extensions import TypedDict

from orchestration.engine.events import Effect
from orchestration.tools.context import ToolContext
from orchestration.tools.values import non_finite_in, problem_of


class ToolDefinitionError(TypeError):
    """A function that cannot become a tool; raised when its module is imported."""


class InputInvalid(Exception):
    """The input of a call does not fit the tool. Nothing was called."""


class OutputInvalid(Exception):
    """The tool returned something that cannot be recorded or is not what it declared."""


@dataclass(frozen=True)
class Tool:
    """`input_schema` and `output_schema` are JSON Schemas made from the type hints.

    `output_schema` is None for a function without a return annotation.
    """

    name: str
    effect: Effect
    description: str
    input_schema: dict[str, Any]
    output_schema: dict[str, Any] | None
    function: Callable[..., Any]
    is_async: bool
    _parameters: tuple[str, ...]
    _context_parameter: str | None
    _input: TypeAdapter[Any]
    _output: TypeAdapter[Any]

    def arguments(self, value: Any, context: ToolContext) -> dict[str, Any]:
        """The keyword arguments for a call with the input `value`.

        The fields of an object are the arguments. Fields that the function does not name are left
        out, unless it takes ``**kwargs``: a node without an input mapping hands over all that its
        dependency put out. A value that is no object goes to the only parameter of a function
        that has just one, and nowhere when there is none; null stands for no arguments. Raises
        InputInvalid.
        """
        fields = self._fields(value)
        try:
            arguments: dict[str, Any] = dict(self._input.validate_python(fields))
        except ValidationError as error:
            raise InputInvalid(f"{self.name} cannot take this input: {describe(error)}") from None
        if self._context_parameter is not None:
            arguments[self._context_parameter] = context
        return arguments

    def _fields(self, value: Any) -> Mapping[str, Any]:
        if isinstance(value, Mapping):
            return value
        if len(self._parameters) == 1:
            return {self._parameters[0]: value}
        if value is None or not self._parameters:
            return {}
        names = ", ".join(self._parameters)
        raise InputInvalid(
            f"{self.name} takes an object with {names}, not {json_type(value)}. "
            "Give the node an input mapping."
        )

    def output(self, result: Any) -> Any:
        """The JSON value of what the function returned. Raises OutputInvalid."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                checked = self._output.validate_python(result)
                value = self._output.dump_python(checked, mode="json")
                # The JSON form turns NaN into null without a word; the plain form still shows it.
                plain = self._output.dump_python(checked) if _may_hold_numbers(checked) else None
        except ValidationError as error:
            raise OutputInvalid(f"{self.name} broke its promise: {describe(error)}") from None
        except (PydanticSerializationError, ValueError, RecursionError) as error:
            raise OutputInvalid(f"The output of {self.name} is no JSON: {error}") from None
        if (problem := non_finite_in(plain) or problem_of(value)) is not None:
            raise OutputInvalid(f"The output of {self.name} cannot be recorded: {problem}.")
        return value


def define(function: Callable[..., Any], *, effect: Effect, name: str | None) -> Tool:
    """Read a function's signature and docstring. Raises ToolDefinitionError."""
    tool_name = name or function.__name__
    try:
        hints = get_type_hints(function, include_extras=True)
        input_type, parameters, context_parameter = _input_type(function, hints, tool_name)
        input_adapter: TypeAdapter[Any] = TypeAdapter(input_type)
        output_adapter: TypeAdapter[Any] = TypeAdapter(hints.get("return", Any))
        input_schema = input_adapter.json_schema(mode="validation")
        output_schema = output_adapter.json_schema(mode="serialization") if "return" in hints else None
    except (NameError, PydanticUserError) as error:
        raise ToolDefinitionError(f"The type hints of tool {tool_name} cannot be read: {error}") from error
    _add_defaults(input_schema, function)
    return Tool(
        name=tool_name,
        effect=effect,
        description=inspect.getdoc(function) or "",
        input_schema=input_schema,
        output_schema=output_schema,
        function=function,
        is_async=inspect.iscoroutinefunction(function),
        _parameters=parameters,
        _context_parameter=context_parameter,
        _input=input_adapter,
        _output=output_adapter,
    )


def _input_type(
    function: Callable[..., Any], hints: dict[str, Any], name: str
) -> tuple[Any, tuple[str, ...], str | None]:
    """A TypedDict of the parameters (a model forbids names like `schema`), their names, the context's."""
    fields: dict[str, Any] = {}
    context: str | None = None
    extra: ExtraValues = "ignore"
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is parameter.VAR_KEYWORD:
            extra = "allow"
        elif parameter.kind in (parameter.VAR_POSITIONAL, parameter.POSITIONAL_ONLY):
            raise ToolDefinitionError(f"Tool {name} must take its arguments by name: {parameter}")
        elif parameter.name not in hints:
            raise ToolDefinitionError(f"Parameter {parameter.name} of tool {name} has no type hint.")
        elif hints[parameter.name] is ToolContext:
            context = parameter.name
        else:
            wrap = Required if parameter.default is parameter.empty else NotRequired
            fields[parameter.name] = wrap[hints[parameter.name]]
    # Made at run time, where no type checker can follow.
    build: Any = TypedDict
    arguments = build("Arguments", fields)
    arguments.__pydantic_config__ = ConfigDict(extra=extra, title=name)
    return arguments, tuple(fields), context


def _may_hold_numbers(value: Any) -> bool:
    return value is not None and not isinstance(value, str | int)


def _add_defaults(schema: dict[str, Any], function: Callable[..., Any]) -> None:
    """Forms show a default; a TypedDict cannot carry one, so it is added from the signature."""
    properties = schema.get("properties", {})
    for parameter in inspect.signature(function).parameters.values():
        default = parameter.default
        if parameter.name in properties and default is not parameter.empty and problem_of(default) is None:
            properties[parameter.name].setdefault("default", default)


def describe(error: ValidationError) -> str:
    """All violations in one line, each with the path of its field; never the value itself."""
    parts = []
    for detail in error.errors(include_url=False, include_context=False, include_input=False):
        path = ".".join(str(step) for step in detail["loc"])
        parts.append(f"{path}: {detail['msg']}" if path else str(detail["msg"]))
    return "; ".join(parts)


def json_type(value: Any) -> str:
    """A JSON type with its article, for sentences."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    names = {str: "a text", int: "a number", float: "a number", list: "a list", dict: "an object"}
    return names.get(type(value), f"a {type(value).__name__}")
