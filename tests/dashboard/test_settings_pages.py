"""`/settings/…`"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client

from dashboard.version import VERSION
from orchestration.models import ApiToken
from orchestration.selectors.tokens import token_of
from orchestration.services.tokens import token_create
from tests.conftest import Person
from tests.dashboard.conftest import Enter

FORM = {"name": "CI", "scope": "read", "expires": "30"}


@pytest.fixture
def client(enter: Enter) -> Client:
    return enter("ada", "Admin")


def text_of(client: Client, address: str) -> str:
    page = client.get(address)
    assert page.status_code == 200
    return page.content.decode()


def test_everybody_has_settings_and_sees_what_they_may(enter: Enter) -> None:
    page = text_of(enter("vera", "Viewer"), "/settings/")
    assert 'href="/settings/" aria-current="page"' in page
    assert "Viewer" in page and "view graphs and runs" in page and VERSION in page
    assert "/settings/tokens/" not in page and "/admin/" not in page
    assert "/settings/tokens/" in text_of(enter("root", "Admin"), "/settings/")


def test_the_version_is_the_one_that_is_released() -> None:
    project = tomllib.loads((Path(__file__).parent.parent.parent / "pyproject.toml").read_text())
    assert project["project"]["version"] == VERSION


def test_the_theme_is_chosen_without_a_script(client: Client) -> None:
    answer = client.post("/account/theme/", {"theme": "dark", "next": "/settings/"})
    assert answer.headers["Location"] == "/settings/"
    assert 'value="dark" aria-pressed="true"' in text_of(client, "/settings/")


def test_a_secret_is_shown_once(client: Client) -> None:
    answer = client.post("/settings/tokens/", FORM)
    found = re.search(r'value="(ts_[\w-]+)"', answer.content.decode())
    assert found and answer.status_code == 201 and "no-store" in answer.headers["Cache-Control"]
    token = token_of(found[1])
    assert token is not None and (token.name, token.scope) == ("CI", "read")
    page = text_of(client, "/settings/tokens/")
    assert token.prefix in page and found[1] not in page


def test_sending_the_form_again_makes_no_second_token(client: Client) -> None:
    client.post("/settings/tokens/", FORM)
    page = client.post("/settings/tokens/", FORM)
    assert page.status_code == 422 and "There is a token called “CI”" in page.content.decode()
    assert ApiToken.objects.count() == 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"name": ""}, "This field is required"),
        ({"name": "a\u202eb"}, "1 to 80 characters"),
        ({"scope": "chosen"}, "Choose at least one"),
        ({"scope": "all"}, "Select a valid choice"),
        ({"scope": "chosen", "verbs": ["fly"]}, "Select a valid choice"),
        ({"expires": "tomorrow"}, "Select a valid choice"),
    ],
)
def test_what_is_wrong_stands_at_its_field(client: Client, change: dict[str, str], said: str) -> None:
    page = client.post("/settings/tokens/", FORM | change)
    assert page.status_code == 422 and said in page.content.decode()
    assert not ApiToken.objects.exists()


def test_chosen_verbs_and_no_end(client: Client) -> None:
    client.post(
        "/settings/tokens/", FORM | {"scope": "chosen", "verbs": ["start_run", "view"], "expires": ""}
    )
    token = ApiToken.objects.get()
    assert (token.scope, token.expires_at) == ("view start_run", None)
    assert "view graphs and runs; start runs" in text_of(client, "/settings/tokens/")


def test_revoking(client: Client) -> None:
    client.post("/settings/tokens/", FORM)
    token = ApiToken.objects.get()
    page = client.post(f"/settings/tokens/{token.pk}/revoke/", follow=True).content.decode()
    assert "“CI” is revoked" in page and "No token yet" in page
    token.refresh_from_db()
    assert token.revoked_at is not None


def test_administrators_see_and_revoke_everybodys(client: Client, person: Person) -> None:
    bob = person("bob", "Operator")
    token = token_create(owner=bob, name="of bob", actor=None).token
    assert "of bob" not in text_of(client, "/settings/tokens/")
    assert "of bob" in text_of(client, "/settings/tokens/?of=everybody")
    answer = client.post(f"/settings/tokens/{token.pk}/revoke/")
    assert answer.headers["Location"] == "/settings/tokens/?of=everybody"
    token.refresh_from_db()
    assert token.revoked_at is not None


def test_others_are_turned_away(enter: Enter, person: Person) -> None:
    client = enter("op", "Operator")
    token = token_create(owner=User.objects.get(username="op"), name="mine", actor=None).token
    assert client.get("/settings/tokens/").status_code == 403
    assert client.post("/settings/tokens/", FORM).status_code == 403
    assert client.post(f"/settings/tokens/{token.pk}/revoke/").status_code == 403


def test_a_name_is_text(client: Client) -> None:
    client.post("/settings/tokens/", FORM | {"name": "<script>alert(1)</script>"})
    page = text_of(client, "/settings/tokens/")
    assert "<script>alert" not in page and "&lt;script&gt;alert" in page
