"""People, a graph that parks at a gate, and a front end that was “built”."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth.models import User
from django.test import Client

from orchestration.models import Approval, Graph, Run
from orchestration.services.graphs import graph_import
from orchestration.services.runs import run_start
from tests.conftest import Person
from tests.dashboard.samples import DOCUMENT, manifest

Enter = Callable[..., Client]


@pytest.fixture(autouse=True)
def _built_front_end() -> Iterator[None]:
    with manifest():
        yield


@pytest.fixture
def enter(person: Person) -> Enter:
    """A client that is signed in as a new user in the named groups."""

    def make(name: str, *groups: str) -> Client:
        client = Client()
        client.force_login(person(name, *groups))
        return client

    return make


@pytest.fixture
def admin(person: Person) -> User:
    return person("root", "Admin")


@pytest.fixture
def graph(admin: User) -> Graph:
    result = graph_import(text=DOCUMENT, actor=admin)
    return Graph.objects.get(slug=result.slug)


@pytest.fixture
def run(graph: Graph, admin: User) -> Run:
    """It waits at its gate."""
    return run_start(graph=graph, input={"amount": 120}, labels={"team": "north"}, actor=admin)


@pytest.fixture
def approval(run: Run) -> Approval:
    return Approval.objects.with_context().get(run=run)
