"""What the tests of the editor's page do and ask."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.e2e.server import Server


def rename(page: Page, name: str) -> None:
    page.get_by_role("button", name="Rename the graph").click()
    page.get_by_label("Name of the graph").fill(name)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def state(page: Page) -> Locator:
    return page.locator(".editor-title")


def menu(page: Page, entry: str) -> None:
    page.get_by_role("button", name="More about this graph").click()
    page.locator(".menu-items").get_by_text(entry).click()


def verb(page: Page, name: str) -> None:
    page.locator(".editor-head").get_by_role("button", name=name, exact=True).click()


COUNTS = {
    "revisions": "select count(*) from orchestration_revision r "
    "join orchestration_graph g on g.id = r.graph_id where g.slug = ?",
    "changes": "select count(*) from orchestration_change c "
    "join orchestration_graph g on g.id = c.graph_id where g.slug = ?",
}


def count(server: Server, what: str, slug: str) -> int:
    """How many revisions or changes the graph has."""
    return int(server.rows(COUNTS[what], [slug])[0][0])


def replace_in_code(page: Page, old: str, new: str) -> None:
    """Replace a text in the JSON as one does by keyboard: find it, then type over it."""
    code = page.get_by_role("textbox", name="The draft as JSON")
    code.click()
    page.keyboard.press("Control+f")
    expect(page.locator(".cm-search input[name=search]")).to_be_focused()
    page.keyboard.type(old)
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.keyboard.type(new)
