"""`POST /api/graphs/<slug>/draft/undo/` and `…/redo/`"""

from __future__ import annotations

import json

import pytest
from django.test import Client

from orchestration.models import Change, Graph
from tests.dashboard.conftest import Enter
from tests.dashboard.editing import Answer, add, change, ids, read, send, title, titles, version
from tests.dashboard.graph_calls import refusal


@pytest.fixture
def ada(enter: Enter, graph: Graph) -> Client:
    return enter("ada", "Editor")


@pytest.fixture
def bob(enter: Enter, graph: Graph) -> Client:
    return enter("bob", "Editor")


def undo(client: Client, **body: object) -> Answer:
    return send(client, "draft/undo", body)


def redo(client: Client, **body: object) -> Answer:
    return send(client, "draft/redo", body)


def test_undo_is_a_change_of_its_own_and_says_so(ada: Client) -> None:
    change(ada, 0, add("look", title="Look up"))
    result = undo(ada).json()
    (made,) = result["changes"]
    assert (made["version"], made["kind"], made["words"]) == (2, "undo", ["Undid: Added tool “Look up”"])
    assert made["patch"]["nodes"] == {"look": None}
    assert (result["undo"], result["redo"]) == (None, "Added tool “Look up”")
    first, second = Change.objects.order_by("version")
    assert ids(ada) == ["approve"] and json.loads(second.patch) == made["patch"]
    assert first.undone_by == 2 and second.of == [1]


def test_what_was_undone_is_not_unpublished_any_more(ada: Client) -> None:
    change(ada, 0, add("look"))
    change(ada, 1, title("look", "Look up"))
    undo(ada)
    assert [(line["version"], line["undone"]) for line in read(ada)["changes"]] == [
        (1, False),
        (2, True),
        (3, False),
    ]
    undo(ada)
    assert read(ada)["changes"] == [] and read(ada)["redo"] == "Added tool “look”"


def test_undo_and_redo_walk_through_what_was_done(ada: Client) -> None:
    change(ada, 0, add("a"))
    change(ada, 1, add("b", "a"))
    change(ada, 2, title("a", "First"))
    for left in (["a", "b"], ["a"], []):
        assert undo(ada).status_code == 200
        assert ids(ada) == ["approve", *left] and "First" not in titles(ada).values()
    for again in (["a"], ["a", "b"], ["a", "b"]):
        assert redo(ada).status_code == 200
        assert ids(ada) == ["approve", *again]
    assert titles(ada)["a"] == "First"
    assert refusal(redo(ada)) == (409, "nothing_to_redo")
    assert undo(ada).json()["changes"][0]["words"] == ["Undid: Gave “a” the title “First”"]


def test_a_new_edit_ends_redoing(ada: Client) -> None:
    change(ada, 0, add("a"))
    undo(ada)
    change(ada, 2, add("b"))
    assert read(ada)["redo"] is None
    assert refusal(redo(ada)) == (409, "nothing_to_redo")
    undo(ada)
    assert redo(ada).status_code == 200 and ids(ada) == ["approve", "b"]
    assert refusal(redo(ada)) == (409, "nothing_to_redo")


def test_someone_elses_edit_does_not_end_redoing(ada: Client, bob: Client) -> None:
    change(ada, 0, add("a"))
    undo(ada)
    change(bob, 2, add("b"))
    assert redo(ada).status_code == 200
    assert ids(ada) == ["approve", "a", "b"]  # where it was


def test_everybody_undoes_their_own(ada: Client, bob: Client) -> None:
    change(ada, 0, add("a"))
    change(bob, 1, add("b"))
    assert undo(ada).status_code == 200 and ids(ada) == ["approve", "b"]
    assert refusal(undo(ada)) == (409, "nothing_to_undo")
    assert read(bob)["undo"] == "Added tool “b”" and read(bob)["redo"] is None
    assert undo(bob).status_code == 200 and ids(ada) == ["approve"]


def test_what_was_typed_in_one_visit_is_one_step(ada: Client, bob: Client) -> None:
    change(ada, 0, title("approve", "A"), gesture="visit-1")
    change(bob, 1, add("other"))
    change(ada, 2, title("approve", "Ab"), gesture="visit-1")
    change(ada, 3, title("approve", "Abc"), gesture="visit-2")
    result = undo(ada).json()
    assert titles(ada)["approve"] == "Ab" and result["undo"] == "Gave “A” the title “Ab”"
    assert undo(ada).json()["changes"][0]["version"] == 6
    assert titles(ada) == {"approve": "Approve refund", "other": None}
    assert Change.objects.get(version=6).of == [3, 1]
    redo(ada)
    assert titles(ada)["approve"] == "Ab"


def test_without_a_gesture_each_change_is_a_step(ada: Client) -> None:
    change(ada, 0, title("approve", "A"))
    change(ada, 1, title("approve", "Ab"))
    undo(ada)
    assert titles(ada)["approve"] == "A"


