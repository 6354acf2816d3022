"""The draft as JSON: written as text, stored as what differs."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from tests.e2e import graphs
from tests.e2e.conftest import Console
from tests.e2e.editing import menu, rename, replace_in_code, state
from tests.e2e.people import account, at_work
from tests.e2e.server import Server


def paste_in_code(page: Page, old: str, new: str) -> None:
    """The same without the brackets and quotes that are closed while one types."""
    replace_in_code(page, old, "")
    page.keyboard.insert_text(new)


def test_json_is_stored_as_what_differs_and_keeps_a_colleagues_change(
    editor: Page, browser: Browser, server: Server, slug: str
) -> None:
    ada = account(server, "Ada Lovelace", "Editor")
    menu(editor, "JSON")
    replace_in_code(editor, "Say it louder", "Shout it")
    expect(editor.get_by_text("Not stored yet")).to_be_visible()
    with at_work(browser, server, ada) as colleague:
        graphs.open_editor(colleague, slug)
        rename(colleague, "Theirs")
        graphs.stored(colleague)
    expect(editor.get_by_text("The draft was changed while you write.")).to_be_visible()
    expect(editor.get_by_role("textbox", name="The draft as JSON")).to_contain_text("Shout it")
    editor.keyboard.press("Control+s")
    expect(editor.get_by_text("The same as the draft")).to_be_visible()
    code = editor.get_by_role("textbox", name="The draft as JSON")
    expect(code).to_contain_text("Shout it")
    expect(code).to_contain_text('"name": "Theirs"')
    expect(state(editor)).to_contain_text("2 unpublished changes")


def test_json_that_cannot_be_stored_is_kept_and_marked(editor: Page, console: Console) -> None:
    console.expected.append("status of 422")
    menu(editor, "JSON")
    paste_in_code(editor, '"kind": "tool",', '"kind": "tool", "speed": 3,')
    expect(editor.locator(".cm-lint-marker-error").first).to_be_visible()
    editor.get_by_role("button", name="Store").click()
    alert = editor.get_by_role("alert")
    expect(alert).to_contain_text("It was not stored; your text is kept.")
    first = alert.get_by_role("button", name=re.compile(r"^Line \d+, nodes\[\d\]\.speed: "))
    expect(first).to_be_visible()
    code = editor.get_by_role("textbox", name="The draft as JSON")
    expect(code).to_be_focused()
    expect(code.locator(".cm-activeLine")).to_contain_text('"speed": 3')
    code.press("Control+End")
    expect(code.locator(".cm-activeLine")).not_to_contain_text('"speed": 3')
    first.press("Enter")
    expect(code.locator(".cm-activeLine")).to_contain_text('"speed": 3')
    paste_in_code(editor, '"speed": 3,', '"speed": 3,,')
    editor.keyboard.press("Control+s")
    expect(alert.get_by_role("button", name=re.compile(r"^Line \d+, column \d+: "))).to_be_visible()
    paste_in_code(editor, '"speed": 3,,', '"speed": 3,')
    editor.get_by_role("button", name="Leave the JSON").click()
    expect(editor.get_by_text("Your JSON is not stored yet.")).to_be_visible()
    editor.get_by_role("button", name="Go on with it").click()
    expect(editor.get_by_role("textbox", name="The draft as JSON")).to_contain_text('"speed": 3')
    editor.get_by_role("button", name="Drop my text").click()
    expect(editor.get_by_text("The same as the draft")).to_be_visible()


def test_json_completes_the_names_of_fields(editor: Page) -> None:
    menu(editor, "JSON")
    code = editor.get_by_role("textbox", name="The draft as JSON")
    code.click()
    editor.keyboard.press("Control+Home")
    editor.keyboard.press("ArrowDown")
    editor.keyboard.press("End")
    editor.keyboard.press("Enter")
    editor.keyboard.type('"bud')
    editor.get_by_role("option", name="budget").click()
    expect(code).to_contain_text('"budget": {},')
    editor.get_by_role("button", name="Drop my text").click()
