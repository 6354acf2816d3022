"""The admin: where people and groups are kept, and where what happened can only be looked at."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse

from tests.conftest import Person
from tests.dashboard.conftest import Enter

pytestmark = pytest.mark.django_db


@pytest.fixture
def keeper(person: Person) -> Client:
    """A client that is signed in as a superuser."""
    user = person("keeper")
    user.is_staff = user.is_superuser = True
    user.save()
    client = Client()
    client.force_login(user)
    return client


def test_a_person_is_added_and_put_into_a_group(keeper: Client) -> None:
    answer = keeper.post(
        reverse("admin:auth_user_add"),
        {"username": "ada", "usable_password": "false", "password1": "", "password2": ""},
    )
    ada = User.objects.get(username="ada")
    assert answer.status_code == 302
    group = Group.objects.get(name="Approver")
    keeper.post(
        reverse("admin:auth_user_change", args=[ada.pk]),
        {
            "username": "ada",
            "is_active": "on",
            "groups": [group.pk],
            "date_joined_0": "2026-01-01",
            "date_joined_1": "00:00:00",
        },
    )
    assert ada.has_perm("orchestration.decide_approval")


@pytest.mark.parametrize("name", ["graph", "revision", "run", "runevent", "approval"])
def test_what_happened_can_be_looked_at_and_not_changed(keeper: Client, name: str) -> None:
    assert keeper.get(reverse(f"admin:orchestration_{name}_changelist")).status_code == 200
    assert keeper.get(reverse(f"admin:orchestration_{name}_add")).status_code == 403


def test_others_are_turned_away(enter: Enter) -> None:
    assert enter("op", "Operator").get(reverse("admin:auth_user_changelist")).status_code in (302, 403)


def test_the_way_in_is_the_one_with_the_throttle(client: Client) -> None:
    answer = client.get(reverse("admin:index"), follow=True)
    assert answer.redirect_chain[-1][0].startswith(reverse("signin"))