def test_undo_is_refused_when_someone_has_built_on_the_change(ada: Client, bob: Client) -> None:
    change(ada, 0, add("look", title="Look up"))
    change(bob, 1, title("look", "Better"))
    answer = undo(ada)
    assert refusal(answer) == (409, "node_changed")
    assert answer.json()["detail"] == "bob gave “Look up” the title “Better” since."
    assert answer.json()["version"] == 1
    assert titles(ada)["look"] == "Better" and version(ada) == 2
    assert read(ada)["undo"] == "Added tool “Look up”"


def test_a_step_that_cannot_be_undone_can_be_passed_over(ada: Client, bob: Client) -> None:
    change(ada, 0, add("a"))
    change(ada, 1, add("look"))
    change(bob, 2, title("look", "Better"))
    stuck = undo(ada).json()["version"]
    assert stuck == 2
    assert undo(ada, pass_over=stuck).json()["changes"][0]["patch"]["nodes"] == {"a": None}
    assert ids(bob) == ["approve", "look"]
    lines = {line["version"]: line["undone"] for line in read(ada)["changes"]}
    assert lines == {1: True, 2: False, 3: False, 4: False}


def test_giving_up_holds_when_nothing_is_left_to_undo(ada: Client, bob: Client) -> None:
    change(ada, 0, add("look"))
    change(bob, 1, title("look", "Better"))
    assert refusal(undo(ada, pass_over=1)) == (409, "nothing_to_undo")
    assert read(ada)["undo"] is None
    assert refusal(undo(ada, pass_over=1)) == (409, "wrong_version")


def test_only_the_next_own_step_can_be_passed_over(ada: Client, bob: Client) -> None:
    change(ada, 0, add("a"))
    change(bob, 1, add("b"))
    change(ada, 2, add("c"))
    for other in (1, 2, 9):
        assert refusal(undo(ada, pass_over=other)) == (409, "wrong_version")
    assert ids(ada) == ["approve", "a", "b", "c"]


def test_redo_is_refused_and_passed_over_likewise(ada: Client, bob: Client) -> None:
    change(ada, 0, title("approve", "A"))
    change(ada, 1, add("a"))
    undo(ada)
    undo(ada)
    change(bob, 4, title("approve", "B"))
    answer = redo(ada)
    assert refusal(answer) == (409, "node_changed") and answer.json()["version"] == 4
    assert redo(ada, pass_over=4).status_code == 200
    assert titles(ada) == {"approve": "B", "a": None}


def test_fields_of_the_graph_are_protected_like_nodes(ada: Client, bob: Client) -> None:
    change(ada, 0, {"op": "set_graph", "set": {"goal": "Mine"}})
    change(bob, 1, {"op": "set_graph", "set": {"goal": "Theirs"}})
    answer = undo(ada)
    assert refusal(answer) == (409, "node_changed")
    assert answer.json()["detail"] == "bob changed goal of the graph since."
    assert read(ada)["graph"]["goal"] == "Theirs"
    change(bob, 2, {"op": "set_graph", "set": {"goal": "Mine"}})
    assert undo(ada).status_code == 200
    assert read(ada)["graph"]["goal"] == "Give money back, with somebody's word."


def test_undoing_a_removal_puts_the_node_where_it_was(ada: Client) -> None:
    change(ada, 0, add("a"), add("b"), add("c", "b"))
    change(ada, 1, {"op": "remove_node", "id": "b"})
    undo(ada)
    assert ids(ada) == ["approve", "a", "b", "c"]
    assert read(ada)["nodes"][3]["node"]["depends_on"] == ["b"]


def test_the_same_key_undoes_once(ada: Client) -> None:
    change(ada, 0, add("a"))
    change(ada, 1, add("b"))
    first, second = (send(ada, "draft/undo", {}, key="k") for _ in range(2))
    assert first.content == second.content and ids(ada) == ["approve", "a"]
    first, second = (send(ada, "draft/redo", {}, key="r") for _ in range(2))
    assert first.content == second.content and ids(ada) == ["approve", "a", "b"]


@pytest.mark.parametrize("verb", ["undo", "redo"])
def test_refusals(ada: Client, enter: Enter, verb: str) -> None:
    change(ada, 0, add("a"))
    assert refusal(send(enter("eve", "Viewer"), f"draft/{verb}", {})) == (403, "forbidden")
    assert refusal(send(ada, f"draft/{verb}", {}, slug="nope")) == (404, "not_found")
    for bad in ({"pass_over": -1}, {"pass_over": "1"}, {"pass_over": 10**300}, {"more": 1}):
        assert refusal(send(ada, f"draft/{verb}", bad)) == (422, "invalid_request")
    assert refusal(send(ada, f"draft/{verb}", [])) == (400, "malformed")
    Graph.objects.update(archived_at="2026-01-01T00:00:00Z")
    assert refusal(send(ada, f"draft/{verb}", {})) == (409, "graph_archived")
