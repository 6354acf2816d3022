"""`/api/graphs/<slug>/draft/changes/`"""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from orchestration.models import Change, Draft, Graph
from orchestration.services.new_graphs import graph_create
from tests.dashboard.conftest import Enter
from tests.dashboard.editing import Answer, add, address, change, ids, read, send, title, titles
from tests.dashboard.graph_calls import refusal


@pytest.fixture
def ada(enter: Enter, graph: Graph) -> Client:
    return enter("ada", "Editor")


@pytest.fixture
def bob(enter: Enter, graph: Graph) -> Client:
    return enter("bob", "Editor")


def many_changes(client: Client, count: int) -> None:
    """As if `count` changes had been made one by one."""
    change(client, 0, title("approve", "Title"))
    first = Change.objects.get()
    rows = [Change(**{**values_of(first), "version": version}) for version in range(2, count + 1)]
    Change.objects.bulk_create(rows)
    Draft.objects.update(version=count)


def values_of(row: Change) -> dict[str, Any]:
    return {field.attname: getattr(row, field.attname) for field in Change._meta.fields if field.name != "id"}


def after(client: Client, version: str) -> Answer:
    return client.get(f"{address('draft/changes')}?after={version}")


# ── making them ──


def test_a_change_is_kept_and_answered_with_all_that_it_did(ada: Client) -> None:
    answer = change(ada, 0, add("look", "approve", title="Look up"), gesture="drag-1")
    assert answer.status_code == 200
    result = answer.json()
    (made,) = result["changes"]
    assert (result["version"], made["version"], result["reset"]) == (1, 1, False)
    assert (made["kind"], made["author"]["name"], made["gesture"]) == ("edit", "ada", "drag-1")
    assert made["words"] == ["Added tool “Look up” after “Approve refund”"]
    node = {
        "id": "look",
        "kind": "tool",
        "title": "Look up",
        "depends_on": ["approve"],
        "tool": "time_sleep",
    }
    assert made["patch"] == {"graph": None, "nodes": {"look": {"node": node, "team": None, "at": 1}}}
    assert result["inverse"][0]["op"] == "restore" and result["inverse"][0]["nodes"] == {"look": None}
    assert (result["undo"], result["redo"]) == (made["words"][0], None)
    assert [found["code"] for found in result["problems"]["problems"]] == ["unknown_tool"]
    row = Change.objects.get()
    assert json.loads(row.diffs)[0]["node"]["id"] == "look" and row.author_name == "ada"
    assert Draft.objects.get().version == 1 and ids(ada) == ["approve", "look"]


def test_several_diffs_are_one_change_or_none(ada: Client) -> None:
    assert change(ada, 0, add("a"), add("b", "a")).json()["version"] == 1
    answer = change(ada, 1, add("c"), add("d", "nowhere"))
    assert refusal(answer) == (422, "unknown_dependency")
    assert answer.json()["errors"][0]["path"] == "$.diffs[1]"
    assert ids(ada) == ["approve", "a", "b"]


def test_what_changes_nothing_is_no_change(ada: Client) -> None:
    result = change(ada, 0, title("approve", "Approve refund")).json()
    assert (result["version"], result["changes"], result["inverse"]) == (0, [], [])
    assert not Change.objects.exists() and not Draft.objects.exists()
    there_and_back = change(ada, 0, add("a"), {"op": "remove_node", "id": "a"}).json()
    assert (there_and_back["version"], there_and_back["changes"]) == (0, [])


def test_a_change_made_on_an_older_draft_is_applied_to_the_present_one(ada: Client, bob: Client) -> None:
    change(ada, 0, add("look", "approve"))
    result = change(bob, 0, title("approve", "Approve it")).json()
    assert result["version"] == 2
    assert [(one["version"], one["author"]["name"]) for one in result["changes"]] == [(1, "ada"), (2, "bob")]
    assert titles(ada) == {"approve": "Approve it", "look": None}


def test_two_people_who_set_different_fields_of_one_node_both_succeed(ada: Client, bob: Client) -> None:
    change(ada, 0, title("approve", "Approve it"))
    change(bob, 0, {"op": "update_node", "id": "approve", "set": {"prompt": "How much?"}})
    (placed,) = read(ada)["nodes"]
    assert (placed["node"]["title"], placed["node"]["prompt"]) == ("Approve it", "How much?")


def test_a_change_that_no_longer_fits_is_refused_with_who_did_what(ada: Client, bob: Client) -> None:
    change(ada, 0, add("look", title="Look up"))
    change(ada, 1, {"op": "remove_node", "id": "look"})
    answer = change(bob, 1, title("look", "Mine"))
    assert refusal(answer) == (409, "node_not_found")
    assert answer.json()["version"] == 2
    assert answer.json()["detail"].startswith("ada removed tool “Look up” since. There is no node “look”.")
    assert Change.objects.count() == 2


