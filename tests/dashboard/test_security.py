"""Headers, cookies and settings that keep others out."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

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
        capture_output=True,
        text=True,
        check=False,
    )


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
        ("DEBUG", "maybe", "DEBUG=on"),
        ("DATABASE_URL", "nonsense", "DATABASE_URL=postgres://"),
        ("TRUSTED_ORIGINS", "trackside.example.org", "TRUSTED_ORIGINS=https://"),
    ],
)
def test_a_wrong_setting_stops_the_start_with_an_example(
    tmp_path: Path, name: str, value: str, said: str
) -> None:
    result = manage("check", **{name: value}, TRACKSIDE_DATA=str(tmp_path))
    assert result.returncode != 0
    assert said in result.stderr


def test_a_secret_can_come_from_a_file(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("from a file")
    code = "from django.conf import settings; print(settings.SECRET_KEY)"
    result = manage(
        "shell", "--no-imports", "-c", code, SECRET_KEY_FILE=str(secret), TRACKSIDE_DATA=str(tmp_path)
    )
    assert result.stdout.strip() == "from a file", result.stderr


def test_the_made_key_is_for_its_owner_alone(tmp_path: Path) -> None:
    manage("check", TRACKSIDE_DATA=str(tmp_path))
    assert (tmp_path / "secret_key").stat().st_mode & 0o077 == 0
