"""`/api/graphs/<slug>/draft/connections/`"""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from orchestration.models import Graph
from tests.dashboard.conftest import Enter
from tests.dashboard.editing import add, address, change

WHERE = address("draft/connections")


@pytest.fixture
def client(enter: Enter, graph: Graph) -> Client:
    return enter("ada", "Editor")


def forbidden(client: Client, node: str, end: str) -> dict[str, str]:
    answer = client.get(WHERE, {"node": node, "end": end})
    assert answer.status_code == 200
    return {found["node"]: found["message"] for found in answer.json()["forbidden"]}


def test_where_an_edge_may_not_go_in_the_draft_as_it_is_now(client: Client) -> None:
    assert forbidden(client, "approve", "source") == {"approve": "A node cannot need itself"}
    change(client, 0, add("pay", "approve"), add("tell"))
    assert forbidden(client, "approve", "source") == {
        "approve": "A node cannot need itself",
        "pay": "“pay” already needs “Approve refund”",
    }
    assert forbidden(client, "approve", "target") == {
        "approve": "A node cannot need itself",
        "pay": "They would need each other: Approve refund → pay → Approve refund",
    }
    assert client.get(WHERE, {"node": "pay", "end": "target"}).json()["version"] == 1


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ({}, 400),
        ({"node": ""}, 400),
        ({"node": "approve", "end": "middle"}, 400),
        ({"node": "nothing", "end": "source"}, 404),
        ({"node": "approve\0", "end": "source"}, 404),
        ({"node": "x" * 5000, "end": "target"}, 404),
        ({"node": "approve"}, 200),
    ],
)
def test_what_is_asked_wrongly(client: Client, query: dict[str, Any], status: int) -> None:
    answer = client.get(WHERE, query)
    assert answer.status_code == status
    assert status == 200 or answer.headers["Content-Type"] == "application/problem+json"


def test_who_may_look_and_where(client: Client, enter: Enter) -> None:
    assert enter("vic", "Viewer").get(WHERE, {"node": "approve"}).status_code == 200
    assert enter("eve").get(WHERE, {"node": "approve"}).status_code == 403
    assert Client().get(WHERE, {"node": "approve"}).status_code == 401
    assert client.get(address("draft/connections", "nothing"), {"node": "approve"}).status_code == 404