def test_of_many_diffs_the_line_that_is_about_the_node_is_quoted(ada: Client, bob: Client) -> None:
    change(ada, 0, add("one", title="One"), add("two", title="Two"))
    change(ada, 1, {"op": "remove_node", "id": "one"}, {"op": "remove_node", "id": "two"})
    assert "ada removed tool “Two” since." in change(bob, 1, title("two", "x")).json()["detail"]


def test_an_id_that_was_taken_meanwhile_is_refused_with_who_took_it(ada: Client, bob: Client) -> None:
    change(ada, 0, add("look"))
    answer = change(bob, 0, add("look"))
    assert refusal(answer) == (409, "duplicate_node_id")
    assert answer.json()["detail"].startswith("ada added tool “look” since.")


def test_the_same_refusal_on_the_present_draft_is_the_senders_own(ada: Client) -> None:
    answer = change(ada, 0, title("look", "Mine"))
    assert refusal(answer) == (422, "node_not_found")
    assert answer.json()["errors"] == [{"path": "$.diffs[0]", "message": answer.json()["detail"]}]


def test_a_version_that_the_draft_has_not_reached_is_refused(ada: Client) -> None:
    answer = change(ada, 5, title("approve", "x"))
    assert refusal(answer) == (409, "wrong_version") and answer.json()["version"] == 0


def test_too_many_changes_in_between_ask_for_a_fresh_start(ada: Client, bob: Client) -> None:
    many_changes(ada, 201)
    result = change(bob, 0, add("late")).json()
    assert (result["version"], result["reset"], result["changes"]) == (202, True, [])


def test_a_graph_that_was_never_published_is_called_as_its_draft(ada: Client, admin: User) -> None:
    new, old = graph_create(name="New", actor=admin), Graph.objects.get(slug="refund")
    for slug in (new.slug, old.slug):
        change(ada, 0, {"op": "set_graph", "set": {"name": "Other\0"}}, slug=slug)
    new.refresh_from_db()
    old.refresh_from_db()
    assert (new.name, old.name) == ("Other\ufffd", "Refund")


# ── once per key ──


def test_the_same_key_changes_once(ada: Client) -> None:
    first, second = (change(ada, 0, add("look"), key="k1") for _ in range(2))
    assert first.status_code == second.status_code == 200
    assert first.content == second.content and second.headers["Idempotency-Replayed"] == "true"
    assert ids(ada) == ["approve", "look"]


def test_a_key_for_something_else_is_refused(ada: Client) -> None:
    change(ada, 0, add("look"), key="k1")
    assert refusal(change(ada, 1, add("other"), key="k1")) == (422, "idempotency_key_reused")


def test_a_refused_change_does_not_use_its_key_up(ada: Client) -> None:
    assert change(ada, 0, title("look", "x"), key="k1").status_code == 422
    assert change(ada, 0, add("look"), key="k1").status_code == 200


# ── reading them ──


def test_changes_after_a_version_come_oldest_first(ada: Client) -> None:
    for number in range(3):
        change(ada, number, add(f"n{number}"))
    page = after(ada, "1").json()
    assert [one["version"] for one in page["changes"]] == [2, 3] and page["version"] == 3
    assert list(page["changes"][0]["patch"]["nodes"]) == ["n1"]
    assert after(ada, "3").json() == {"changes": [], "version": 3}
    assert [one["version"] for one in ada.get(address("draft/changes")).json()["changes"]] == [1, 2, 3]


def test_a_page_holds_200_changes(ada: Client) -> None:
    many_changes(ada, 203)
    assert [one["version"] for one in after(ada, "0").json()["changes"]] == list(range(1, 201))
    assert [one["version"] for one in after(ada, "200").json()["changes"]] == [201, 202, 203]


@pytest.mark.parametrize("version", ["x", "1.5", "9" * 30])
def test_a_version_is_a_number(ada: Client, version: str) -> None:
    assert refusal(after(ada, version)) == (400, "malformed")


# ── refusals ──


def test_who_may_not(enter: Enter, ada: Client) -> None:
    viewer = enter("eve", "Viewer")
    assert refusal(change(viewer, 0, add("look"))) == (403, "forbidden")
    assert after(viewer, "0").status_code == 200
    assert refusal(change(enter("nobody"), 0, add("look"))) == (403, "forbidden")
    assert refusal(change(ada, 0, add("look"), slug="nope")) == (404, "not_found")
    assert ids(viewer) == ["approve"]


def test_an_archived_graph_is_not_changed(ada: Client) -> None:
    Graph.objects.update(archived_at="2026-01-01T00:00:00Z")
    assert refusal(change(ada, 0, add("look"))) == (409, "graph_archived")


NODE = {"id": "x", "kind": "tool", "tool": "t"}


def nested(levels: int) -> Any:
    """A schema that nests twice as deep."""
    schema: Any = {"type": "object"}
    for _ in range(levels):
        schema = {"properties": {"a": schema}}
    return schema


