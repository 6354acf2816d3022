"""`GET /api/graphs/<slug>/draft/`"""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from orchestration.models import Draft, Graph
from orchestration.selectors.draft_views import Position
from orchestration.services.layouts import layout_change
from orchestration.services.new_graphs import graph_create
from tests.conftest import Person
from tests.dashboard.conftest import Enter
from tests.dashboard.editing import add, address, change, read, title
from tests.dashboard.graph_calls import refusal


def test_before_the_first_change_the_draft_is_the_latest_revision(enter: Enter, graph: Graph) -> None:
    view = read(enter("ada", "Editor"))
    assert (view["slug"], view["name"], view["version"]) == ("refund", "Refund", 0)
    assert view["graph"]["goal"] == "Give money back, with somebody's word."
    assert [(placed["node"]["id"], placed["team"], placed["at"]) for placed in view["nodes"]] == [
        ("approve", None, 0)
    ]
    assert (view["base_revision"], view["latest_revision"], view["archived"]) == (1, 1, False)
    assert (view["changes"], view["undo"], view["redo"]) == ([], None, None)
    assert view["problems"] == {"problems": [], "total": 0, "runnable": True}
    assert view["layout"] == {"version": 0, "positions": {}}
    assert not Draft.objects.exists()


def test_a_graph_that_was_never_published_has_a_draft_too(enter: Enter, person: Person) -> None:
    graph_create(name="Brand new", actor=person("root", "Admin"))
    view = read(enter("ada", "Editor"), "brand-new")
    assert (view["graph"], view["nodes"]) == ({"name": "Brand new"}, [])
    assert (view["base_revision"], view["latest_revision"]) == (None, None)
    assert [problem["code"] for problem in view["problems"]["problems"]] == ["no_nodes"]
    assert view["problems"]["runnable"] is False


def test_it_says_who_asks_and_what_they_may_do(enter: Enter, graph: Graph, person: Person) -> None:
    editor, viewer = enter("ada", "Editor"), enter("eve", "Viewer")
    assert read(editor)["may"] == {"edit": True, "publish": True, "start": False}
    assert read(viewer)["may"] == {"edit": False, "publish": False, "start": False}
    assert read(viewer)["me"]["name"] == "eve"


def test_changes_are_listed_in_words_with_their_author(enter: Enter, graph: Graph) -> None:
    ada, bob = enter("ada", "Editor"), enter("bob", "Editor")
    change(ada, 0, add("look", "approve", title="Look up"))
    change(bob, 1, title("approve", "Approve it"))
    lines = read(ada)["changes"]
    assert [(line["version"], line["author"]["name"], line["words"]) for line in lines] == [
        (1, "ada", ["Added tool “Look up” after “Approve refund”"]),
        (2, "bob", ["Gave “Approve refund” the title “Approve it”"]),
    ]
    assert {"patch", "diffs"}.isdisjoint(lines[0])


def test_problems_name_the_node_and_the_field(enter: Enter, graph: Graph) -> None:
    ada = enter("ada", "Editor")
    team = {"id": "team", "kind": "team", "nodes": [{"id": "in", "kind": "tool", "tool": "no_such_tool"}]}
    change(ada, 0, {"op": "add_node", "node": team}, add("bad", input={"x": "value."}))
    problems = read(ada)["problems"]
    found = {(each["code"], each["node"], each["field"]) for each in problems["problems"]}
    assert ("unknown_tool", "in", "tool") in found
    assert ("invalid_expression", "bad", "input.x") in found
    assert problems["runnable"] is False and problems["total"] == len(problems["problems"])


def test_no_more_than_500_problems_are_shown(enter: Enter, graph: Graph) -> None:
    ada = enter("ada", "Editor")
    change(ada, 0, *[add(f"n{number}", tool="no_such_tool") for number in range(510)])
    problems = read(ada)["problems"]
    assert (len(problems["problems"]), problems["total"], problems["runnable"]) == (500, 510, True)


def test_an_archived_graph_can_be_read(enter: Enter, graph: Graph) -> None:
    Graph.objects.update(archived_at="2026-01-01T00:00:00Z")
    assert read(enter("ada", "Editor"))["archived"] is True


def test_refusals(enter: Enter, graph: Graph) -> None:
    assert refusal(enter("ada", "Editor").get(address("draft", "nope"))) == (404, "not_found")
    assert refusal(enter("eve").get(address("draft"))) == (403, "forbidden")


@pytest.mark.parametrize("count", [1, 40])
def test_reading_takes_as_many_queries_for_many_changes_as_for_one(
    enter: Enter, graph: Graph, count: int, django_assert_max_num_queries: object
) -> None:
    ada = enter("ada", "Editor")
    for number in range(count):
        change(ada, number, title("approve", f"Title {number}"), gesture="typing")
    with django_assert_max_num_queries(17):  # type: ignore[operator]
        read(ada)


def test_positions_are_part_of_it(enter: Enter, graph: Graph, admin: User) -> None:
    layout_change(graph=graph, positions={"approve": Position(x=1, y=2, by_hand=True)}, actor=admin)
    assert read(enter("ada", "Editor"))["layout"] == {
        "version": 1,
        "positions": {"approve": {"x": 1.0, "y": 2.0, "by_hand": True}},
    }
