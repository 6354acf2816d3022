"""The one check of an answer against a schema, for approvals, run inputs and forms alike."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NoReturn

import jsonschema_rs

from orchestration.engine.errors import Violation
from orchestration.services.schema_objects import non_objects
from orchestration.services.schema_values import unrecordable
from orchestration.services.schema_words import json_path, violations_of


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
    """All the ways in which `value` misses `schema`, sorted by path and message, each once.

    Empty means that it fits. A schema of None accepts every recordable value; one that does not
    compile accepts none.
    """
    return sorted(set(_violations(schema, value)), key=lambda found: (found.path, found.message))


def _violations(schema: Any, value: Any) -> Iterator[Violation]:
    problems = list(unrecordable(value))
    for problem in problems:
        yield Violation(json_path(problem.path), problem.message)
    if schema is None or any(problem.fatal for problem in problems):
        return
    try:
        validator = compile_schema(schema)
    except SchemaInvalid as error:
        yield Violation("$", f"No answer can be accepted, because the form's schema is broken. {error}")
        return
    yield from non_objects(schema, value)
    try:
        for error in validator.iter_errors(value):
            yield from violations_of(error)
    except ValueError as error:
        yield Violation(json_path(()), f"The answer cannot be checked: {error}")


@lru_cache(maxsize=256)
def _compiled(text: str) -> jsonschema_rs.Validator:
    try:
        return jsonschema_rs.validator_for(json.loads(text), validate_formats=True, retriever=_refuse)
    except (ValueError, TypeError, RecursionError, jsonschema_rs.ReferencingError) as error:
        raise SchemaInvalid(str(error).split("\n", 1)[0]) from error


def _refuse(uri: str) -> NoReturn:
    raise ValueError(f"A schema may refer only to itself, not to {uri}")
