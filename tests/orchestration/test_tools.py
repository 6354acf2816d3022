"""What the author of a tool may rely on."""

from __future__ import annotations

import datetime
import enum
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, Field

from orchestration.tools import (
    InputInvalid,
    OutputInvalid,
    Tool,
    ToolContext,
    ToolDefinitionError,
    ToolError,
    failure_of,
    registered,
    tool,
)
from orchestration.tools import registry as registry_module
from orchestration.tools.definition import define

CONTEXT = ToolContext(idempotency_key="k", run=1, node="n", attempt=1)


class Line(BaseModel):
    sku: str
    price: float = Field(ge=0)


class Colour(enum.Enum):
    RED = "red"


@dataclass
class Point:
    x: int
    y: int


def order(
    order_id: str, amount: Annotated[float, Field(gt=0)], lines: list[Line], currency: Literal["USD"] = "USD"
) -> dict[str, Any]:
    """Book an order.

    It is booked once.
    """
    return {"order_id": order_id, "amount": amount, "skus": [line.sku for line in lines], "in": currency}


def defined(function: Any) -> Tool:
    return define(function, effect="read", name=None)


def call(function: Any, value: Any) -> Any:
    made = defined(function)
    return made.output(function(**made.arguments(value, CONTEXT)))


@pytest.fixture
def clean_registry(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    registered()
    monkeypatch.setattr(registry_module, "_tools", dict(registry_module._tools))
    yield


def test_schemas_and_description_come_from_the_function() -> None:
    made = defined(order)
    assert made.description.startswith("Book an order.")
    assert made.input_schema["required"] == ["order_id", "amount", "lines"]
    assert made.input_schema["properties"]["amount"]["exclusiveMinimum"] == 0
    assert made.input_schema["properties"]["currency"]["default"] == "USD"
    assert made.output_schema is not None
    assert made.output_schema["type"] == "object"


def test_a_function_without_return_hint_has_no_output_schema() -> None:
    def quiet(a: int):  # type: ignore[no-untyped-def]  # the case under test
        return a

    assert defined(quiet).output_schema is None


def test_fields_are_arguments_and_nested_models_are_built() -> None:
    value = {"order_id": "A", "amount": 3, "lines": [{"sku": "x", "price": 1}], "unrelated": True}
    assert call(order, value) == {"order_id": "A", "amount": 3.0, "skus": ["x"], "in": "USD"}


def test_all_violations_are_named_with_their_place_and_without_the_value() -> None:
    with pytest.raises(InputInvalid) as caught:
        call(order, {"amount": -1, "lines": [{"sku": "x", "price": "secret"}]})
    message = str(caught.value)
    assert "order_id" in message
    assert "amount" in message
    assert "lines.0.price" in message
    assert "secret" not in message


def test_any_parameter_name_works() -> None:
    def named(schema: int, copy: int, json: int, model_dump: int, validate: int, _private: int) -> int:
        return schema + copy + json + model_dump + validate + _private

    names = ["schema", "copy", "json", "model_dump", "validate", "_private"]
    assert call(named, dict.fromkeys(names, 2)) == 12


def test_a_value_goes_to_the_only_parameter() -> None:
    def count(words: list[str]) -> int:
        return len(words)

    assert call(count, ["a", "b"]) == 2
    assert call(count, {"words": ["a"]}) == 1


def test_a_value_for_several_parameters_says_what_to_do() -> None:
    with pytest.raises(InputInvalid, match="input mapping"):
        call(order, [1])


def test_a_function_without_parameters_takes_anything() -> None:
    def now() -> str:
        return "now"

    assert call(now, None) == "now"
    assert call(now, "what the node before put out") == "now"


def test_keyword_arguments_take_the_rest() -> None:
    def everything(a: int, **rest: Any) -> dict[str, Any]:
        return {"a": a, **rest}

    assert call(everything, {"a": 1, "b": None}) == {"a": 1, "b": None}


def test_the_context_is_passed_by_annotation() -> None:
    def who(context: ToolContext, a: int = 1) -> str:
        return f"{context.node} {a}"

    assert "context" not in defined(who).input_schema["properties"]
    assert call(who, {}) == "n 1"
    assert call(who, {"context": "forged"}) == "n 1"


def positional(*values: int) -> None: ...


def untyped(a) -> None: ...  # type: ignore[no-untyped-def]  # the case under test


def only_position(a: int, /) -> None: ...


@pytest.mark.parametrize("function", [positional, untyped, only_position])
def test_a_signature_that_cannot_be_called_by_name_is_refused(function: Any) -> None:
    with pytest.raises(ToolDefinitionError):
        defined(function)


@pytest.mark.parametrize(
    ("result", "recorded"),
    [
        (Decimal("1.50"), "1.50"),
        (datetime.date(2024, 1, 2), "2024-01-02"),
        (Colour.RED, "red"),
        (Point(1, 2), {"x": 1, "y": 2}),
        (Line(sku="a", price=1.0), {"sku": "a", "price": 1.0}),
        ((1, 2), [1, 2]),
        (2**80, 2**80),
        (True, True),
        (1.0, 1.0),
        ("ünïcode 🎈", "ünïcode 🎈"),
    ],
)
def test_output_is_json(result: Any, recorded: Any) -> None:
    def give() -> Any:
        return result

    found = call(give, {})
    assert found == recorded
    assert type(found) is type(recorded)


def nested(levels: int) -> Any:
    value: Any = 0
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize(
    "result",
    [
        float("nan"),
        [float("inf")],
        {"a": {"b": -float("inf")}},
        "a\x00b",
        {"a\x00": 1},
        "\ud800",
        nested(201),
        nested(5_000),
        object(),
        b"\xff\xfe",
        10**5_000,
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_cannot_be_recorded_is_refused(result: Any) -> None:
    def give() -> Any:
        return result

    with pytest.raises(OutputInvalid):
        call(give, {})


def test_two_hundred_levels_are_fine() -> None:
    def give() -> Any:
        return nested(200)

    assert call(give, {}) == nested(200)


def test_output_that_breaks_its_hint_is_refused() -> None:
    def give() -> list[int]:
        return ["no"]  # type: ignore[list-item]  # the case under test

    with pytest.raises(OutputInvalid, match="promise"):
        call(give, {})


@pytest.mark.parametrize(
    ("error", "code", "before_effect"),
    [
        (ToolError("The bank is closed."), "tool_error", False),
        (ToolError("The bank is closed.", before_effect=True), "tool_error", True),
        (ValueError("odd"), "tool_error", False),
        (InputInvalid("bad"), "input_invalid", True),
        (OutputInvalid("bad"), "output_invalid", False),
    ],
)
def test_every_exception_becomes_a_failure(error: Exception, code: str, before_effect: bool) -> None:
    failure = failure_of(error)
    assert (failure.code, failure.before_effect) == (code, before_effect)


def test_failure_messages_can_be_recorded() -> None:
    assert "\x00" not in failure_of(ToolError("a\x00b")).message
    assert failure_of(ToolError("\ud800")).message.encode()
    assert len(failure_of(ToolError("x" * 9_000)).message) == 2_000


@pytest.mark.usefixtures("clean_registry")
def test_registering_leaves_the_function_alone() -> None:
    @tool(effect="idempotent", name="test.double")
    async def double(a: int) -> int:
        """Twice."""
        return 2 * a

    made = registered()["test.double"]
    assert made.function is double
    assert made.is_async
    assert made.effect == "idempotent"


@pytest.mark.usefixtures("clean_registry")
def test_a_name_is_taken_once() -> None:
    tool(effect="read", name="test.one")(positional_free)
    with pytest.raises(ToolDefinitionError, match="taken"):
        tool(effect="read", name="test.one")(order)


def positional_free(a: int) -> int:
    return a


@pytest.mark.parametrize("name", ["Upper", "1st", "a b", "a..b", ""])
@pytest.mark.usefixtures("clean_registry")
def test_odd_names_are_refused(name: str) -> None:
    if not name:
        name = "ü"
    with pytest.raises(ToolDefinitionError):
        tool(effect="read", name=name)(positional_free)


@pytest.mark.usefixtures("clean_registry")
def test_odd_effects_are_refused() -> None:
    with pytest.raises(ToolDefinitionError, match="effect"):
        tool(effect="maybe", name="test.odd")(positional_free)  # type: ignore[arg-type]  # the case under test


def test_built_in_and_app_tools_are_discovered() -> None:
    assert {"time.sleep", "text.template", "data.select"} <= set(registered())