BAD_DIFFS: list[Any] = [
    None,
    1,
    "x",
    [],
    {},
    {"op": 1},
    {"op": "nope"},
    {"op": "add_node"},
    {"op": "add_node", "node": None},
    {"op": "add_node", "node": {**NODE, "id": "a\0b"}},
    {"op": "add_node", "node": {**NODE, "id": "UPPER"}},
    {"op": "add_node", "node": {**NODE, "id": "a" * 100_000}},
    {"op": "add_node", "node": {**NODE, "kind": "alien"}},
    {"op": "add_node", "node": {**NODE, "max_retries": 2**53 + 1}},
    {"op": "add_node", "node": {**NODE, "max_retries": 10**300}},
    {"op": "add_node", "node": {**NODE, "timeout_seconds": 1e300}},
    {"op": "add_node", "node": {**NODE, "title": ["x"]}},
    {"op": "add_node", "node": {**NODE, "depends_on": [{"node": {"node": "a"}}]}},
    {"op": "add_node", "node": NODE, "at": -1},
    {"op": "add_node", "node": NODE, "at": 2**60},
    {"op": "add_node", "node": NODE, "team": "approve"},
    {"op": "update_node", "id": "approve\0", "set": {"title": "x"}},
    {"op": "update_node", "id": "%_\\", "set": {"title": "x"}},
    {"op": "update_node", "id": "approve", "set": {"approval_schema": nested(99)}},
    {"op": "update_node", "id": "approve", "set": {"id": "other"}},
    {"op": "update_node", "id": "approve", "set": {"required_approvals": True}},
    {"op": "update_node", "id": "approve", "set": {"title": "x" * 201}},
    {"op": "rename_node", "id": "approve", "new_id": "No!"},
    {"op": "restore", "nodes": {"approve": {"node": NODE}}},
    {"op": "restore", "nodes": {}, "expected": {"approve": "x"}},
    {"op": "set_graph", "set": {"name": None}},
    {"op": "set_graph", "set": {"input_schema": 3}},
    {"op": "wrap_in_team", "ids": [], "team_id": "t", "team_goal": ""},
    {"op": "split_node", "id": "approve", "into": []},
]


@pytest.mark.parametrize("diff", BAD_DIFFS, ids=range(len(BAD_DIFFS)))
def test_a_bad_diff_is_refused_with_its_place(ada: Client, diff: Any) -> None:
    answer = change(ada, 0, add("look"), diff)
    assert refusal(answer)[0] == 422
    assert answer.json()["errors"][0]["path"] == "$.diffs[1]" and answer.json()["detail"]
    assert ids(ada) == ["approve"]


def test_odd_text_is_kept_as_it_is(ada: Client) -> None:
    """Markup, NUL, right-to-left, emoji: text is text, and the list of changes can be stored anywhere."""
    odd = "<b>\0 שלום 👩‍🚀 \u202e"
    schema = {"type": "object", "properties": {odd: nested(50)}}
    result = change(ada, 0, add("odd", title=odd, input_schema=schema)).json()
    assert titles(ada)["odd"] == odd
    assert result["changes"][0]["words"] == [f"Added tool “{odd.replace(chr(0), chr(0xFFFD))}”"]
    assert send(ada, "draft/undo", {}).status_code == 200
    assert send(ada, "draft/redo", {}).json()["version"] == 3 and titles(ada)["odd"] == odd


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"diffs": [add("x")]},
        {"base_version": 0},
        {"base_version": 0, "diffs": []},
        {"base_version": 0, "diffs": {}},
        {"base_version": 0, "diffs": [add(f"n{number}") for number in range(5001)]},
        {"base_version": "0", "diffs": [add("x")]},
        {"base_version": True, "diffs": [add("x")]},
        {"base_version": 0.5, "diffs": [add("x")]},
        {"base_version": -1, "diffs": [add("x")]},
        {"base_version": 2**31, "diffs": [add("x")]},
        {"base_version": 10**300, "diffs": [add("x")]},
        {"base_version": 0, "diffs": [add("x")], "gesture": "a\0"},
        {"base_version": 0, "diffs": [add("x")], "gesture": "a" * 65},
        {"base_version": 0, "diffs": [add("x")], "gesture": None},
        {"base_version": 0, "diffs": [add("x")], "more": 1},
    ],
)
def test_a_bad_body_is_refused(ada: Client, body: Any) -> None:
    assert refusal(send(ada, "draft/changes", body)) == (422, "invalid_request")
    assert ids(ada) == ["approve"]


@pytest.mark.parametrize("text", ["[]", "{", '{"base_version": NaN}', "[" * 300, '{"a": 1, "a": 2}', "\xff"])
def test_what_is_no_json_object_is_refused(ada: Client, text: str) -> None:
    answer = ada.post(address("draft/changes"), text.encode("latin-1"), content_type="application/json")
    assert refusal(answer) == (400, "malformed")


def test_the_limit_on_nodes_holds_for_drafts(ada: Client) -> None:
    most = [add(f"n{number}") for number in range(4999)]
    assert change(ada, 0, *most).status_code == 200
    assert refusal(change(ada, 1, add("one-more"))) == (422, "limit_exceeded")
    words = read(ada)["changes"][0]["words"]
    assert len(words) == 51 and words[-1] == "And 4949 more"
