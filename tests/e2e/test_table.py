"""The table of nodes: every edit of a graph by keyboard alone, and what a screen reader is told."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.corpus import CORPUS, needs_corpus
from tests.e2e.conftest import Console
from tests.e2e.people import account, at_work
from tests.e2e.server import Server
from tests.e2e.test_pages import assert_sound

numbers = itertools.count(1)

SMALL = [
    {"id": "start", "kind": "delay", "seconds": 1, "title": "Start"},
    {
        "id": "route",
        "kind": "branch",
        "title": "Route",
        "depends_on": ["start"],
        "cases": [
            {"name": "big", "when": {"kind": "expression", "value": "value.a > 1.0"}},
            {"name": "small", "when": {"kind": "expression", "value": "true"}},
        ],
    },
    {
        "id": "check",
        "kind": "delay",
        "seconds": 1,
        "title": "Check",
        "depends_on": [{"node": "route", "case": "big"}],
    },
    {
        "id": "pass",
        "kind": "delay",
        "seconds": 1,
        "title": "Pass",
        "depends_on": [{"node": "route", "case": "small"}],
    },
    {
        "id": "team",
        "kind": "team",
        "title": "Team",
        "depends_on": ["check"],
        "nodes": [{"id": "inside", "kind": "delay", "seconds": 1, "title": "Inside"}],
    },
    {"id": "end", "kind": "delay", "seconds": 1, "title": "End", "depends_on": ["team", "pass"]},
]


class Table:
    """A graph's page in table mode, driven by the keyboard alone."""

    def __init__(self, page: Page, slug: str) -> None:
        self.page = page
        self.slug = slug
        self.grid = page.get_by_role("treegrid", name="Nodes")

    def open(self) -> None:
        self.page.goto(f"/graphs/{self.slug}/")
        expect(self.page.get_by_role("button", name="Table")).to_be_visible()
        if self.page.get_by_role("button", name="Table").get_attribute("aria-pressed") != "true":
            self.press("t")
        expect(self.page.get_by_role("region", name="Table of nodes")).to_be_visible()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)

    def row(self, id: str) -> Locator:
        return self.grid.locator(f"tr[data-id='{id}']")

    def to(self, id: str) -> None:
        """Go to a row as one does without a pointer: into the grid, to its top, and down."""
        self.page.keyboard.press("/")
        self.press("Enter", "Home")
        for _ in range(40):
            if self.row(id).evaluate("row => row === document.activeElement"):
                return
            self.press("ArrowDown")
        raise AssertionError(f"The row of {id} cannot be reached.")

    def draft(self) -> dict[str, Any]:
        answer = self.page.request.get(f"/api/graphs/{self.slug}/draft/")
        return cast("dict[str, Any]", answer.json())

    def nodes(self) -> dict[str, dict[str, Any]]:
        return {placed["node"]["id"]: placed["node"] for placed in self.draft()["nodes"]}

    def level(self, team: str | None = None) -> list[str]:
        return [placed["node"]["id"] for placed in self.draft()["nodes"] if placed["team"] == team]

    def said(self, words: str) -> None:
        """What was done has been stored and is read out."""
        expect(self.page.locator("[data-spoken=own]")).to_contain_text(words)

    def dialog(self, title: str) -> Locator:
        found = self.page.get_by_role("dialog", name=title)
        expect(found).to_be_visible()
        return found


@pytest.fixture
def table(page: Page, server: Server, tmp_path: Path) -> Table:
    """A small graph of its own for the test, with its table open."""
    slug = f"table-{next(numbers)}"
    file = tmp_path / "graph.json"
    file.write_text(json.dumps({"schema_version": 1, "name": f"Table {slug}", "nodes": SMALL}))
    server.manage("graph_import", str(file), "--name", slug)
    table = Table(page, slug)
    table.open()
    expect(table.row("end")).to_be_visible()
    return table


@pytest.fixture
def blank(page: Page) -> Table:
    page.goto("/graphs/")
    slug = page.evaluate(
        """async (name) => {
            const token = document.querySelector("meta[name=csrf-token]").content;
            const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
            const body = JSON.stringify({ name });
            const made = await fetch("/api/graphs/", { method: "POST", headers, body });
            return (await made.json()).slug;
        }""",
        f"By keyboard {next(numbers)}",
    )
    return Table(page, slug)


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
    expect(page.get_by_text("All changes stored")).to_be_visible()
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


def test_rows_tell_where_they_stand_and_open_and_close(table: Table) -> None:
    table.to("team")
    row = table.row("team")
    assert [row.get_attribute(f"aria-{name}") for name in ("level", "posinset", "setsize", "expanded")] == [
        "1",
        "5",
        "6",
        "true",
    ]
    table.press("ArrowRight")
    expect(table.row("inside")).to_be_focused()
    table.press("ArrowLeft")
    expect(row).to_be_focused()
    table.press("ArrowLeft")
    expect(row).to_have_attribute("aria-expanded", "false")
    expect(table.row("inside")).to_have_count(0)
    table.press("ArrowDown")
    expect(table.row("end")).to_be_focused()
    table.press("Home")
    expect(table.row("start")).to_be_focused()
    # Letters are keys of the editor; with Shift they find a title, and go on from there.
    table.press("Shift+P")
    expect(table.row("pass")).to_be_focused()
    # No title goes on like that, so the next letter is the key that it is.
    table.press("d")
    table.dialog("What “Pass” needs")
    table.press("Escape")
    table.press("End")
    expect(table.row("end")).to_be_focused()
    assert table.draft()["version"] == 0


