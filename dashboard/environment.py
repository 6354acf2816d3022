"""The environment, read with a refusal that a person can act on.

An empty variable counts as one that is not set. `X_FILE` names a file that holds the value of `X`;
useful for secrets.
"""

from __future__ import annotations

import os
import re
import warnings
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ  # type: ignore[import-untyped]  # it ships no types
from django.core.exceptions import ImproperlyConfigured

from dashboard.known_settings import KNOWN

DATABASES = ("django.db.backends.sqlite3", "django.db.backends.postgresql")
HOST = re.compile(r"\*|\.?[a-z0-9]([a-z0-9_.-]*[a-z0-9])?\.?|\[[0-9a-f:.]+\]", re.IGNORECASE)


class SettingRefused(ImproperlyConfigured):
    """A setting that nothing can start with; its text is one line for the person who set it."""


def refused(name: str, *, shape: str = "", example: str = "") -> SettingRefused:
    """What the setting should have been; `shape` and `example` in place of the list's own."""
    known = KNOWN[name]
    return SettingRefused(
        f"{name} is not {shape or known.shape}. For example: {name}={example or known.example}"
    )


def given(name: str) -> str | None:
    """The value of `name`, or of the file that `<name>_FILE` names; None when there is none.

    A name that is not in the list of known settings is a fault of ours: nobody could find it.
    """
    assert name in KNOWN, name
    if file := os.environ.get(f"{name}_FILE", "").strip():
        try:
            return Path(file).read_text(encoding="utf-8").strip() or None
        except OSError as error:
            raise SettingRefused(f"{name}_FILE={file} cannot be read: {error.strerror}.") from error
        except ValueError as error:
            raise SettingRefused(f"{name}_FILE={file} cannot be read: it is no text in UTF-8.") from error
    return os.environ.get(name, "").strip() or None


def flag(name: str, *, default: bool) -> bool:
    """An on/off setting; anything but the usual words is refused, so that a typo is never “off”."""
    text = given(name)
    if text is None:
        return default
    if text.lower() in {"1", "true", "on", "yes"}:
        return True
    if text.lower() in {"0", "false", "off", "no"}:
        return False
    raise refused(name)


def port(name: str, *, default: int) -> int:
    """A port number; 0 lets the system choose one."""
    text = given(name)
    found = default if text is None else port_number(text)
    if found is None:
        raise refused(name)
    return found


def port_number(text: str) -> int | None:
    """What `text` says, or None when that is no port."""
    digits = text.strip()
    plain = digits.isascii() and digits.isdigit() and len(digits) <= 5
    return int(digits) if plain and int(digits) <= 65535 else None


def folder(name: str, *, default: Path) -> Path:
    """A folder that can be written to, made for its owner alone when it is not there."""
    text = given(name)
    try:
        path = default if text is None else Path(text).expanduser().resolve()
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError, ValueError) as error:
        raise refused(name) from error
    if not os.access(path, os.W_OK | os.X_OK):
        raise refused(name)
    return path


def private_file(name: str, path: str) -> None:
    """Make the file at `path`, which `name` led to, for its owner alone; one that is there stays as it is."""
    if path.startswith((":memory:", "file:")):
        return
    try:
        Path(path).touch(mode=0o600)
    except OSError as error:
        shape = f"a file that can be written ({error.strerror})"
        raise refused(name, shape=shape, example="sqlite:////srv/trackside/db.sqlite3") from error


def secret(name: str) -> str | None:
    """A signing key that cannot be guessed."""
    text = given(name)
    if text is not None and (len(text) < 32 or len(set(text)) < 5):
        raise refused(name)
    return text


def database(name: str, *, default: str) -> dict[str, Any]:
    """A database's address, as Django's settings want it."""
    address = given(name) or default
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about an unknown kind, which is refused below
        try:
            found: dict[str, Any] = environ.Env.db_url_config(address)
        except (ValueError, TypeError, KeyError, ImproperlyConfigured) as error:
            raise refused(name) from error
    if found.get("ENGINE") not in DATABASES or not found.get("NAME"):
        raise refused(name, shape=f"{KNOWN[name].shape} that Trackside can use (PostgreSQL or SQLite)")
    return found


def words(name: str, *, default: list[str]) -> list[str]:
    """A comma-separated list."""
    text = given(name)
    return default if text is None else [word.strip() for word in text.split(",") if word.strip()]


def modules(name: str) -> list[str]:
    """Dotted names of Python modules."""
    found = words(name, default=[])
    if not all(part.isidentifier() for module in found for part in module.split(".")):
        raise refused(name)
    return found


def choice(name: str, choices: tuple[str, ...], *, default: str) -> str:
    """One of a few words."""
    text = (given(name) or default).lower()
    if text not in choices:
        raise refused(name)
    return text


def whole(name: str, *, default: int, least: int, most: int) -> int:
    """A whole number between two others, which count."""
    text = given(name)
    if text is None:
        return default
    # Before int(): it takes very long digits for an error of its own, and other scripts' digits for ours.
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and least <= int(text) <= most):
        raise refused(name)
    return int(text)


def seconds(name: str, *, default: float) -> float:
    """A time that a person may wait for: between a millisecond and a day."""
    text = given(name)
    if text is None:
        return default
    try:
        found = float(text)
    except ValueError as error:
        raise refused(name) from error
    if not 0.001 <= found <= 86_400:  # NaN is not either
        raise refused(name)
    return found


def redis(name: str) -> str | None:
    """The address of a Redis server; None when there is none."""
    text = given(name)
    if text is None:
        return None
    try:
        parts = urlsplit(text)
        usable = bool(parts.path) if parts.scheme == "unix" else bool(parts.hostname) and parts.port != 0
    except ValueError as error:
        raise refused(name) from error
    if parts.scheme not in ("redis", "rediss", "unix") or not usable:
        raise refused(name)
    if find_spec("channels_redis") is None:
        raise SettingRefused(
            f"{name} is set, and the packages for it are not installed. "
            "For example: .venv/bin/pip install --require-hashes -r requirements/scaled.txt"
        )
    return text


def hosts(name: str, *, default: list[str]) -> list[str]:
    """Host names and addresses, without scheme and port."""
    found = words(name, default=default)
    if not found or not all(HOST.fullmatch(host) for host in found):
        raise refused(name)
    return found


def origins(name: str) -> list[str]:
    """What a browser sends as `Origin`: a scheme and a host, nothing after it."""
    found = words(name, default=[])
    for origin in found:
        try:
            parts = urlsplit(origin)
            whole = parts.scheme in ("http", "https") and origin == f"{parts.scheme}://{parts.netloc}"
            usable = whole and bool(parts.hostname) and (parts.port is None or parts.port > 0)
        except ValueError:
            usable = False
        if not usable:
            raise refused(name)
    return found


def public_address(hosts: list[str], origins: list[str], *, https: bool, local: list[str]) -> str | None:
    """Where browsers find this installation, as far as the settings tell; None for this machine alone.

    An origin says it exactly; a host does when everything is HTTPS. Patterns do not name an address.
    """
    named = [origin for origin in origins if "*" not in origin]
    if https:
        named += [f"https://{host}" for host in hosts if host not in local and host[0] not in "*."]
    return named[0] if named else None
