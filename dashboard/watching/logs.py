"""Logs: one JSON object a line for machines, one plain line for people, secrets in neither.

Every `logging` call of the process comes through here. Whoever works on something says so with
`structlog.contextvars.bound_contextvars(run=…, node=…)`; of a request the rest is known by itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, MutableMapping
from contextvars import ContextVar
from typing import Any

import structlog
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject, empty

Record = MutableMapping[str, Any]

FIRST = ("time", "level", "event")
# An address that signs somebody in, wherever it is quoted.
SIGNIN_LINK = re.compile(r"/signin/[\w-]{20,}")
# The request that is being answered, and its id.
current_request: ContextVar[tuple[str, HttpRequest] | None] = ContextVar("current_request", default=None)


def configuration(form: str, level: str, secrets: Iterable[str]) -> dict[str, Any]:
    """Django's LOGGING: `form` is “json” or “text”, `level` counts for our own loggers.

    Other packages are heard from warnings on. `secrets` never get into a line.
    """
    ours = {"level": level.upper()}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": [
                    structlog.contextvars.merge_contextvars,
                    structlog.stdlib.add_log_level,
                    structlog.stdlib.add_logger_name,
                    structlog.stdlib.ExtraAdder(),
                    # After what a caller adds: Django calls the whole request by the name of our id.
                    add_request,
                    structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
                ],
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    structlog.processors.format_exc_info,
                    Redactor(secrets),
                    as_json if form == "json" else as_text,
                ],
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {
            "orchestration": ours,
            "dashboard": ours,
            "examples": ours,
            # Django's own handlers would say things twice; what a client did wrong is in the access log.
            "django": {"handlers": [], "propagate": True, "level": "WARNING"},
            "django.request": {"level": "ERROR"},
        },
    }


def add_request(_: object, __: str, record: Record) -> Record:
    """The request's id and the number of its user, as far as that is known by now."""
    current = current_request.get()
    if current is not None:
        record["request"] = current[0]
        user = _user_of(current[1])
        if user is not None:
            record["user"] = user
    return record


def _user_of(request: HttpRequest) -> int | None:
    """Without asking the database: a line about a broken database must not need it."""
    user = request.__dict__.get("user")
    if isinstance(user, SimpleLazyObject) and user.__dict__["_wrapped"] is empty:
        return None
    return getattr(user, "pk", None)


class Redactor:
    """Takes secrets out of all texts of a record, also out of tracebacks."""

    def __init__(self, secrets: Iterable[str]) -> None:
        self._secrets = [secret for secret in secrets if secret]

    def __call__(self, _: object, __: str, record: Record) -> Record:
        for name, value in record.items():
            if isinstance(value, str):
                for secret in self._secrets:
                    value = value.replace(secret, "[secret]")
                record[name] = SIGNIN_LINK.sub("/signin/[secret]", value)
        return record


def as_json(_: object, __: str, record: Record) -> str:
    """ASCII only: no character of a title can end the line, whatever reads it."""
    return json.dumps(_in_order(record), default=str)


def as_text(_: object, __: str, record: Record) -> str:
    """For a terminal. A traceback follows on lines of its own, everything else stays on one."""
    fields = _in_order(record)
    traceback = fields.pop("exception", "")
    when, level, event = (_plain(str(fields.pop(name, ""))) for name in FIRST)
    rest = " ".join(f"{name}={_plain(str(value))}" for name, value in fields.items())
    line = f"{when} {level.upper()} {event} {rest}".rstrip()
    return f"{line}\n{_plain(str(traceback), keep=chr(10))}" if traceback else line


def _plain(text: str, keep: str = "") -> str:
    """Without what moves a terminal's cursor, colours it or turns its writing round."""
    return "".join(
        char if char.isprintable() or char in keep else char.encode("unicode_escape").decode()
        for char in text
    )


def _in_order(record: Mapping[str, Any]) -> dict[str, Any]:
    """Texts and numbers alone: what else callers add has a form that nobody has looked at."""
    plain = {name: value for name, value in record.items() if isinstance(value, str | int | float | None)}
    first = {name: plain[name] for name in FIRST if name in plain}
    return {**first, **plain}
