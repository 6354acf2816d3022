"""The sockets' part of the permission table."""

from __future__ import annotations

import pytest

from dashboard.live import routing
from orchestration.models import Run
from orchestration.services.tokens import token_create
from tests.conftest import Person
from tests.dashboard.permission_table import NOBODY, ROLES, SOCKETS, STRANGER, TOKEN_ALL, TOKEN_READ
from tests.live.conftest import Watch, cookie_for, in_database

pytestmark = pytest.mark.django_db(transaction=True)


def test_every_socket_has_a_row() -> None:
    known = {row.format(run="<int:run>").replace("refund", "<slug:slug>") for row in SOCKETS}
    # The last one turns whatever else is asked for away.
    assert {str(entry.pattern) for entry in routing.addresses[:-1]} == known


@pytest.mark.parametrize("role", ROLES)
async def test_who_may_watch(run: Run, person: Person, watch: Watch, role: str) -> None:
    ways_in = await in_database(ways_in_of)(person, role)
    for row, roles in SOCKETS.items():
        watcher = await watch("/" + row.format(run=run.pk), **ways_in)
        first = await watcher.message()
        if role in roles:
            assert first["type"] != "error", row
        else:
            reason = "forbidden" if role == NOBODY else "unauthenticated"
            assert first == {"type": "error", "code": reason}, row


def ways_in_of(person: Person, role: str) -> dict[str, str]:
    """What the browser or the program of somebody in this role sends."""
    if role == STRANGER:
        return {"cookie": ""}
    tokens = {TOKEN_READ: "read", TOKEN_ALL: "everything"}
    user = person(role.replace(" ", "-"), "Admin" if role in tokens else role)
    if role not in tokens:
        return {"cookie": cookie_for(user)}
    secret = token_create(owner=user, name=role, scope=tokens[role], actor=None).secret
    return {"cookie": "", "authorization": f"Bearer {secret}"}
