"""Ways in and out."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from dashboard.models import SigninLink
from dashboard.signin import FAILURES_ALLOWED, signin_link_create
from tests.conftest import Person
from tests.dashboard.conftest import Enter

PASSWORD = "correct horse battery staple"


@pytest.fixture
def ada(person: Person) -> User:
    return person("ada", "Viewer")


def signed_in(client: Client) -> bool:
    return client.get("/").status_code == 200


# ── one-time links ──────────────────────────────────────────────────────────────────────────


def test_looking_at_a_link_changes_nothing(ada: User) -> None:
    path, client = signin_link_create(ada), Client()
    for _ in range(3):  # previews and scanners follow links
        page = client.get(path)
        assert page.status_code == 200 and b"<button" in page.content
    assert not signed_in(client)
    assert client.post(path).headers["Location"] == "/"
    assert signed_in(client)


def test_a_link_works_once(ada: User) -> None:
    path = signin_link_create(ada)
    Client().post(path)
    late = Client()
    assert late.get(path).status_code == 410
    assert late.post(path).status_code == 410
    assert not signed_in(late)


def test_a_link_gets_old(ada: User) -> None:
    path = signin_link_create(ada)
    SigninLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert Client().post(path).status_code == 410


def test_the_first_starts_link_lasts_until_the_next_start(ada: User) -> None:
    first = signin_link_create(ada, minutes=None)
    assert Client().get(first).status_code == 200
    second = signin_link_create(ada, minutes=None)
    assert Client().post(first).status_code == 410
    assert Client().post(second).status_code == 302


def test_a_link_of_somebody_who_was_locked_out_is_worth_nothing(ada: User) -> None:
    path = signin_link_create(ada)
    User.objects.update(is_active=False)
    assert Client().post(path).status_code == 410


def test_the_secret_is_not_kept(ada: User) -> None:
    secret = signin_link_create(ada).rstrip("/").rsplit("/", 1)[-1]
    assert secret not in str(SigninLink.objects.values_list())


def test_the_session_key_changes_at_sign_in(ada: User) -> None:
    client = Client()
    client.session["x"] = 1
    before = client.session.session_key
    client.post(signin_link_create(ada))
    assert client.session.session_key != before


def test_the_command_prints_a_link(ada: User) -> None:
    out = StringIO()
    call_command("signin_link", "ada", stdout=out)
    assert Client().post(out.getvalue().strip()).headers["Location"] == "/"
    said = StringIO()
    with pytest.raises(SystemExit):
        call_command("signin_link", "nobody", stderr=said)
    assert "no active user" in said.getvalue()


# ── passwords ───────────────────────────────────────────────────────────────────────────────


def test_password(ada: User) -> None:
    ada.set_password(PASSWORD)
    ada.save()
    client = Client()
    page = client.post("/signin/", {"username": "ada", "password": "wrong"})
    assert page.status_code == 422
    page = client.post("/signin/", {"username": "ada", "password": PASSWORD, "next": "/approvals/"})
    assert page.headers["Location"] == "/approvals/"


@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example", "javascript:alert(1)", ""])
def test_next_never_leaves_the_site(ada: User, target: str) -> None:
    ada.set_password(PASSWORD)
    ada.save()
    page = Client().post("/signin/", {"username": "ada", "password": PASSWORD, "next": target})
    assert page.headers["Location"] == "/"


def test_guessing_is_slowed_down_for_this_name_and_address_only(ada: User) -> None:
    ada.set_password(PASSWORD)
    ada.save()
    for _ in range(FAILURES_ALLOWED):
        Client().post("/signin/", {"username": "ada", "password": "wrong"})
    right = {"username": "ada", "password": PASSWORD}
    assert Client().post("/signin/", right).status_code == 429
    assert Client(REMOTE_ADDR="10.0.0.9").post("/signin/", right).status_code == 302


def test_setting_a_first_password_keeps_this_session_and_ends_others(ada: User) -> None:
    ada.set_unusable_password()
    ada.save()
    here, elsewhere = Client(), Client()
    here.post(signin_link_create(ada))
    elsewhere.post(signin_link_create(ada))
    assert b"Set a password" in here.get("/").content
    page = here.post("/account/password/", {"new_password1": PASSWORD, "new_password2": PASSWORD})
    assert page.status_code == 302
    assert signed_in(here) and not signed_in(elsewhere)
    ada.refresh_from_db()
    assert ada.password.startswith("argon2")


def test_changing_the_password_ends_all_other_sessions(ada: User) -> None:
    ada.set_password(PASSWORD)
    ada.save()
    here, elsewhere = Client(), Client()
    for client in (here, elsewhere):
        client.post("/signin/", {"username": "ada", "password": PASSWORD})
    before = here.session.session_key
    new = PASSWORD + " anew"
    form = {"old_password": PASSWORD, "new_password1": new, "new_password2": new}
    assert here.post("/account/password/", form).status_code == 302
    assert signed_in(here) and not signed_in(elsewhere)
    assert here.session.session_key != before


def test_a_session_ends_after_the_hours_that_were_set(ada: User, settings: Any) -> None:
    settings.SESSION_COOKIE_AGE = 3600
    client = Client()
    page = client.post(signin_link_create(ada))
    assert page.cookies["trackside_session"]["max-age"] == 3600
    Session.objects.update(expire_date=timezone.now())
    assert not signed_in(client)


def test_a_weak_password_is_refused(enter: Enter) -> None:
    page = enter("ada").post("/account/password/", {"new_password1": "short", "new_password2": "short"})
    assert page.status_code == 422


def test_sign_out_needs_a_post(enter: Enter) -> None:
    client = enter("ada", "Viewer")
    assert client.get("/signout/").status_code == 405
    client.post("/signout/")
    assert not signed_in(client)


# ── the theme ───────────────────────────────────────────────────────────────────────────────


def test_theme_follows_the_system_until_chosen(enter: Enter) -> None:
    client = enter("ada", "Viewer")
    assert b'data-theme="system"' in client.get("/").content
    assert client.post("/account/theme/", {"theme": "dark", "next": "/runs/"}).headers["Location"] == "/runs/"
    assert b'data-theme="dark"' in client.get("/").content
    client.post("/account/theme/", {"theme": "<script>"})
    assert b'data-theme="dark"' in client.get("/").content
