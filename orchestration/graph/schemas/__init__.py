"""The one check of an answer against a schema, for approvals, run inputs and forms alike."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, NoReturn

import jsonschema_rs

from orchestration.graph.schemas.objects import non_objects
from orchestration.graph.schemas.values import unrecordable
from orchestration.graph.schemas.violation import Violation
from orchestration.graph.schemas.words import json_path, violations_of


class SchemaInvalid(Exception):
    """A schema that cannot be used. A gate that has one stays closed."""


def compile_schema(schema: Any) -> jsonschema_rs.Validator:
    """The validator of `schema`: draft 2020-12 unless it names another, formats included.

    Nothing is ever fetched: a `$ref` to anything but the schema itself is refused.
    Raises SchemaInvalid.
    """
    try:
        text = json.dumps(schema, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise SchemaInvalid(f"The schema is not JSON: {error}") from error
    return _compiled(text)


def violations(schema: Any, value: Any) -> list[Violation]:
    """All the ways in which a person's `value` misses `schema`, sorted by path and message, each once.

    Empty means that it fits and can be kept exactly. A schema of None accepts every recordable value;
    one that does not compile accepts none.
    """
    problems = list(unrecordable(value))
    found = [Violation(json_path(problem.path), problem.message) for problem in problems]
    if not any(problem.fatal for problem in problems):
        found.extend(_misfits(schema, value))
    return _sorted(found)


def misfits(schema: Any, value: Any) -> list[Violation]:
    """As `violations`, for a value that was recorded already: the output of a tool, say."""
    return _sorted(_misfits(schema, value))


def schema_fault(schema: Any) -> str | None:
    """Why the schema cannot be used; None if it can, or if there is none."""
    if schema is None:
        return None
    try:
        compile_schema(schema)
    except SchemaInvalid as error:
        return str(error)
    return None


def _sorted(found: Iterable[Violation]) -> list[Violation]:
    return sorted(set(found), key=lambda one: (one.path, one.message))


def _misfits(schema: Any, value: Any) -> Iterator[Violation]:
    if schema is None:
        return
    try:
        validator = compile_schema(schema)
    except SchemaInvalid as broken:
        yield Violation("$", f"No answer can be accepted, because the form's schema is broken. {broken}")
        return
    yield from non_objects(schema, value)
    try:
        for miss in validator.iter_errors(value):
            yield from violations_of(miss)
    except ValueError as unusable:
        yield Violation(json_path(()), f"The answer cannot be checked: {unusable}")


@lru_cache(maxsize=256)
def _compiled(text: str) -> jsonschema_rs.Validator:
    try:
        return jsonschema_rs.validator_for(json.loads(text), validate_formats=True, retriever=_refuse)
    except (ValueError, TypeError, RecursionError, jsonschema_rs.ReferencingError) as error:
        raise SchemaInvalid(str(error).split("\n", 1)[0]) from error


def _refuse(uri: str) -> NoReturn:
    raise ValueError(f"A schema may refer only to itself, not to {uri}")
