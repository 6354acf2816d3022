"""Faults that other editors have: each is a test, so that this one does not get them."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import User
from django.test import Client

from orchestration.models import Change, Graph
from orchestration.selectors.draft_documents import draft_of
from tests.dashboard.conftest import Enter
from tests.dashboard.editing import add, address, change, ids, read, send, title, titles, version
from tests.dashboard.graph_calls import refusal


@pytest.fixture
def ada(enter: Enter, graph: Graph) -> Client:
    return enter("ada", "Editor")


@pytest.fixture
def bob(enter: Enter, graph: Graph) -> Client:
    return enter("bob", "Editor")


def prompt(text: str) -> dict[str, object]:
    return {"op": "update_node", "id": "approve", "set": {"prompt": text}}


def test_two_tabs_where_the_last_save_wins(ada: Client, bob: Client) -> None:
    """Two who loaded the same version save different things: nothing of either is lost."""
    change(ada, 0, title("approve", "By Ada"), add("from-ada"))
    change(bob, 0, prompt("By Bob?"), add("from-bob"))
    nodes = {placed["node"]["id"]: placed["node"] for placed in read(ada)["nodes"]}
    assert nodes.keys() == {"approve", "from-ada", "from-bob"}
    assert (nodes["approve"]["title"], nodes["approve"]["prompt"]) == ("By Ada", "By Bob?")


def test_two_tabs_where_the_second_saves_a_whole_document(ada: Client, bob: Client) -> None:
    change(ada, 0, add("from-ada"))
    seen = {"name": "Refund", "nodes": [{"id": "approve", "kind": "gate", "title": "By Bob"}]}
    body = {"base_version": 0, "document": seen}
    assert bob.put(address("draft/document"), body, content_type="application/json").status_code == 200
    assert titles(ada) == {"approve": "By Bob", "from-ada": None}


def test_a_false_changed_by_someone_else_for_a_lone_editor(ada: Client) -> None:
    """Own changes in between are no reason to refuse, and no refusal speaks of somebody else."""
    change(ada, 0, add("look", title="Look up"))
    for base in (0, 0, 1):
        assert change(ada, base, title("approve", f"Seen at {base}, now {version(ada)}")).status_code == 200
    change(ada, 4, {"op": "remove_node", "id": "look"})
    answer = change(ada, 1, title("look", "Late"))
    assert refusal(answer) == (409, "node_not_found")
    assert answer.json()["detail"].startswith("You removed tool “Look up” since.")
    assert send(ada, "draft/undo", {}).status_code == 200


def test_edits_made_while_a_save_is_in_flight_revert(ada: Client) -> None:
    """The answer to the first save does not take back what was typed since: the second save, made on
    the same version, is applied on top."""
    first = change(ada, 0, title("approve", "T"), gesture="typing").json()
    second = change(ada, 0, title("approve", "Ti"), gesture="typing").json()
    assert [one["version"] for one in second["changes"]] == [first["version"], 2]
    assert titles(ada)["approve"] == "Ti"


def test_a_save_that_was_sent_again_after_a_lost_answer(ada: Client, bob: Client) -> None:
    body = {"base_version": 0, "diffs": [add("look")]}
    lost = send(ada, "draft/changes", body, key="once")
    change(bob, 1, title("look", "Theirs"))
    again = send(ada, "draft/changes", body, key="once")
    assert again.status_code == 200 and again.content == lost.content
    assert titles(ada)["look"] == "Theirs" and Change.objects.count() == 2


def test_publishing_a_colleagues_unseen_change(ada: Client, bob: Client) -> None:
    change(ada, 0, add("mine"))
    seen = version(ada)
    change(bob, 1, add("unseen"))
    assert refusal(send(ada, "draft/publish", {"version": seen})) == (409, "wrong_version")
    assert ada.get("/api/graphs/refund/").json()["revision"] == 1


def test_discarding_a_colleagues_unseen_change(ada: Client, bob: Client) -> None:
    change(ada, 0, add("mine"))
    change(bob, 1, add("unseen"))
    assert refusal(send(ada, "draft/discard", {"base_version": 1})) == (409, "wrong_version")
    assert ids(ada) == ["approve", "mine", "unseen"]


def test_a_rename_reverting_to_an_old_draft(ada: Client, bob: Client) -> None:
    """Naming the graph or a node leaves everything else as it has become meanwhile."""
    change(ada, 0, add("look"))
    change(bob, 0, {"op": "set_graph", "set": {"name": "Refunds"}})
    change(bob, 0, {"op": "rename_node", "id": "approve", "new_id": "decide"})
    assert ids(ada) == ["decide", "look"] and read(ada)["graph"]["name"] == "Refunds"
    send(bob, "draft/undo", {})
    assert ids(ada) == ["approve", "look"] and read(ada)["graph"]["name"] == "Refunds"


def test_undo_wiping_the_canvas(ada: Client) -> None:
    """Undoing the first change leaves what is published; with nothing to undo, undo changes nothing."""
    assert refusal(send(ada, "draft/undo", {})) == (409, "nothing_to_undo")
    assert (ids(ada), version(ada)) == (["approve"], 0)
    change(ada, 0, add("look"))
    assert send(ada, "draft/undo", {}).json()["version"] == 2
    for _ in range(3):
        assert refusal(send(ada, "draft/undo", {})) == (409, "nothing_to_undo")
    assert (ids(ada), version(ada)) == (["approve"], 2)


def test_undo_dead_after_an_autosave(ada: Client, bob: Client, enter: Enter, graph: Graph) -> None:
    """Every change is stored at once. Undo works after publishing, moving, others' changes, a new session."""
    change(ada, 0, title("approve", "Mine"))
    ada.patch(
        address("layout"), {"positions": {"approve": {"x": 1, "y": 1}}}, content_type="application/json"
    )
    assert send(ada, "draft/publish", {"version": 1}).status_code == 201
    change(bob, 1, add("theirs"))
    fresh = Client()
    fresh.force_login(draft_author(graph))
    assert read(fresh)["undo"] == "Gave “Approve refund” the title “Mine”"
    assert send(fresh, "draft/undo", {}).status_code == 200
    assert titles(fresh) == {"approve": "Approve refund", "theirs": None}
    assert [line["version"] for line in read(fresh)["changes"]] == [2, 3]
    assert send(fresh, "draft/redo", {}).status_code == 200 and titles(fresh)["approve"] == "Mine"


