"""The table of nodes as it is walked, filtered and read out."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.corpus import CORPUS, needs_corpus
from tests.e2e.people import account, at_work
from tests.e2e.server import Server
from tests.e2e.table import Table
from tests.e2e.test_pages import assert_sound


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
