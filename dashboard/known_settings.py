"""Every setting there is, once: what reads them, documents them and spots a typo agrees on this list."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Setting:
    """`shape` completes “NAME is not …”; `default` is for people. A `secret` one is never shown or logged."""

    name: str
    shape: str
    default: str
    meaning: str
    example: str
    secret: bool = False


_ON_OFF = "on or off"

SETTINGS = (
    Setting(
        "TRACKSIDE_DATA",
        "a folder that can be made and written to",
        "`var/` in the checkout",
        "The data folder: the SQLite database and the secret key.",
        "/srv/trackside",
    ),
    Setting(
        "PORT",
        "a port number from 1 to 65535",
        "8000",
        "The port of `make run`. `serve --port` goes before it; when it is taken the next one is used.",
        "8000",
    ),
    Setting(
        "DATABASE_URL",
        "the address of a database",
        "SQLite in the data folder",
        "PostgreSQL or SQLite.",
        "postgres://user:password@localhost/trackside",
        secret=True,
    ),
    Setting(
        "REDIS_URL",
        "the address of a Redis or Valkey server",
        "none: one process",
        "What processes tell each other goes through it. Needs the packages of `requirements/scaled.txt`.",
        "redis://localhost:6379/0",
        secret=True,
    ),
    Setting(
        "ORCHESTRATION_BACKEND",
        "a backend of this version (embedded)",
        "embedded",
        "What carries runs on: `embedded` is the engine inside `serve`.",
        "embedded",
    ),
    Setting(
        "SECRET_KEY",
        "a secret of at least 32 characters",
        "made at the first start, kept in the data folder",
        "Signs sessions and links.",
        "$(openssl rand -hex 32)",
        secret=True,
    ),
    Setting(
        "ALLOWED_HOSTS",
        "a list of host names without scheme, port and path",
        "`localhost,127.0.0.1,[::1]`",
        "Host names under which it may be reached. This machine's own names always work too.",
        "trackside.example.org",
    ),
    Setting(
        "TRUSTED_ORIGINS",
        "a list of addresses with scheme and without path",
        "none",
        "Origins that browsers see when a proxy is in front.",
        "https://trackside.example.org",
    ),
    Setting(
        "TRACKSIDE_HTTPS",
        _ON_OFF,
        "on when `ALLOWED_HOSTS` names another host than this one",
        "Secure cookies, a redirect to HTTPS, and HSTS for this host.",
        "on",
    ),
    Setting("TRACKSIDE_HSTS_SUBDOMAINS", _ON_OFF, "off", "HSTS for all hosts below this one too.", "on"),
    Setting(
        "TRACKSIDE_BEHIND_PROXY",
        _ON_OFF,
        "as `TRACKSIDE_HTTPS`",
        "Trust `X-Forwarded-Proto` of the proxy in front; only when every request comes through it.",
        "on",
    ),
    Setting(
        "TRACKSIDE_SESSION_HOURS",
        "a whole number from 1 to 8,760",
        "336",
        "How long a session lasts after signing in. Changing a password ends all other sessions at once.",
        "12",
    ),
    Setting(
        "TRACKSIDE_RUN_STARTS_PER_MINUTE",
        "a whole number from 0 to 1,000,000",
        "120",
        "How many runs one person may start in a minute, in the browser and by the API. 0: no limit.",
        "30",
    ),
    Setting(
        "TRACKSIDE_TOOL_MODULES",
        "a list of dotted module names",
        "none",
        "Modules with tools outside the installed apps.",
        "acme.tools,acme.more_tools",
    ),
    Setting(
        "TRACKSIDE_RETRY_BASE_SECONDS",
        "a number from 0.001 to 86,400",
        "0.5",
        "The pause before a failed call is made again; it doubles. A run keeps what held when it started.",
        "0.5",
    ),
    Setting(
        "TRACKSIDE_RETRY_CAP_SECONDS",
        "a number from 0.001 to 86,400",
        "60",
        "The longest such pause.",
        "60",
    ),
    Setting(
        "TRACKSIDE_MAX_PREDICATE_RERUNS",
        "a whole number from 0 to 100",
        "2",
        "How often a node runs again because its output misses its predicate.",
        "2",
    ),
    Setting(
        "TRACKSIDE_METRICS_TOKEN",
        "a secret of at least 32 characters",
        "none: `/metrics` answers this machine alone",
        "Who sends it as `Authorization: Bearer …` may read `/metrics`.",
        "$(openssl rand -hex 32)",
        secret=True,
    ),
    Setting(
        "TRACKSIDE_LOG",
        "json or text",
        "text on a terminal, else json",
        "How the log is written, to standard error: one JSON object a line, or a plain line.",
        "json",
    ),
    Setting(
        "TRACKSIDE_LOG_LEVEL",
        "debug, info, warning or error",
        "info of a server that writes JSON, else warning",
        "What is worth a line. Requests are, from info on.",
        "info",
    ),
    Setting("DEBUG", _ON_OFF, "off", "Error pages with details; never on a reachable server.", "on"),
)
KNOWN = {setting.name: setting for setting in SETTINGS}
# Read by the tests alone.
FOR_TESTS = frozenset({"TRACKSIDE_LAWS", "TRACKSIDE_RECORD", "TRACKSIDE_CORPUS", "TRACKSIDE_FUZZ"})


def unknown_settings(environment: Iterable[str]) -> Iterator[str]:
    """A sentence for each variable that looks like a setting of ours and is none."""
    known = [*KNOWN, *(f"{name}_FILE" for name in KNOWN)]
    for name in sorted(environment):
        if not name.startswith("TRACKSIDE_") or name in known or name in FOR_TESTS:
            continue
        # Without what they all begin with, which would make any two of them look alike.
        own = {found.removeprefix("TRACKSIDE_"): found for found in known}
        near = difflib.get_close_matches(name.removeprefix("TRACKSIDE_"), own, n=1, cutoff=0.6)
        hint = f" The nearest one is {own[near[0]]}." if near else ""
        yield f"{name} is set, and there is no such setting: it does nothing.{hint}"


def settings_page() -> Iterator[str]:
    """The lines of the reference page."""
    yield "# Settings\n"
    yield (
        "All come from the environment. For each name `X`, `X_FILE` may name a file that holds the value. An "
        "empty value counts as none. A wrong one stops every command with one line: its name, the shape that "
        "is expected and an example. A name in `TRACKSIDE_…` that is not listed is warned about.\n"
    )
    yield "| name | value | default | | for example |\n|---|---|---|---|---|"
    for setting in SETTINGS:
        value = f"{setting.shape} (a secret)" if setting.secret else setting.shape
        yield (
            f"| `{setting.name}` | {value} | {setting.default} | {setting.meaning} "
            f"| `{setting.name}={setting.example}` |"
        )
