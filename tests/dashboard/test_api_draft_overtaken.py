"""`guarded` changes of `/api/graphs/<slug>/draft/changes/`: nobody's field is written over unseen."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from orchestration.models import Graph
from tests.dashboard.conftest import Enter
from tests.dashboard.editing import add, change, read, title, titles, version
from tests.dashboard.graph_calls import refusal


@pytest.fixture
def ada(enter: Enter, graph: Graph) -> Client:
    return enter("ada", "Editor")


@pytest.fixture
def bob(enter: Enter, graph: Graph) -> Client:
    return enter("bob", "Editor")


def goal(text: str) -> dict[str, Any]:
    return {"op": "set_graph", "set": {"goal": text}}


def test_a_field_that_a_colleague_changed_since_is_not_written_over(ada: Client, bob: Client) -> None:
    change(bob, 0, title("approve", "Bob's"))
    answer = change(ada, 0, title("approve", "Ada's"), guarded=True)
    assert refusal(answer) == (409, "field_changed")
    assert answer.json()["detail"] == "bob gave “Approve refund” the title “Bob's” since."
    assert (answer.json()["version"], titles(ada)["approve"]) == (1, "Bob's")
    # Whoever has seen it may.
    assert change(ada, 1, title("approve", "Ada's"), guarded=True).status_code == 200


def test_a_field_of_the_graph_is_guarded_too(ada: Client, bob: Client) -> None:
    change(bob, 0, goal("Bob's"))
    assert refusal(change(ada, 0, goal("Ada's"), guarded=True)) == (409, "field_changed")
    unset = {"op": "set_graph", "unset": ["goal"]}
    assert refusal(change(ada, 0, unset, guarded=True)) == (409, "field_changed")
    assert read(ada)["graph"]["goal"] == "Bob's"


def test_other_fields_other_nodes_and_own_changes_are_in_nobodys_way(ada: Client, bob: Client) -> None:
    change(bob, 0, add("look"), {"op": "update_node", "id": "approve", "set": {"description": "Bob's"}})
    assert change(ada, 0, title("approve", "Ada's"), guarded=True).status_code == 200
    # Hers has changed since, by herself.
    assert change(ada, 1, title("approve", "Ada's again"), guarded=True).status_code == 200
    assert titles(ada)["approve"] == "Ada's again"


def test_the_same_value_twice_is_no_conflict(ada: Client, bob: Client) -> None:
    change(bob, 0, title("approve", "Same"))
    assert change(ada, 0, title("approve", "Same"), guarded=True).status_code == 200
    assert version(ada) == 1


def test_a_change_that_does_not_ask_for_it_counts_as_the_later_one(ada: Client, bob: Client) -> None:
    change(bob, 0, title("approve", "Bob's"))
    assert change(ada, 0, title("approve", "Ada's")).status_code == 200
    assert titles(ada)["approve"] == "Ada's"
