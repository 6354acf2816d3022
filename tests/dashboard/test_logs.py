"""The log: one line an event that a machine can read, and nothing in it that should not be."""

from __future__ import annotations

import io
import json
import logging
import logging.config
import os
import pty
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from structlog.contextvars import bound_contextvars

from dashboard.signin import signin_link_create
from dashboard.watching.logs import configuration
from tests.conftest import Person
from tests.dashboard.conftest import Enter
from tests.dashboard.test_security import ROOT, manage

SECRET = "hunter2-hunter2-hunter2"
Lines = Callable[[], list[dict[str, Any]]]


@contextmanager
def written(form: str = "json", level: str = "info") -> Iterator[io.StringIO]:
    """What is logged meanwhile, as the settings would write it."""
    config = configuration(form, level, [SECRET])
    formatter = config["formatters"]["line"]
    made = formatter.pop("()")(**formatter)
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(made)
    root, ours = logging.getLogger(), logging.getLogger("dashboard")
    root.addHandler(handler)
    before = ours.level
    ours.setLevel(level.upper())
    try:
        yield stream
    finally:
        root.removeHandler(handler)
        ours.setLevel(before)


@pytest.fixture
def lines() -> Iterator[Lines]:
    with written() as stream:
        yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]


def accesses(lines: Lines) -> list[dict[str, Any]]:
    return [line for line in lines() if line["event"] == "request"]


# ── requests ────────────────────────────────────────────────────────────────────────────────


def test_a_request_is_one_line_with_its_id_its_user_and_its_duration(person: Person, lines: Lines) -> None:
    ada = person("ada", "Viewer")
    client = Client()
    client.force_login(ada)
    page = client.get("/runs/?q=private", headers={"X-Request-ID": "proxy-7"})
    (line,) = accesses(lines)
    assert (line["request"], page.headers["X-Request-ID"]) == ("proxy-7", "proxy-7")
    assert (line["user"], line["method"], line["path"], line["view"]) == (ada.pk, "GET", "/runs/", "runs")
    assert (line["status"], line["level"]) == (200, "info")
    assert line["ms"] > 0
    assert line["time"].endswith("Z")
    assert "private" not in json.dumps(line)


@pytest.mark.parametrize("sent", ["", "x" * 65, "a b", "ü", "a\tb", '"}', "<b>"])
def test_an_id_that_is_none_is_replaced(db: None, lines: Lines, sent: str) -> None:
    page = Client().get("/signin/", headers={"X-Request-ID": sent})
    (line,) = accesses(lines)
    assert line["request"] == page.headers["X-Request-ID"] != sent
    assert len(line["request"]) == 32


def test_health_metrics_and_signin_secrets_stay_out(person: Person, lines: Lines) -> None:
    for address in ("/healthz", "/readyz", "/metrics"):
        Client().get(address, headers={"Host": "localhost"})
    assert not accesses(lines)
    link = signin_link_create(person("ada"))
    Client().post(link)
    (line,) = accesses(lines)
    assert link.split("/")[2] not in json.dumps(line)


def test_lines_of_a_request_carry_its_id_and_user_and_those_after_it_do_not(
    enter: Enter, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = enter("ada", "Viewer")
    monkeypatch.setattr("dashboard.views.runs.page_query", lambda request: 1 / 0)
    client.raise_request_exception = False
    page = client.get("/runs/", headers={"X-Request-ID": "one"})
    assert page.status_code == 500
    fault = next(line for line in lines() if "exception" in line)
    assert (fault["level"], fault["request"]) == ("error", "one")
    assert "user" in fault and "ZeroDivisionError" in fault["exception"]
    logging.getLogger("dashboard").warning("later")
    assert "request" not in lines()[-1]


# ── what nobody may forge or read ───────────────────────────────────────────────────────────

FORGED = 'x\n{"time": "now", "event": "forged"}\r\x1b[2K\u2028\u202e<b>'


@pytest.mark.parametrize("form", ["json", "text"])
def test_a_title_cannot_forge_a_line(form: str) -> None:
    with written(form) as stream:
        logger = logging.getLogger("dashboard.test")
        with bound_contextvars(run=7, node=FORGED):
            logger.warning("About %s", FORGED, extra={"title": FORGED})
    text = stream.getvalue()
    assert text.count("\n") == 1 and len(text.splitlines()) == 1
    assert text.rstrip("\n").isprintable()


@pytest.mark.parametrize("form", ["json", "text"])
def test_no_secret_gets_into_a_line(form: str) -> None:
    with written(form) as stream:
        logger = logging.getLogger("dashboard.test")
        try:
            raise ValueError(f"cannot reach redis://:{SECRET}@localhost")
        except ValueError:
            logger.exception("It said %s", SECRET, extra={"address": SECRET})
    assert SECRET not in stream.getvalue()
    assert stream.getvalue().count("[secret]") >= 3
    assert "ValueError" in stream.getvalue()


# ── the process ─────────────────────────────────────────────────────────────────────────────

SAY = "import logging; logging.getLogger('dashboard').warning('hello')"


def test_into_a_pipe_it_is_json(tmp_path: Path) -> None:
    result = manage("shell", "--no-imports", "-c", SAY, TRACKSIDE_DATA=str(tmp_path))
    (line,) = result.stderr.splitlines()
    assert json.loads(line)["event"] == "hello"


def test_on_a_terminal_it_is_text(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    subprocess.run(
        [sys.executable, "manage.py", "shell", "--no-imports", "-c", SAY],
        cwd=ROOT,
        env={**os.environ, "TRACKSIDE_DATA": str(tmp_path)},
        stderr=theirs,
        check=True,
    )
    os.close(theirs)
    text = os.read(ours, 10_000).decode()
    os.close(ours)
    assert "WARNING hello" in text
