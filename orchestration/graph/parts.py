"""The base of all parts of a document: frozen, closed, null means absent, defaults are not written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictBool,
    StringConstraints,
    model_validator,
)
from pydantic_core import PydanticCustomError

_SLUG = r"^[a-z0-9][a-z0-9_-]{0,63}$"
_DOLLARS = r"^[0-9]{1,12}(\.[0-9]{1,6})?$"
# What a text has to look like that does not match one of these: nobody is shown an expression.
PATTERN_WORDS: Mapping[str, str] = {
    _SLUG: "An id is 1 to 64 small letters, digits, “-” and “_”, and begins with a letter or a digit.",
    _DOLLARS: "A sum is up to 12 digits, and up to 6 behind a point, like 0.25.",
}

Slug = Annotated[str, StringConstraints(pattern=_SLUG)]
Dollars = Annotated[str, StringConstraints(pattern=_DOLLARS)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=200)]
# Empty while nobody has chosen yet: a draft may have that.
Choice = Annotated[str, StringConstraints(max_length=200)]
Title = Annotated[str, StringConstraints(max_length=200)]
Expression = Annotated[str, StringConstraints(min_length=1)]
Flag = StrictBool


def _number(value: Any) -> Any:
    """JSON has one kind of number: 300.0 is 300. Text and booleans are no numbers."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise PydanticCustomError("not_a_number", "Should be a number")
    if isinstance(value, float) and value.is_integer() and abs(value) <= 2**53:
        return int(value)
    return value


def _whole(value: Any) -> Any:
    number = _number(value)
    if isinstance(number, float):
        raise PydanticCustomError("not_a_whole_number", "Should be a whole number")
    return number


def _schema(value: Any) -> Any:
    if not isinstance(value, dict | bool):
        raise PydanticCustomError("not_a_schema", "Should be a JSON Schema: an object, true or false")
    return value


Whole = Annotated[int, BeforeValidator(_whole)]
# At most some thirty years, so that a due time is always a date.
Seconds = Annotated[int | float, BeforeValidator(_number), Field(gt=0, le=1_000_000_000)]
JsonSchema = Annotated[Any, BeforeValidator(_schema)]  # dict[str, Any] | bool


class Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    # Fields for which null is a value of its own, not the absence of one.
    nullable: ClassVar[frozenset[str]] = frozenset()
    # Fields that are written even where they hold their default.
    always_written: ClassVar[frozenset[str]] = frozenset()

    @model_validator(mode="before")
    @classmethod
    def _null_means_absent(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        return {
            key: value
            for key, value in data.items()
            if value is not None or key not in cls.model_fields or key in cls.nullable
        }

    def to_value(self) -> Any:
        """The minimal JSON value: what equals its default is left out."""
        return {
            name: _to_value(value)
            for name, field in type(self).model_fields.items()
            if (value := getattr(self, name)) != field.default
            or field.is_required()
            or name in self.always_written
        }


def _to_value(value: Any) -> Any:
    if isinstance(value, Part):
        return value.to_value()
    if isinstance(value, list | tuple):
        return [_to_value(item) for item in value]
    if isinstance(value, dict):
        return {key: _to_value(item) for key, item in value.items()}
    return value
