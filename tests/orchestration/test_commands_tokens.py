"""`manage.py token_create`."""

from __future__ import annotations

import pytest

from orchestration.selectors.tokens import token_of
from tests.conftest import Person
from tests.orchestration.commands import manage

pytestmark = pytest.mark.django_db


def test_a_script_is_given_a_token(person: Person) -> None:
    person("robot", "Operator")
    made = manage("token_create", "robot", "--name", "cron", "--scope", "start_run view", "--json").json
    assert (made["token"]["scope"], made["token"]["expires_at"]) == ("view start_run", None)
    found = token_of(made["secret"])
    assert found is not None and found.owner.username == "robot"


def test_for_people_the_secret_alone_is_printed(person: Person) -> None:
    person("robot")
    out = manage("token_create", "robot", "--name", "cron", "--expires-days", "7").out
    found = token_of(out.strip())
    assert found is not None and found.scope == "read" and found.expires_at is not None


def test_what_is_refused(person: Person) -> None:
    person("robot")
    manage("token_create", "robot", "--name", "cron")
    for arguments, code in (
        (("nobody", "--name", "x"), "not_found"),
        (("robot", "--name", "cron"), "token_exists"),
        (("robot", "--name", "x", "--scope", "all"), "invalid_token"),
        (("robot", "--name", "x", "--expires-days", "0"), "invalid_token"),
    ):
        outcome = manage("token_create", *arguments, "--json")
        assert (outcome.code, outcome.json["error"]["code"]) == (1, code)
