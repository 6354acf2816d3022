"""JSON Schemas as far as a document needs them: do they compile, does a value satisfy them."""

from __future__ import annotations

from typing import Any

import jsonschema_rs


def schema_fault(schema: Any) -> str | None:
    """Why the schema does not compile; None if it does, or if there is none."""
    if schema is None:
        return None
    try:
        _validator(schema)
    except (ValueError, jsonschema_rs.ReferencingError) as error:
        return _words(error)
    return None


def schema_misses(schema: Any, value: Any) -> str | None:
    """The first way in which `value` misses the schema; None if it satisfies it or nothing compiles."""
    if schema is None or schema_fault(schema) is not None:
        return None
    for violation in _validator(schema).iter_errors(value):
        return _words(violation)
    return None


def _validator(schema: Any) -> Any:
    return jsonschema_rs.validator_for(schema, validate_formats=True, retriever=_refuse)


def _refuse(uri: str) -> Any:
    raise ValueError(f"only references inside the schema are followed, not {uri}")


def _words(error: Exception) -> str:
    if not isinstance(error, jsonschema_rs.ValidationError):
        return f"{error}."
    message = error.message.rstrip(".")
    if "only references inside" in message:
        message = message[message.index("only references inside") :]
    path = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in error.instance_path)
    return f"at ${path}: {message}." if path else f"{message[:1].upper()}{message[1:]}."
