"""What strangers wrote, on the pages of tokens and of the audit and in the audit's file: text, as it is."""

from __future__ import annotations

import csv
import io
from html import escape

import pytest
from django.contrib.auth.models import User
from django.test import Client

from orchestration.models import AuditEntry
from orchestration.services.new_graphs import graph_create
from orchestration.services.tokens import token_create
from tests.conftest import Person
from tests.dashboard.conftest import Enter

TOKENS, AUDIT = "/settings/tokens/?of=everybody", "/settings/audit/"
CSV = "/settings/audit/export.csv"
SCRIPT, IMAGE, TURN = "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "pay\u202e001\u2069"
FORMULA = '=HYPERLINK("http://x")'
FOREIGN = [SCRIPT, IMAGE, TURN]


@pytest.fixture
def client(enter: Enter) -> Client:
    return enter("ada", "Admin")


def written(text: str) -> str:
    """As a page shows it: escaped, its direction marks as six characters each."""
    return escape(text).replace("\u202e", "\\u202E").replace("\u2069", "\\u2069")


def is_text(client: Client, address: str, text: str) -> None:
    page = client.get(address).content.decode()
    table = page.partition("<tbody>")[2]
    assert written(text) in table
    # What the audit's filter suggests is sent back as it is, direction marks too.
    assert text not in (table if escape(text) == text else page)


def cells(client: Client, verb: str) -> dict[str, str]:
    """The newest entry of the verb."""
    file = client.get(f"{CSV}?verb={verb}").getvalue().decode()
    return next(csv.DictReader(io.StringIO(file, newline="")))


@pytest.mark.parametrize("text", [SCRIPT, IMAGE])
def test_a_token(client: Client, text: str) -> None:
    client.post("/settings/tokens/", {"name": text, "scope": "read", "expires": "30"})
    is_text(client, TOKENS, text)
    is_text(client, f"{AUDIT}?verb=token", text)
    assert cells(client, "token.create")["object_label"] == text


@pytest.mark.parametrize("text", FOREIGN)
def test_the_owner_of_a_token(client: Client, person: Person, text: str) -> None:
    bob = person("bob", "Admin")
    User.objects.filter(pk=bob.pk).update(first_name=text)
    bob.refresh_from_db()
    token_create(owner=bob, name="nightly", actor=bob)
    is_text(client, TOKENS, text)


@pytest.mark.parametrize("text", FOREIGN)
def test_a_graph(client: Client, admin: User, text: str) -> None:
    graph_create(name=text, actor=admin)
    is_text(client, f"{AUDIT}?verb=graph", text)
    assert cells(client, "graph.create")["object_label"] == text


# Only a command line makes names like these; forms refuse them.
@pytest.mark.parametrize("text", FOREIGN)
def test_an_account(client: Client, person: Person, text: str) -> None:
    graph_create(name="Report", actor=person(text, "Editor"))
    is_text(client, f"{AUDIT}?verb=graph", text)
    assert cells(client, "graph.create")["actor"] == text


@pytest.mark.parametrize("text", FOREIGN)
def test_a_sign_in_that_failed(client: Client, person: Person, text: str) -> None:
    def guess() -> None:
        Client().post("/signin/", {"username": text, "password": "wrong"})

    guess()
    assert written(text) not in client.get(f"{AUDIT}?verb=account.signin_failed").content.decode()
    person(text)
    guess()
    is_text(client, f"{AUDIT}?verb=account.signin_failed", text)
    assert cells(client, "account.signin_failed")["object_label"] == text


def test_no_name_is_a_formula_in_the_file(client: Client, person: Person) -> None:
    mallory = person(FORMULA, "Admin")
    made = token_create(owner=mallory, name=FORMULA, scope="everything", actor=mallory)
    program = Client(headers={"Authorization": f"Bearer {made.secret}"})
    answer = program.post("/api/graphs/", {"name": FORMULA}, content_type="application/json")
    assert answer.status_code == 201, answer.content
    assert AuditEntry.objects.latest("id").token == FORMULA
    row = cells(client, "graph.create")
    assert row["actor"] == row["token"] == row["object_label"] == f"'{FORMULA}"
