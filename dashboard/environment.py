"""The environment, read with a refusal that a person can act on."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any, TypeVar

import environ  # type: ignore[import-untyped]
from django.core.exceptions import ImproperlyConfigured

Value = TypeVar("Value")


class Environment(environ.FileAwareEnv):  # type: ignore[misc]  # it ships no types
    """`X_FILE` names a file that holds the value of `X`; useful for secrets."""

    def read(self, kind: Callable[..., Value], name: str, *, default: Any, shape: str, example: str) -> Value:
        """The value of `name`.

        Raises ImproperlyConfigured with the name, the expected shape and an example when it is wrong.
        """
        try:
            return kind(name, default=default)
        except (ValueError, TypeError, ImproperlyConfigured) as error:
            raise ImproperlyConfigured(f"{name} is not {shape}. For example: {name}={example}") from error


env = Environment()


def flag(name: str, *, default: bool) -> bool:
    """An on/off setting; anything but the usual words is refused, so that a typo is never “off”."""
    text = str(env.read(env.str, name, default="on" if default else "off", shape="text", example="on"))
    word = text.strip().lower()
    if word in {"1", "true", "on", "yes"}:
        return True
    if word in {"0", "false", "off", "no", ""}:
        return False
    raise ImproperlyConfigured(f"{name} is neither on nor off. For example: {name}=on")


def database(name: str, *, default: str) -> dict[str, Any]:
    """A database's address, as Django's settings want it."""
    shape, example = "a database address", "postgres://user:password@localhost/trackside"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about an unknown kind, which is refused below
        found: dict[str, Any] = env.read(env.db, name, default=default, shape=shape, example=example)
    if not found.get("ENGINE"):
        raise ImproperlyConfigured(f"{name} is not {shape}. For example: {name}={example}")
    return found


def words(name: str, *, default: list[str], example: str) -> list[str]:
    """A comma-separated list."""
    found: list[str] = env.read(env.list, name, default=default, shape="a list", example=example)
    return [word.strip() for word in found if word.strip()]
