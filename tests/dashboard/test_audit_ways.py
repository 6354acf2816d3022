"""What is audited outside of the services, and where people came from."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.core.management import call_command
from django.test import Client, RequestFactory
from django.urls import reverse

from dashboard.origins import client_address
from dashboard.signin import FAILURES_ALLOWED, signin_link_create
from dashboard.signin_audit import FAILURES_KEPT
from orchestration.models import AuditEntry, Run
from tests.conftest import Person
from tests.dashboard.conftest import Enter

PASSWORD = "correct horse battery staple"

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada(person: Person) -> User:
    user = person("ada", "Operator")
    user.set_password(PASSWORD)
    user.save()
    return user


@pytest.fixture
def keeper(person: Person) -> Client:
    """A superuser in the admin."""
    user = person("keeper")
    user.is_staff = user.is_superuser = True
    user.save()
    client = Client()
    client.force_login(user)
    return client


def last() -> AuditEntry:
    return AuditEntry.objects.latest("id")


def guess(username: str, password: str = "wrong", **headers: str) -> int:  # noqa: S107
    return Client().post("/signin/", {"username": username, "password": password}, **headers).status_code  # type: ignore[arg-type]


# ── in and out ──


def test_in_by_password_and_out(ada: User) -> None:
    client = Client()
    client.post("/signin/", {"username": "ada", "password": PASSWORD}, REMOTE_ADDR="203.0.113.7")
    entry = last()
    assert (entry.verb, entry.actor_name, entry.via) == ("account.signin", "ada", "page")
    assert entry.address == "203.0.113.7"
    client.post("/signout/")
    assert (last().verb, last().actor_name) == ("account.signout", "ada")


def test_in_by_a_link_that_somebody_with_a_shell_made(ada: User) -> None:
    path = signin_link_create(ada)
    assert (last().verb, last().via, last().label) == ("account.link", "command line", "ada")
    Client().post(path)
    assert (last().verb, last().via) == ("account.signin", "link")


def test_a_wrong_password_names_the_account_and_nobody(ada: User) -> None:
    guess("ada")
    entry = last()
    assert (entry.verb, entry.actor_id, entry.actor_name) == ("account.signin_failed", None, "unknown")
    assert (entry.label, entry.refused) == ("ada", False)


def test_a_password_typed_as_a_name_is_not_kept(ada: User) -> None:
    guess(PASSWORD)
    entry = last()
    assert entry.verb == "account.signin_failed"
    assert PASSWORD not in str({name: str(value) for name, value in vars(entry).items()})


def test_the_brake_is_kept_too(ada: User) -> None:
    for _ in range(FAILURES_ALLOWED):
        guess("ada")
    assert guess("ada", PASSWORD) == 429
    assert (last().verb, last().refused) == ("account.signin_failed", True)


def test_one_address_does_not_fill_the_audit(ada: User) -> None:
    for number in range(FAILURES_KEPT + 3):
        guess(f"name-{number}")
    assert AuditEntry.objects.count() == FAILURES_KEPT
    guess("ada", REMOTE_ADDR="203.0.113.8")
    assert AuditEntry.objects.count() == FAILURES_KEPT + 1


def test_a_new_password(ada: User) -> None:
    client = Client()
    client.force_login(ada)
    new = "another horse battery staple"
    client.post("/account/password/", {"old_password": PASSWORD, "new_password1": new, "new_password2": new})
    assert (last().verb, last().label) == ("account.password", "ada")
    assert last().detail == {}


# ── people and groups ──


def test_people_and_groups_in_the_admin(keeper: Client, ada: User) -> None:
    group = Group.objects.get(name="Approver")
    body: dict[str, Any] = {
        "username": "ada",
        "is_active": "on",
        "groups": [group.pk],
        "date_joined_0": "2026-01-01",
        "date_joined_1": "00:00:00",
    }
    keeper.post(reverse("admin:auth_user_change", args=[ada.pk]), body)
    entry = last()
    assert (entry.verb, entry.actor_name, entry.via) == ("people.change", "keeper", "admin")
    assert (entry.label, entry.detail["did"], entry.detail["groups"]) == ("ada", "change", ["Approver"])
    assert "Groups" in entry.detail["fields"]
    keeper.post(reverse("admin:auth_group_add"), {"name": "Night shift"})
    assert (last().kind, last().label, last().detail["did"]) == ("group", "Night shift", "add")


def test_somebody_elses_password(keeper: Client, ada: User) -> None:
    new = "another horse battery staple"
    body = {"password1": new, "password2": new, "usable_password": "true"}
    keeper.post(reverse("admin:auth_user_password_change", args=[ada.pk]), body)
    assert (last().verb, last().label) == ("people.change", "ada")
    assert new not in str(last().detail)


@pytest.mark.parametrize("many", [False, True])
def test_removed_people_stay_in_the_audit(keeper: Client, ada: User, many: bool) -> None:
    if many:
        body = {"action": "delete_selected", "_selected_action": [ada.pk], "post": "yes"}
        keeper.post(reverse("admin:auth_user_changelist"), body)
    else:
        keeper.post(reverse("admin:auth_user_delete", args=[ada.pk]), {"post": "yes"})
    assert not User.objects.filter(username="ada").exists()
    assert (last().label, last().detail["did"]) == ("ada", "remove")


# ── ways ──


def test_the_way_is_the_one_that_was_taken(enter: Enter, run: Run) -> None:
    client = enter("op", "Operator")
    client.post(f"/runs/{run.pk}/pause/")
    assert last().via == "page"
    client.post(f"/api/runs/{run.pk}/continue/", {}, content_type="application/json")
    assert last().via == "api"
    call_command("run_start", "refund", "--input", '{"amount": 1}')
    assert (last().verb, last().via, last().actor_name) == ("run.start", "command line", "command line")


@pytest.mark.parametrize(
    ("behind_proxy", "forwarded", "direct", "address"),
    [
        (False, "198.51.100.1", "203.0.113.7", "203.0.113.7"),
        (True, "198.51.100.1", "127.0.0.1", "198.51.100.1"),
        (True, "10.9.9.9, 198.51.100.1", "127.0.0.1", "198.51.100.1"),
        (True, "198.51.100.1:4711", "127.0.0.1", "198.51.100.1"),
        (True, "[2001:db8::1]:4711", "127.0.0.1", "2001:db8::1"),
        (True, "2001:db8::1", "127.0.0.1", "2001:db8::1"),
        (True, "<script>", "127.0.0.1", "127.0.0.1"),
        (True, "", "127.0.0.1", "127.0.0.1"),
        (False, "", "", ""),
    ],
)
def test_the_address_is_the_one_that_can_be_believed(
    settings: Any, behind_proxy: bool, forwarded: str, direct: str, address: str
) -> None:
    settings.BEHIND_PROXY = behind_proxy
    request = RequestFactory().get("/", REMOTE_ADDR=direct, headers={"X-Forwarded-For": forwarded})
    assert client_address(request) == address