def draft_author(graph: Graph) -> User:
    author = Change.objects.select_related("author").get(graph=graph, version=1).author
    assert author is not None
    return author


def test_a_viewer_who_overwrites_an_editor(ada: Client, enter: Enter) -> None:
    viewer = enter("eve", "Viewer")
    change(ada, 0, add("look"))
    for what, body in (
        ("draft/changes", {"base_version": 0, "diffs": [title("approve", "x")]}),
        ("draft/undo", {}),
        ("draft/redo", {}),
        ("draft/discard", {"base_version": 1}),
        ("draft/publish", {"version": 1}),
    ):
        assert refusal(send(viewer, what, body)) == (403, "forbidden")
    whole = {"base_version": 1, "document": {"name": "x", "nodes": []}}
    assert viewer.put(address("draft/document"), whole, content_type="application/json").status_code == 403
    assert ids(ada) == ["approve", "look"] and Change.objects.count() == 1


def test_saving_before_anything_was_loaded_empties_nothing(ada: Client) -> None:
    """An editor that was not told a version yet cannot save over what is there."""
    change(ada, 0, add("look"))
    empty = {"document": {"name": "Refund", "nodes": []}}
    answer = ada.put(address("draft/document"), empty, content_type="application/json")
    assert refusal(answer) == (422, "invalid_request")
    assert ids(ada) == ["approve", "look"]


@pytest.mark.parametrize("text", ["<img src=x onerror=alert(1)>", "עברית \u202e", "👩‍🚀", "x" * 200, ""])
def test_titles_of_every_kind_twice(ada: Client, text: str) -> None:
    change(ada, 0, add("one", title=text), add("two", title=text))
    assert titles(ada)["one"] == titles(ada)["two"] == text
    assert send(ada, "draft/undo", {}).status_code == 200
    assert send(ada, "draft/redo", {}).status_code == 200
    assert titles(ada)["two"] == text


def test_what_is_stored_rebuilds_the_draft_after_a_restart(ada: Client, graph: Graph) -> None:
    change(ada, 0, add("a"), title("approve", "One"))
    change(ada, 1, add("b", "a"))
    draft = draft_of(graph)
    assert [node["id"] for node in json.loads(draft.text)["nodes"]] == ["approve", "a", "b"]
