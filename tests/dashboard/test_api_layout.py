"""`/api/graphs/<slug>/layout/`"""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from orchestration.models import Graph, Layout
from tests.dashboard.conftest import Enter
from tests.dashboard.editing import Answer, add, address, change, send, version
from tests.dashboard.graph_calls import refusal


@pytest.fixture
def ada(enter: Enter, graph: Graph) -> Client:
    return enter("ada", "Editor")


def place(client: Client, positions: Any, slug: str = "refund", **more: Any) -> Answer:
    body = {"positions": positions, **more}
    return client.patch(address("layout", slug), body, content_type="application/json")


def placed(client: Client) -> dict[str, tuple[float, float, bool]]:
    view = client.get(address("layout")).json()
    return {id: (at["x"], at["y"], at["by_hand"]) for id, at in view["positions"].items()}


def test_positions_are_merged_into_those_that_are_kept(ada: Client) -> None:
    change(ada, 0, add("a"))
    assert ada.get(address("layout")).json() == {"version": 0, "positions": {}}
    place(ada, {"approve": {"x": 1, "y": 2.5}})
    answer = place(ada, {"a": {"x": -3, "y": 4, "by_hand": True}})
    assert answer.status_code == 200 and answer.json()["version"] == 2
    assert placed(ada) == {"approve": (1, 2.5, False), "a": (-3, 4, True)}
    place(ada, {"a": None})
    assert placed(ada) == {"approve": (1, 2.5, False)}
    place(ada, {"a": {"x": 0, "y": 0}}, replace=True)
    assert placed(ada) == {"a": (0, 0, False)}


def test_it_is_no_change_of_the_draft(ada: Client) -> None:
    change(ada, 0, add("a"))
    place(ada, {"a": {"x": 1, "y": 1}})
    assert version(ada) == 1


def test_nodes_that_are_not_there_are_passed_over(ada: Client) -> None:
    assert place(ada, {"gone": {"x": 1, "y": 1}, "approve": {"x": 1, "y": 1}}).status_code == 200
    assert list(placed(ada)) == ["approve"]


def test_a_removed_node_comes_back_where_it_stood(ada: Client) -> None:
    change(ada, 0, add("a"))
    place(ada, {"a": {"x": 7, "y": 7, "by_hand": True}})
    change(ada, 1, {"op": "remove_node", "id": "a"})
    assert placed(ada) == {}
    send(ada, "draft/undo", {})
    assert placed(ada) == {"a": (7, 7, True)}


def test_a_position_follows_a_node_that_gets_another_id(ada: Client) -> None:
    team = {"id": "team", "kind": "team", "nodes": [{"id": "in", "kind": "tool", "tool": "t"}]}
    change(ada, 0, {"op": "add_node", "node": team})
    place(ada, {"team": {"x": 1, "y": 1}, "in": {"x": 2, "y": 2}})
    change(ada, 1, {"op": "rename_node", "id": "team", "new_id": "crew"})
    assert placed(ada) == {"crew": (1, 1, False), "in": (2, 2, False)}
    send(ada, "draft/undo", {})
    assert placed(ada) == {"team": (1, 1, False), "in": (2, 2, False)}
    send(ada, "draft/redo", {})
    assert placed(ada) == {"crew": (1, 1, False), "in": (2, 2, False)}


def test_a_position_counts_only_inside_what_held_the_node(ada: Client) -> None:
    """Wrapped in a team, a node far to the right would stand far to the right in the team."""
    change(ada, 0, add("a"))
    place(ada, {"a": {"x": 2000, "y": 500, "by_hand": True}})
    change(ada, 1, {"op": "wrap_in_team", "ids": ["a"], "team_id": "team", "team_goal": ""})
    assert placed(ada) == {}
    send(ada, "draft/undo", {})
    assert placed(ada) == {"a": (2000, 500, True)}


def test_positions_of_what_was_removed_do_not_pile_up(ada: Client) -> None:
    place(ada, {"approve": {"x": 1, "y": 1}})
    old = {f"old-{number}": {"x": 1, "y": 1, "by_hand": False, "team": None} for number in range(10_000)}
    Layout.objects.update(positions={**Layout.objects.get().positions, **old})
    place(ada, {"approve": {"x": 2, "y": 2}})
    assert list(Layout.objects.get().positions) == ["approve"]


@pytest.mark.parametrize(
    "positions",
    [
        None,
        [],
        {"approve": {}},
        {"approve": {"x": 1}},
        {"approve": {"x": 1, "y": None}},
        {"approve": {"x": 1, "y": 1e8}},
        {"approve": {"x": 10**300, "y": 1}},
        {"approve": {"x": 1, "y": 1, "z": 1}},
        {"approve": {"x": 1, "y": 1, "by_hand": 1}},
        {"a\0": {"x": 1, "y": 1}},
        {"a" * 81: {"x": 1, "y": 1}},
        {f"n{number}": {"x": 1, "y": 1} for number in range(5001)},
    ],
)
def test_bad_positions_are_refused(ada: Client, positions: Any) -> None:
    assert refusal(place(ada, positions)) == (422, "invalid_request")
    assert placed(ada) == {}


def test_refusals(ada: Client, enter: Enter) -> None:
    where = {"approve": {"x": 1, "y": 1}}
    viewer = enter("eve", "Viewer")
    assert refusal(place(viewer, where)) == (403, "forbidden")
    assert viewer.get(address("layout")).status_code == 200
    assert refusal(place(ada, where, slug="nope")) == (404, "not_found")
    assert refusal(ada.get(address("layout", "nope"))) == (404, "not_found")
    Graph.objects.update(archived_at="2026-01-01T00:00:00Z")
    assert refusal(place(ada, where)) == (409, "graph_archived")
