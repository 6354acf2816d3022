"""Headers, cookies and settings that keep others out."""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from dashboard.environment import SettingRefused, folder
from dashboard.signin import signin_link_create
from orchestration.models import Approval
from tests.conftest import Person
from tests.dashboard.conftest import Enter

ROOT = Path(__file__).parent.parent.parent


def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def settings_with(**environment: str) -> dict[str, Any]:
    """The settings as a process with this environment reads them. Raises SettingRefused."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("DATABASE_URL", "PORT"):
            patch.delenv(name, raising=False)
        for name, value in environment.items():
            patch.setenv(name, value)
        found = runpy.run_path(str(ROOT / "dashboard" / "settings.py"))
    # Formatters are objects that equal nothing but themselves; test_logs.py looks at them.
    return {name: value for name, value in found.items() if name.isupper() and name != "LOGGING"}


def test_the_policy_allows_no_inline_script_and_no_eval(enter: Enter, approval: Approval) -> None:
    client = enter("ada", "Admin")
    for address in ("/", "/runs/", f"/runs/{approval.run_id}/", f"/approvals/{approval.pk}/", "/nothing/"):
        page = client.get(address)
        policy = dict(rule.split(" ", 1) for rule in page.headers["Content-Security-Policy"].split("; "))
        assert policy["script-src"] == "'self'"
        assert re.fullmatch(r"'self' 'nonce-[\w+/=]+'", policy["style-src-elem"])
        assert policy["frame-ancestors"] == policy["object-src"] == "'none'"
        text = page.content.decode()
        assert not re.search(r"<script(?![^>]*\bsrc=)", text)
        assert not re.search(r"\son\w+=", text)
        nonces = set(re.findall(r'<style nonce="([^"]+)"', text))
        assert nonces <= {policy["style-src-elem"].split("nonce-")[1].rstrip("'")}


def test_headers_and_cookies(person: Person) -> None:
    client = Client()
    client.post(signin_link_create(person("ada", "Viewer")))
    page = client.get("/")
    assert page.headers["X-Frame-Options"] == "DENY"
    assert page.headers["X-Content-Type-Options"] == "nosniff"
    assert page.headers["Referrer-Policy"] == "same-origin"
    for cookie in client.cookies.values():
        assert cookie["httponly"] and cookie["samesite"] == "Lax"


def test_away_from_localhost_everything_is_https(tmp_path: Path) -> None:
    result = manage(
        "check",
        "--deploy",
        "--fail-level=WARNING",
        "--tag=security",
        ALLOWED_HOSTS="trackside.example.org",
        TRACKSIDE_DATA=str(tmp_path),
    )
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("ALLOWED_HOSTS", "http://foo/", "ALLOWED_HOSTS=trackside.example.org"),
        ("ALLOWED_HOSTS", "foo:8000", "ALLOWED_HOSTS=trackside.example.org"),
        ("ALLOWED_HOSTS", ",", "ALLOWED_HOSTS=trackside.example.org"),
        ("DATABASE_URL", "nonsense", "DATABASE_URL=postgres://"),
        ("DATABASE_URL", "mysql://user@localhost/trackside", "DATABASE_URL=postgres://"),
        ("DATABASE_URL", "postgres://localhost", "DATABASE_URL=postgres://"),
        ("DATABASE_URL", "postgres://localhost:many/trackside", "DATABASE_URL=postgres://"),
        ("DATABASE_URL", "sqlite:////nope/db.sqlite3", "DATABASE_URL=sqlite:////srv/"),
        ("DATABASE_URL_FILE", "/nope", "DATABASE_URL_FILE=/nope cannot be read"),
        ("DEBUG", "maybe", "DEBUG=on"),
        ("PORT", "abc", "PORT=8000"),
        ("PORT", "-5", "PORT=8000"),
        ("PORT", "99999", "PORT=8000"),
        ("SECRET_KEY", "x", "SECRET_KEY=$("),
        ("SECRET_KEY", "x" * 60, "SECRET_KEY=$("),
        ("SECRET_KEY_FILE", "/nope", "SECRET_KEY_FILE=/nope cannot be read"),
        ("TRACKSIDE_DATA", __file__, "TRACKSIDE_DATA=/"),
        ("TRACKSIDE_DATA", "/dev/null/nope", "TRACKSIDE_DATA=/"),
        ("TRACKSIDE_HTTPS", "perhaps", "TRACKSIDE_HTTPS=on"),
        ("TRUSTED_ORIGINS", "trackside.example.org", "TRUSTED_ORIGINS=https://"),
        ("TRUSTED_ORIGINS", "https://trackside.example.org/", "TRUSTED_ORIGINS=https://"),
        ("TRUSTED_ORIGINS", "https://", "TRUSTED_ORIGINS=https://"),
        ("TRUSTED_ORIGINS", "https://[foo", "TRUSTED_ORIGINS=https://"),
    ],
)
def test_a_wrong_setting_is_refused_with_an_example(tmp_path: Path, name: str, value: str, said: str) -> None:
    with pytest.raises(SettingRefused) as refused:
        settings_with(**{"TRACKSIDE_DATA": str(tmp_path), name: value})
    (line,) = str(refused.value).splitlines()
    assert line.startswith(name)
    assert said in line


@pytest.mark.parametrize("command", [["serve"], ["help"], ["graph_validate", "-", "--json"]])
def test_every_command_refuses_a_wrong_setting_in_one_line(tmp_path: Path, command: list[str]) -> None:
    result = manage(*command, PORT="abc", TRACKSIDE_DATA=str(tmp_path))
    assert (result.returncode, result.stdout) == (1, "")
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("port", ["-5", "99999"])
def test_a_wrong_port_on_the_command_line_is_one_line(tmp_path: Path, port: str) -> None:
    result = manage("serve", "--port", port, TRACKSIDE_DATA=str(tmp_path))
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.splitlines() == [
        "CommandError: --port is not a port number from 1 to 65535. For example: --port 8000"
    ]


@pytest.mark.parametrize(
    "name",
    ["ALLOWED_HOSTS", "TRUSTED_ORIGINS", "DEBUG", "TRACKSIDE_HTTPS", "PORT", "DATABASE_URL", "SECRET_KEY"],
)
def test_an_empty_variable_is_one_that_is_not_set(tmp_path: Path, name: str) -> None:
    without = settings_with(TRACKSIDE_DATA=str(tmp_path))
    assert settings_with(TRACKSIDE_DATA=str(tmp_path), **{name: ""}) == without


def test_an_empty_data_folder_is_the_usual_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRACKSIDE_DATA", "")
    assert folder("TRACKSIDE_DATA", default=tmp_path / "var") == tmp_path / "var"


PUBLIC = {"ALLOWED_HOSTS": "trackside.example.org", "TRUSTED_ORIGINS": "https://trackside.example.org"}


@pytest.mark.parametrize(
    ("environment", "address", "https"),
    [
        ({}, None, False),
        (PUBLIC, "https://trackside.example.org", True),
        ({"ALLOWED_HOSTS": "trackside.example.org"}, "https://trackside.example.org", True),
        ({"ALLOWED_HOSTS": "*"}, None, True),
        ({"ALLOWED_HOSTS": ".example.org", "TRUSTED_ORIGINS": "https://*.example.org"}, None, True),
        ({"ALLOWED_HOSTS": "trackside.lan", "TRACKSIDE_HTTPS": "off"}, None, False),
    ],
)
def test_https_and_the_proxy_go_together(
    tmp_path: Path, environment: dict[str, str], address: str | None, https: bool
) -> None:
    found = settings_with(TRACKSIDE_DATA=str(tmp_path), **environment)
    assert (found["PUBLIC_ADDRESS"], found["SECURE_SSL_REDIRECT"]) == (address, https)
    assert (found["SECURE_PROXY_SSL_HEADER"] is not None) == https
    assert {"localhost", "127.0.0.1"} <= set(found["ALLOWED_HOSTS"])
    assert not found["SECURE_HSTS_INCLUDE_SUBDOMAINS"]


def test_https_without_its_proxy_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingRefused, match="TRACKSIDE_BEHIND_PROXY=on"):
        settings_with(TRACKSIDE_DATA=str(tmp_path), TRACKSIDE_BEHIND_PROXY="off", **PUBLIC)


def test_a_page_behind_the_proxy_is_no_redirect(db: None, settings: Any, tmp_path: Path) -> None:
    for name, value in settings_with(TRACKSIDE_DATA=str(tmp_path), **PUBLIC).items():
        if name.startswith("SECURE_") or name == "ALLOWED_HOSTS":
            setattr(settings, name, value)
    client = Client(headers={"Host": "trackside.example.org"})
    page = client.get("/signin/", headers={"X-Forwarded-Proto": "https"})
    assert page.status_code == 200
    assert page.headers["Strict-Transport-Security"] == f"max-age={365 * 24 * 3600}"
    assert client.get("/signin/").headers["Location"] == "https://trackside.example.org/signin/"


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_health_is_told_under_any_host(db: None, settings: Any, path: str) -> None:
    settings.SECURE_SSL_REDIRECT = True
    page = Client(headers={"Host": "10.1.2.3:8000"}).get(path)
    assert page.headers["Content-Type"] == "application/json"


@pytest.mark.parametrize(
    ("public", "https", "begins"),
    [
        (None, False, "http://localhost:8000/signin/"),
        ("https://trackside.example.org", True, "https://trackside.example.org/signin/"),
        (None, True, "/signin/"),
    ],
)
def test_a_link_says_where(
    person: Person,
    settings: Any,
    capsys: pytest.CaptureFixture[str],
    public: str | None,
    https: bool,
    begins: str,
) -> None:
    person("ada")
    settings.PUBLIC_ADDRESS, settings.HTTPS, settings.PORT = public, https, 8000
    call_command("signin_link", "ada")
    out, err = capsys.readouterr()
    assert out.startswith(begins)
    assert bool(err) == begins.startswith("/")


def test_a_link_on_an_empty_folder_is_refused_in_words(tmp_path: Path) -> None:
    result = manage("signin_link", "nobody", TRACKSIDE_DATA=str(tmp_path), DATABASE_URL="")
    assert result.returncode == 1
    assert result.stderr.splitlines() == ["There is no active user “nobody”."]


def test_a_secret_can_come_from_a_file(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("a long secret that comes from a file\n")
    code = "from django.conf import settings; print(settings.SECRET_KEY)"
    result = manage(
        "shell", "--no-imports", "-c", code, SECRET_KEY_FILE=str(secret), TRACKSIDE_DATA=str(tmp_path)
    )
    assert result.stdout.strip() == "a long secret that comes from a file", result.stderr


def test_what_is_made_is_for_its_owner_alone(tmp_path: Path) -> None:
    data = tmp_path / "data"
    settings_with(TRACKSIDE_DATA=str(data))
    for made in (data, data / "secret_key", data / "trackside.sqlite3"):
        assert made.stat().st_mode & 0o077 == 0
