"""Moving a node, as an editor does: a `restore` that puts it elsewhere, as the person saw it."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from orchestration.models import Graph
from tests.dashboard.conftest import Enter
from tests.dashboard.editing import add, change, ids, read, send, title, titles
from tests.dashboard.graph_calls import refusal


@pytest.fixture
def client(enter: Enter, graph: Graph) -> Client:
    return enter("ada", "Editor")


def moved(client: Client, id: str, at: int) -> dict[str, Any]:
    """The diff that puts a node of the draft as it is now at another place of the graph."""
    placed = next(one for one in read(client)["nodes"] if one["node"]["id"] == id)
    return {"op": "restore", "nodes": {id: {**placed, "at": at}}}


def test_a_move_is_told_as_one_and_can_be_undone(client: Client) -> None:
    change(client, 0, add("pay", title="Pay"), add("file"))
    result = change(client, 1, moved(client, "pay", 0)).json()
    assert result["changes"][0]["words"] == ["Moved “Pay”"]
    assert ids(client) == ["pay", "approve", "file"]
    assert send(client, "draft/undo", {}).status_code == 200
    assert ids(client) == ["approve", "pay", "file"]


def test_a_move_does_not_take_back_what_somebody_made_of_the_node_meanwhile(
    client: Client, enter: Enter
) -> None:
    change(client, 0, add("pay", title="Pay"))
    move = moved(client, "pay", 0)
    change(enter("bob", "Editor"), 1, title("pay", "Pay at once"))
    answer = change(client, 1, move)
    assert refusal(answer) == (409, "node_changed")
    assert answer.json()["detail"].startswith("bob gave “Pay” the title “Pay at once” since.")
    assert (ids(client), titles(client)["pay"]) == (["approve", "pay"], "Pay at once")
    # Seen, it can be moved as it is now.
    assert change(client, 2, moved(client, "pay", 0)).status_code == 200
    assert (ids(client), titles(client)["pay"]) == (["pay", "approve"], "Pay at once")


def test_a_move_goes_on_top_of_what_others_did_elsewhere(client: Client, enter: Enter) -> None:
    change(client, 0, add("pay"), add("file"))
    move = moved(client, "file", 0)
    change(enter("bob", "Editor"), 1, title("pay", "Pay at once"))
    assert change(client, 1, move).status_code == 200
    assert ids(client) == ["file", "approve", "pay"] and titles(client)["pay"] == "Pay at once"
