"""The permission table against the URL configuration, and against every role."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import get_commands
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from orchestration import runtime
from orchestration.models import Approval, Graph, Run
from orchestration.services.tokens import token_create
from tests.conftest import Person
from tests.dashboard.permission_table import (
    COMMANDS,
    EXCLUDED,
    GROUPS,
    ROLES,
    STRANGER,
    TABLE,
    TOKEN_ALL,
    TOKEN_READ,
    Row,
)
from tests.dashboard.samples import DOCUMENT
from tests.orchestration.commands import manage

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")
SAMPLES = {
    "slug": "refund",
    "number": 1,
    "old": "1",
    "new": "draft",
    "node": "approve",
    "tool": "text.template",
    "secret": "unknown",
}
Role = Callable[[str], Client]


def routes() -> dict[str, URLPattern]:
    """Every route outside of what is excluded, by its name."""
    found: dict[str, URLPattern] = {}

    def walk(resolver: URLResolver) -> Iterator[URLPattern]:
        for entry in resolver.url_patterns:
            if isinstance(entry, URLPattern):
                yield entry
            elif isinstance(entry, URLResolver) and entry.namespace not in EXCLUDED:
                yield from walk(entry)

    for pattern in walk(get_resolver()):
        assert pattern.name, f"{pattern.pattern} has no name, so it can have no row"
        assert pattern.name not in found, f"two routes are called {pattern.name}"
        found[pattern.name] = pattern
    return found


@pytest.fixture
def role(person: Person) -> Role:
    """The client of somebody in a role."""

    def client(name: str) -> Client:
        if name == STRANGER:
            return Client()
        scope = {TOKEN_READ: "read", TOKEN_ALL: "everything"}.get(name)
        user = person(name.replace(" ", "-"), "Admin" if scope else name)
        if scope:
            secret = token_create(owner=user, name=name, scope=scope, actor=None).secret
            return Client(headers={"Authorization": f"Bearer {secret}"})
        browser = Client()
        browser.force_login(user)
        return browser

    return client


@pytest.fixture
def address(approval: Approval, admin: User) -> Callable[..., str]:
    """The address of a route, filled with what there is: a graph, its run, its approval, a token."""
    token = token_create(owner=admin, name="of root", actor=None).token

    def of(name: str, **given: Any) -> str:
        pattern = routes()[name].pattern
        ids = {"run": approval.run_id, "approval": approval.pk, "token": token.pk}
        known = SAMPLES | {"id": next((ids[word] for word in ids if word in name), 1)} | given
        kwargs = {key: known[key] for key in pattern.converters}
        return reverse(name, kwargs=kwargs)

    return of


def send(client: Client, method: str, target: str, row: Row | None = None) -> HttpResponse:
    body = row.body if row else None
    if target.startswith("/api/"):
        data = json.dumps({} if body is None else body)
        answer = client.generic(method, target, "" if method == "GET" else data, "application/json")
    elif method == "POST":
        answer = client.post(target, body or {})
    else:
        answer = client.generic(method, target)
    assert answer.status_code < 500 or target == "/readyz", (target, answer.status_code)
    return answer  # type: ignore[return-value]  # the test client's subclass of it


def sends_to_signin(answer: HttpResponse) -> bool:
    return answer.status_code == 302 and answer["Location"].startswith("/signin/?next=")


def what_is_wrong(row: Row, role: str, answer: HttpResponse) -> str | None:
    """How this differs from what the table says."""
    got = answer.status_code
    knows = row.is_api or role not in (TOKEN_READ, TOKEN_ALL)
    who = role if knows else STRANGER
    if who in row.roles:
        fine = got in row.answers and not sends_to_signin(answer)
        return None if fine else f"{row}: {got}, not one of {sorted(row.answers)}"
    if who != STRANGER:
        return None if got == 403 else f"{row}: {got}, not 403"
    if row.is_api:
        return None if got == 401 and "Bearer" in answer["WWW-Authenticate"] else f"{row}: {got}, not 401"
    return None if sends_to_signin(answer) else f"{row}: {got}, not sent to sign in"


def test_every_route_has_a_row_and_every_row_a_route() -> None:
    assert {row.name for row in TABLE} == set(routes())


@pytest.mark.parametrize("name", ROLES)
def test_role(role: Role, address: Callable[..., str], name: str) -> None:
    client, wrong = role(name), []
    cookies = deepcopy(client.cookies)
    for row in TABLE:
        client.cookies = deepcopy(cookies)  # signing out takes them away
        with transaction.atomic():
            answer = send(client, row.method, address(row.name, **row.kwargs) + row.query, row)
            wrong.append(what_is_wrong(row, name, answer))
            transaction.set_rollback(True)
        runtime.forget_driver()  # it remembers runs that were rolled back
    assert [line for line in wrong if line] == []


def test_every_other_method_is_refused(role: Role, address: Callable[..., str]) -> None:
    admin = role("Admin")
    for name in routes():
        target = address(name)
        for method in set(METHODS) - {row.method for row in TABLE if row.name == name}:
            answer = send(admin, method, target)
            assert answer.status_code == 405, (method, target, answer.status_code)
            assert method == "OPTIONS" or method not in answer["Allow"]


def test_every_group_is_told_from_the_next() -> None:
    """Two columns that are the same would mean that a group is superfluous, or a verb is not asked for."""
    columns = {name: frozenset(str(row) for row in TABLE if name in row.roles) for name in GROUPS}
    assert len(set(columns.values())) == len(GROUPS)


# ── the command line ────────────────────────────────────────────────────────────────────────


def test_every_command_has_a_row() -> None:
    ours = {name for name, app in get_commands().items() if app in ("orchestration", "dashboard")}
    assert ours == set(COMMANDS)


def test_commands_write_as_the_command_line(db: None, tmp_path: Any) -> None:
    file = tmp_path / "refund.json"
    file.write_text(DOCUMENT)
    assert manage("graph_import", str(file)).code == 0
    graph = Graph.objects.get(slug="refund")
    assert (graph.created_by, graph.revisions.get().author) == (None, None)
    assert manage("run_start", "refund", "--input", '{"amount": 1}').code == 0
    run = Run.objects.get()
    assert run.started_by is None
    assert set(run.events.filter(origin="external").values_list("actor_name", flat=True)) == {"command line"}
    assert manage("load_examples").code == 0
    assert not Graph.objects.exclude(created_by=None).exists()