def test_the_key_for_the_table_leads_into_it_and_back(table: Table, page: Page) -> None:
    table.press("t")
    expect(table.grid).to_have_count(0)
    table.press("t")
    expect(table.row("start")).to_be_focused()


def test_whoever_may_only_look_can_walk_and_copy_but_change_nothing(
    table: Table, browser: Browser, server: Server
) -> None:
    with at_work(browser, server, account(server, "Victor Ward", "Viewer")) as page:
        seen = Table(page, table.slug)
        seen.open()
        seen.to("check")
        seen.press("Delete")
        expect(page.get_by_text("You can look at this graph, but not change it.").first).to_be_visible()
        seen.press("Shift+F10")
        expect(page.get_by_role("menuitem")).to_have_text([re.compile("Open"), re.compile("Copy")])
        seen.press("Escape")
        assert page.get_by_role("button", name="Add", exact=True).count() == 0
        # Whoever edits sees who is where.
        expect(table.row("check").get_by_text("Victor Ward")).to_be_attached()
    assert table.draft()["version"] == 0


def test_selecting_is_no_edit(table: Table, page: Page) -> None:
    table.to("start")
    table.press("Shift+ArrowDown", "Control+ArrowDown", "Control+ArrowDown", "Space")
    expect(table.grid.locator("tr[aria-selected=true]")).to_have_count(3)
    table.press("Control+a")
    expect(page.get_by_text("7 nodes, 7 selected")).to_be_visible()
    table.press("Escape")
    expect(table.grid.locator("tr[aria-selected=true]")).to_have_count(0)
    assert table.draft()["version"] == 0


def test_the_filter_keeps_what_holds_a_node_that_fits(table: Table, page: Page) -> None:
    table.press("/")
    table.type("insi")
    expect(table.grid.locator("tbody tr")).to_have_count(2)
    expect(table.row("team")).to_be_visible()
    expect(page.get_by_text("1 node", exact=True)).to_be_visible()
    # Enter goes to what was found, not to what holds it.
    table.press("Enter")
    expect(table.row("inside")).to_be_focused()
    expect(table.row("inside")).to_have_attribute("aria-selected", "true")
    # What is added is seen, whatever the filter says.
    table.press("n")
    table.dialog("Add a node")
    table.type("Extra")
    table.press("Enter")
    expect(table.row("extra")).to_be_focused()
    expect(table.row("start")).to_be_visible()
    table.press("/")
    table.type("nothing like it")
    expect(page.get_by_role("heading", name="No node fits")).to_be_visible()


def test_a_problem_leads_to_its_field(table: Table, page: Page) -> None:
    table.to("pass")
    table.press("Delete")
    table.said("Removed delay “Pass”")
    table.press("p")
    problem = page.get_by_role("tabpanel", name="Problems").get_by_role("button", name="Route")
    expect(problem).to_be_visible()
    problem.focus()
    table.press("Enter")
    expect(page.get_by_role("complementary", name="Inspector")).to_contain_text("Route")
    expect(table.row("route")).to_have_attribute("aria-selected", "true")


@pytest.fixture
def montage(page: Page, server: Server) -> Iterator[Table]:
    server.manage(
        "graph_import", str(CORPUS / "wfformat" / "montage-chameleon-2mass-04d-001.json"), "--name", "montage"
    )
    table = Table(page, "montage")
    table.open()
    yield table


@needs_corpus
def test_thirteen_hundred_rows_are_at_hand(montage: Table, page: Page) -> None:
    expect(montage.grid).to_have_attribute("aria-rowcount", "1313")
    montage.press("/", "Enter")
    montage.press("End")
    last = montage.grid.locator("tr[aria-rowindex='1313']")
    expect(last).to_be_focused()
    expect(last).to_be_in_viewport()
    assert montage.grid.locator("tbody tr").count() < 80
    montage.press("/")
    montage.type("mconcat")
    expect(page.get_by_text("nodes", exact=False).first).to_be_visible()
    expect(montage.grid.locator("tbody tr").first).to_contain_text("mConcatFit")


@pytest.mark.parametrize("width", [1440, 390])
def test_the_table_and_its_dialogs_are_sound(table: Table, page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 860})
    table.to("check")
    assert_sound(page)
    # The page fits the window: what scrolls is the table, and the inspector beside it.
    if width == 1440:
        expect(page.get_by_role("textbox", name="Title")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    table.press("Shift+F10")
    expect(page.get_by_role("menu")).to_be_visible()
    assert_sound(page)
    table.press("Escape")
    for key, title in (
        ("n", "Add a node"),
        ("d", "What “Check” needs"),
        ("s", "Split “Check”"),
        ("m", "Move “Check”"),
        ("Control+g", "Wrap “Check” in a team"),
        ("?", "Keyboard"),
    ):
        table.press(key)
        table.dialog(title)
        assert_sound(page)
        table.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    table.press("Delete", "p")
    expect(page.get_by_role("tabpanel", name="Problems")).to_be_visible()
    assert_sound(page)
