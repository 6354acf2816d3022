"""The environment, read with a refusal that a person can act on.

An empty variable counts as one that is not set. `X_FILE` names a file that holds the value of `X`;
useful for secrets.
"""

from __future__ import annotations

import os
import re
import warnings
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ  # type: ignore[import-untyped]  # it ships no types
from django.core.exceptions import ImproperlyConfigured

DATABASES = ("django.db.backends.sqlite3", "django.db.backends.postgresql")
HOST = re.compile(r"\*|\.?[a-z0-9]([a-z0-9_.-]*[a-z0-9])?\.?|\[[0-9a-f:.]+\]", re.IGNORECASE)


class SettingRefused(ImproperlyConfigured):
    """A setting that nothing can start with; its text is one line for the person who set it."""


def refused(name: str, shape: str, example: str) -> SettingRefused:
    return SettingRefused(f"{name} is not {shape}. For example: {name}={example}")


def given(name: str) -> str | None:
    """The value of `name`, or of the file that `<name>_FILE` names; None when there is none."""
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
    raise refused(name, "on or off", "on")


def port(name: str, *, default: int) -> int:
    """A port number; 0 lets the system choose one."""
    text = given(name)
    found = default if text is None else port_number(text)
    if found is None:
        raise refused(name, "a port number from 1 to 65535", str(default))
    return found


def port_number(text: str) -> int | None:
    """What `text` says, or None when that is no port."""
    digits = text.strip()
    plain = digits.isascii() and digits.isdigit() and len(digits) <= 5
    return int(digits) if plain and int(digits) <= 65535 else None


def folder(name: str, *, default: Path) -> Path:
    """A folder that can be written to, made for its owner alone when it is not there."""
    text = given(name)
    shape, example = "a folder that can be made and written to", "/srv/trackside"
    try:
        path = default if text is None else Path(text).expanduser().resolve()
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError, ValueError) as error:
        raise refused(name, shape, example) from error
    if not os.access(path, os.W_OK | os.X_OK):
        raise refused(name, shape, example)
    return path


def private_file(name: str, path: str) -> None:
    """Make the file at `path`, which `name` led to, for its owner alone; one that is there stays as it is."""
    if path.startswith((":memory:", "file:")):
        return
    try:
        Path(path).touch(mode=0o600)
    except OSError as error:
        raise refused(
            name, f"a file that can be written ({error.strerror})", "sqlite:////srv/trackside/db.sqlite3"
        ) from error


def secret(name: str) -> str | None:
    """A signing key that cannot be guessed."""
    text = given(name)
    if text is not None and (len(text) < 32 or len(set(text)) < 5):
        raise refused(name, "a secret of at least 32 characters", "$(openssl rand -hex 32)")
    return text


def database(name: str, *, default: str) -> dict[str, Any]:
    """A database's address, as Django's settings want it."""
    shape, example = "the address of a database", "postgres://user:password@localhost/trackside"
    address = given(name) or default
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about an unknown kind, which is refused below
        try:
            found: dict[str, Any] = environ.Env.db_url_config(address)
        except (ValueError, TypeError, KeyError, ImproperlyConfigured) as error:
            raise refused(name, shape, example) from error
    if found.get("ENGINE") not in DATABASES or not found.get("NAME"):
        raise refused(name, f"{shape} that Trackside can use (PostgreSQL or SQLite)", example)
    return found


def words(name: str, *, default: list[str]) -> list[str]:
    """A comma-separated list."""
    text = given(name)
    return default if text is None else [word.strip() for word in text.split(",") if word.strip()]


def hosts(name: str, *, default: list[str]) -> list[str]:
    """Host names and addresses, without scheme and port."""
    found = words(name, default=default)
    if not found or not all(HOST.fullmatch(host) for host in found):
        raise refused(name, "a list of host names without scheme, port and path", "trackside.example.org")
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
            raise refused(
                name, "a list of addresses with scheme and without path", "https://trackside.example.org"
            )
    return found


def public_address(hosts: list[str], origins: list[str], *, https: bool, local: list[str]) -> str | None:
    """Where browsers find this installation, as far as the settings tell; None for this machine alone.

    An origin says it exactly; a host does when everything is HTTPS. Patterns do not name an address.
    """
    named = [origin for origin in origins if "*" not in origin]
    if https:
        named += [f"https://{host}" for host in hosts if host not in local and host[0] not in "*."]
    return named[0] if named else None
