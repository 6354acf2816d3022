"""The table of nodes: every edit of a graph by keyboard alone."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Console
from tests.e2e.graphs import stored
from tests.e2e.table import Table


def test_a_graph_from_blank_to_published_by_keyboard_alone(blank: Table, page: Page) -> None:
    blank.open()
    expect(page.get_by_text("No nodes yet")).to_be_visible()

    blank.press("n")
    dialog = blank.dialog("Add a node")
    expect(dialog.get_by_label("Title")).to_be_focused()
    blank.type("Look up")
    expect(dialog.get_by_role("radio", name="Agent")).to_be_visible()
    blank.press("Tab", "ArrowRight")
    while not dialog.get_by_role("radio", name="Delay").is_checked():
        blank.press("ArrowRight")
    blank.press("Enter")
    blank.said("Added delay “Look up”")
    expect(blank.row("look-up")).to_be_focused()

    blank.press("n")
    blank.dialog("Add a node")
    blank.type("Decide")
    blank.press("Tab", "ArrowLeft")
    while not page.get_by_role("radio", name="Team").is_checked():
        blank.press("ArrowLeft")
    blank.press("Enter")
    blank.said("Added team “Decide” after “Look up”")
    expect(blank.row("decide")).to_be_focused()

    # Inside the team, by the menu of its row.
    blank.press("Shift+F10")
    expect(page.get_by_role("menu", name="Actions for Decide")).to_be_visible()
    while page.evaluate("document.activeElement.textContent") != "Add inside …":
        blank.press("ArrowDown")
    blank.press("Enter")
    blank.dialog("Add a node")
    blank.type("Wait")
    blank.press("Tab", "ArrowRight")
    while not page.get_by_role("radio", name="Delay").is_checked():
        blank.press("ArrowRight")
    blank.press("Enter")
    blank.said("Added delay “Wait” in “Decide”")
    expect(blank.row("wait")).to_have_attribute("aria-level", "2")

    blank.press("Control+Enter")
    blank.dialog("Publish revision 1")
    blank.type("First")
    blank.press("Tab")
    while page.evaluate("document.activeElement.type") != "submit":
        blank.press("Tab")
    blank.press("Enter")
    expect(page.get_by_text(re.compile("Revision 1 · all published"))).to_be_visible()
    published = page.request.get(f"/api/graphs/{blank.slug}/").json()
    assert published["revision"] == 1
    assert [node["id"] for node in published["nodes"]] == ["look-up", "decide", "wait"]


def test_a_title_is_changed_in_its_row(table: Table) -> None:
    table.to("check")
    table.press("F2")
    table.press("Control+a")
    table.type("Look closely")
    table.press("Enter")
    table.said("Gave “Check” the title “Look closely”")
    expect(table.row("check")).to_be_focused()
    assert table.nodes()["check"]["title"] == "Look closely"
    # Escape keeps what was there; the letters that were typed did nothing else.
    table.press("F2")
    table.type("nonsense d s t Delete")
    table.press("Escape")
    expect(table.row("check")).to_be_focused()
    assert table.nodes()["check"]["title"] == "Look closely"
    assert table.draft()["version"] == 1


def test_undo_and_redo_take_back_and_do_again_unless_a_field_has_the_focus(table: Table, page: Page) -> None:
    table.to("check")
    table.press("Delete")
    table.said("Removed delay “Check”")
    table.press("Control+z")
    expect(table.row("check")).to_be_visible()
    table.press("Control+Shift+z")
    expect(table.row("check")).to_have_count(0)
    table.press("Control+z")
    expect(table.row("check")).to_be_visible()
    table.press("Control+y")
    expect(table.row("check")).to_have_count(0)
    version = table.draft()["version"]
    table.press("/")
    table.type("xy")
    table.press("Control+z", "Control+z", "Delete")
    stored(page)
    assert table.draft()["version"] == version


def test_a_removed_row_leaves_the_focus_on_the_next_one(table: Table) -> None:
    table.to("pass")
    table.press("Shift+Delete")
    table.said("Removed delay “Pass” and bridged the gap")
    expect(table.row("team")).to_be_focused()
    assert {"node": "route", "case": "small"} in table.nodes()["end"]["depends_on"]


def test_dependencies_are_added_changed_and_taken_away(table: Table, page: Page) -> None:
    table.to("end")
    table.press("d")
    dialog = table.dialog("What “End” needs")
    search = dialog.get_by_role("combobox", name="eeds")
    expect(search).to_be_focused()

    # What cannot be needed is there, and says why.
    table.type("inside")
    barred = dialog.get_by_role("option", name="Inside")
    expect(barred).to_have_attribute("aria-disabled", "true")
    expect(barred).to_contain_text("an edge stays on one level")
    table.press("Enter")
    table.press("Control+a")
    table.type("start")
    expect(dialog.get_by_role("option", name="Start")).to_have_attribute("aria-disabled", "false")
    table.press("Enter")
    expect(dialog.get_by_role("button", name="Take away Start")).to_be_visible()
    expect(dialog.get_by_role("status").last).to_have_text("Let “End” depend on “Start”")

    # Out of a branch it follows a case.
    expect(search).to_be_focused()
    table.press("Control+a")
    table.type("route")
    table.press("Enter")
    case = dialog.get_by_role("combobox", name="Case")
    expect(case).to_be_focused()
    table.type("sm")
    table.press("Tab", "Enter")
    expect(dialog.get_by_role("button", name="Take away Route, case small")).to_be_visible()

    # Another case instead, then another node.
    dialog.get_by_role("button", name="Change Route, case small").focus()
    table.press("Enter")
    expect(search).to_be_focused()
    table.press("Control+a")
    table.type("route")
    table.press("Enter")
    expect(case).to_be_focused()
    table.type("big")
    table.press("Tab", "Enter")
    expect(dialog.get_by_role("button", name="Take away Route, case big")).to_be_visible()
    expect(search).to_be_focused()
    dialog.get_by_role("button", name="Change Pass").focus()
    table.press("Enter")
    table.press("Control+a")
    table.type("check")
    table.press("Enter")
    expect(dialog.get_by_role("button", name="Take away Check")).to_be_visible()
    expect(search).to_be_focused()
    dialog.get_by_role("button", name="Take away Team").focus()
    table.press("Enter")
    expect(dialog.get_by_role("button", name="Take away Team")).to_have_count(0)

    table.press("Escape")
    expect(dialog).to_have_count(0)
    expect(table.row("end")).to_be_focused()
    assert table.nodes()["end"]["depends_on"] == ["check", "start", {"node": "route", "case": "big"}]


def test_a_node_is_split_and_what_needed_it_needs_all_parts(table: Table) -> None:
    table.to("pass")
    table.press("s")
    table.dialog("Split “Pass”")
    table.press("Control+a")
    table.type("Left")
    table.press("Tab", "Control+a")
    table.type("Right")
    table.press("Enter")
    # A branch with labelled edges to it may be split into; the parts are on the same case.
    table.said("Split “Pass” into “Left” and “Right”")
    assert table.nodes()["end"]["depends_on"] == ["team", "pass", "pass-2"]


def test_nodes_are_wrapped_in_a_team_and_taken_out_of_it(table: Table, page: Page) -> None:
    table.to("team")
    # From the row downwards: the team with what it holds, and what follows.
    table.press("Shift+ArrowDown", "Shift+ArrowDown")
    expect(page.get_by_text("3 selected")).to_be_visible()
    table.press("Control+g")
    table.dialog("Wrap 2 nodes in a team")
    table.type("Finish")
    table.press("Enter")
    table.said("Wrapped “Team” and “End” in the team")
    assert table.level("finish") == ["team", "end"]
    expect(table.row("finish")).to_be_focused()
    expect(table.row("inside")).to_have_attribute("aria-level", "3")
    table.press("Control+Shift+g")
    table.said("Unwrapped the team “Finish”")
    assert table.level() == ["start", "route", "check", "pass", "team", "end"]


def test_nodes_are_moved_among_their_siblings_into_a_team_and_out_of_it(table: Table, page: Page) -> None:
    table.to("pass")
    table.press("Alt+ArrowUp", "Alt+ArrowUp")
    table.said("Moved “Pass”")
    expect(table.row("pass")).to_have_attribute("aria-posinset", "2")
    assert table.level() == ["start", "pass", "route", "check", "team", "end"]
    expect(table.row("pass")).to_be_focused()

    table.press("m")
    dialog = table.dialog("Move “Pass”")
    table.type("Team")
    expect(dialog.get_by_text("2 dependencies do not come along")).to_be_visible()
    table.press("Tab", "Tab", "Tab", "Enter")
    table.said("Moved “Pass” into “Team”, without 2 dependencies")
    assert table.level("team") == ["inside", "pass"]
    assert "depends_on" not in table.nodes()["pass"]
    assert table.nodes()["end"]["depends_on"] == ["team"]

    table.press("Control+z")
    expect(table.row("pass")).to_have_attribute("aria-level", "1")
    assert table.nodes()["end"]["depends_on"] == ["team", "pass"]


def test_nodes_are_copied_cut_pasted_and_duplicated(table: Table, page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table.to("check")
    table.press("Control+d")
    expect(table.row("check-2")).to_be_visible()
    assert table.nodes()["check-2"]["depends_on"] == [{"node": "route", "case": "big"}]
    table.to("check")
    table.press("Control+c")
    table.to("team")
    table.press("Control+v")
    expect(table.row("check-3")).to_have_attribute("aria-level", "2")
    table.to("check-2")
    table.press("Control+x")
    expect(table.row("check-2")).to_have_count(0)
    table.press("Control+v")
    expect(table.row("check-2")).to_be_visible()


def test_an_id_is_changed_and_what_names_it_follows(table: Table, console: Console) -> None:
    console.expected.append("status of 422")
    table.to("team")
    table.press("Shift+F10")
    table.type("c")
    table.press("Enter")
    dialog = table.dialog("Id of “Team”")
    table.press("Control+a")
    table.type("check")
    table.press("Enter")
    expect(dialog.get_by_role("alert")).to_contain_text("already used")
    table.press("Control+a")
    table.type("crew")
    table.press("Enter")
    table.said("Renamed “team” to “crew”")
    expect(table.row("crew")).to_be_focused()
    assert table.nodes()["end"]["depends_on"] == ["crew", "pass"]
