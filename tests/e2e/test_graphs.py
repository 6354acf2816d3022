"""Graphs as things that people make, keep, take along and compare, in the browser."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Console
from tests.e2e.graphs import graph_file, row, step
from tests.e2e.test_pages import assert_sound

DROP = """([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name, { type: "application/json" }));
  for (const type of ["dragenter", "dragover", "drop"])
    document.body.dispatchEvent(
      new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
}"""
HOLD = """() => {
  const data = new DataTransfer();
  data.items.add(new File(["{}"], "a.json"));
  document.body.dispatchEvent(new DragEvent("dragenter", { dataTransfer: data, bubbles: true }));
}"""


def node_count(page: Page, slug: str) -> int:
    answer = page.request.get(f"/api/graphs/{slug}/")
    assert answer.status == 200
    count: int = answer.json()["node_count"]
    return count


def from_menu(page: Page, name: str, action: str) -> None:
    """An entry of the menu in the row of the graph `name`."""
    row(page, name).locator("summary").click()
    entry = row(page, name).locator(".menu-items")
    entry.get_by_text(action, exact=True).click()


# ── making ──────────────────────────────────────────────────────────────────────────────────


def test_a_blank_graph(page: Page) -> None:
    page.goto("/graphs/")
    page.get_by_role("link", name="New graph").click()
    dialog = page.get_by_role("dialog", name="New graph")
    name = dialog.get_by_label("Name")
    expect(name).to_be_focused()
    name.press("Enter")
    expect(dialog).to_be_visible()
    name.fill("Quarterly <b>report</b>")
    name.press("Enter")
    expect(page).to_have_url(re.compile("/graphs/quarterly-breportb/$"))
    assert node_count(page, "quarterly-breportb") == 0
    page.goto("/graphs/")
    expect(row(page, "Quarterly <b>report</b>")).to_contain_text("Draft only")


def test_a_dialog_that_is_closed_makes_nothing(page: Page) -> None:
    page.goto("/graphs/")
    opener = page.get_by_role("link", name="New graph")
    opener.click()
    page.get_by_label("Name", exact=True).last.fill("Never made")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(opener).to_be_focused()
    page.reload()
    expect(page.get_by_text("Never made")).to_have_count(0)


def test_a_graph_from_a_template(page: Page) -> None:
    page.goto("/graphs/")
    page.get_by_role("link", name="New graph").click()
    dialog = page.get_by_role("dialog", name="New graph")
    dialog.get_by_label("Name").fill("Our disputes")
    dialog.get_by_label("Start from").select_option(label="Dispute refund")
    dialog.get_by_role("button", name="Make the graph").click()
    expect(page).to_have_url(re.compile("/graphs/our-disputes/$"))
    assert node_count(page, "our-disputes") == node_count(page, "dispute-refund")


def test_a_duplicate(page: Page) -> None:
    page.goto("/graphs/?q=pipeline")
    from_menu(page, "Document pipeline", "Duplicate")
    dialog = page.get_by_role("dialog", name="Duplicate the graph")
    expect(dialog.get_by_label("Name of the copy")).to_have_value("Copy of Document pipeline")
    assert_sound(page)
    dialog.get_by_role("button", name="Duplicate").click()
    expect(page).to_have_url(re.compile("/graphs/copy-of-document-pipeline/$"))
    assert node_count(page, "copy-of-document-pipeline") == node_count(page, "document-pipeline")


def test_archived_and_back(page: Page) -> None:
    page.request.post("/api/graphs/", data={"name": "Old ways"}, headers=token(page))
    page.goto("/graphs/")
    from_menu(page, "Old ways", "Archive")
    expect(page.get_by_text("“Old ways” is archived.")).to_be_visible()
    expect(row(page, "Old ways")).to_have_count(0)
    page.get_by_role("link", name=re.compile("^Archived")).click()
    from_menu(page, "Old ways", "Take out of the archive")
    expect(row(page, "Old ways")).to_be_visible()


def token(page: Page) -> dict[str, str]:
    """What a request needs that changes something."""
    page.goto("/graphs/")
    found = page.locator('meta[name="csrf-token"]').get_attribute("content")
    return {"X-CSRFToken": found or ""}


def test_a_menu_by_keyboard(page: Page) -> None:
    page.goto("/graphs/")
    summary = row(page, "Dispute refund").locator("summary")
    summary.focus()
    page.keyboard.press("Enter")
    entries = row(page, "Dispute refund").locator(".menu-items")
    expect(entries).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(entries).to_be_hidden()
    expect(summary).to_be_focused()


# ── bringing in, taking along ───────────────────────────────────────────────────────────────


def test_importing_a_chosen_file(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "night shift.json"
    file.write_text(graph_file(step("a"), step("b", "a"), name="Night shift"))
    page.goto("/graphs/")
    page.get_by_role("link", name="Import").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("dialog").get_by_role("button", name="Choose files").click()
    chooser.value.set_files(file)
    expect(page).to_have_url(re.compile("/graphs/night-shift/$"))
    assert node_count(page, "night-shift") == 2


def test_what_is_told_of_an_import_leaves_the_editor_in_the_window_and_can_be_closed(page: Page) -> None:
    # As the plain form of the page does it, where a script has not taken over.
    nodes = {f"n{at}": {"id": f"n{at}", "goal": "x", "depends_on": [], "status": "done"} for at in range(12)}
    page.goto("/import/")
    page.get_by_label("Or paste it").fill(json.dumps({"goal": "Told", "nodes": nodes}))
    page.get_by_role("button", name="Import").click()
    told = page.locator(".messages")
    expect(told).to_contain_text("It came with 12 notes")
    expect(told.get_by_text("n0")).not_to_be_visible()
    told.get_by_text("It came with 12 notes").click()
    expect(told.get_by_text("n0")).to_be_visible()
    expect(page.get_by_role("button", name="Show all")).to_be_in_viewport()
    assert page.evaluate("document.scrollingElement.scrollHeight <= innerHeight")
    told.get_by_role("button", name="Close this message").click()
    expect(told.locator(".banner")).to_have_count(0)
    expect(page.get_by_role("main")).to_be_focused()


def test_importing_by_drop_tells_what_differs(page: Page) -> None:
    page.goto("/graphs/")
    expect(page.locator("#graphs-island")).to_be_attached()
    page.evaluate(HOLD)
    expect(page.get_by_text("Drop graph files to import them")).to_be_visible()
    page.evaluate(DROP, ["day shift.json", graph_file(step("a", tool="no.such.tool"))])
    dialog = page.get_by_role("dialog", name="Imported")
    expect(dialog.get_by_text("The file names no graph; it is called “day shift”.")).to_be_visible()
    expect(dialog.get_by_text("1 thing it names is not registered here")).to_be_visible()
    assert_sound(page)
    dialog.get_by_role("link", name="Open the graph").click()
    expect(page).to_have_url(re.compile("/graphs/day-shift/$"))


def test_importing_what_is_pasted(page: Page) -> None:
    page.goto("/graphs/")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("(text) => navigator.clipboard.writeText(text)", graph_file(step("a"), name="Pasted one"))
    page.locator("h1").click()
    page.keyboard.press("Control+V")
    dialog = page.get_by_role("dialog", name="Import a graph")
    expect(dialog.get_by_label("Or paste it")).to_have_value(re.compile("Pasted one"))
    dialog.get_by_role("button", name="Import", exact=True).click()
    expect(page).to_have_url(re.compile("/graphs/pasted-one/$"))


def test_pasting_into_a_field_imports_nothing(page: Page) -> None:
    page.goto("/graphs/")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("(text) => navigator.clipboard.writeText(text)", '{"name": "x"}')
    page.get_by_placeholder("Name").click()
    page.keyboard.press("Control+V")
    expect(page.get_by_placeholder("Name")).to_have_value('{"name": "x"}')
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_file_that_cannot_be_read_says_where_and_makes_nothing(page: Page, console: Console) -> None:
    console.expected.append("status of 422")
    page.goto("/graphs/")
    expect(page.locator("#graphs-island")).to_be_attached()
    bad = graph_file({"id": "A B", "kind": "tool"}, {"id": "c", "kind": "what"}, name="Broken")
    page.evaluate(DROP, ["broken.json", bad])
    dialog = page.get_by_role("dialog", name="Not imported")
    expect(dialog.get_by_role("heading", name="broken.json: nothing was imported")).to_be_visible()
    expect(dialog.get_by_text("$.nodes[0].id:")).to_be_visible()
    expect(dialog.get_by_text("$.nodes[1].kind:")).to_be_visible()
    assert_sound(page)
    dialog.get_by_role("button", name="Close").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.request.get("/api/graphs/?q=Broken").json()["results"] == []


def test_an_exported_file_comes_back_as_it_was(page: Page) -> None:
    page.goto("/graphs/")
    row(page, "Dispute refund").locator("summary").click()
    with page.expect_download() as download:
        row(page, "Dispute refund").get_by_role("link", name="Export").click()
    assert re.fullmatch(r"dispute-refund-r\d+\.json", download.value.suggested_filename)
    text = Path(download.value.path()).read_text(encoding="utf-8")
    page.evaluate(DROP, ["again.json", text])
    expect(page).to_have_url(re.compile(r"/graphs/dispute-refund-\d+/$"))
    copy = page.url.rstrip("/").rsplit("/", 1)[-1]
    assert page.request.get(f"/api/graphs/{copy}/export/").text() == text


# ── without JavaScript ──────────────────────────────────────────────────────────────────────


def test_graphs_without_javascript(plain_page: Page, tmp_path: Path) -> None:
    page = plain_page
    page.goto("/graphs/")
    page.get_by_role("link", name="New graph").click()
    page.get_by_label("Name").fill("By hand")
    page.get_by_role("button", name="Make the graph").click()
    expect(page).to_have_url(re.compile("/graphs/by-hand/$"))

    file = tmp_path / "uploaded.json"
    file.write_text(graph_file(step("a"), name="Uploaded"))
    page.goto("/import/")
    page.get_by_label("File").set_input_files(file)
    page.get_by_role("button", name="Import").click()
    expect(page).to_have_url(re.compile("/graphs/uploaded/$"))

    page.goto("/graphs/")
    from_menu(page, "Uploaded", "Duplicate")
    page.get_by_role("button", name="Duplicate").click()
    expect(page).to_have_url(re.compile("/graphs/copy-of-uploaded/$"))

    page.goto("/graphs/")
    from_menu(page, "Copy of Uploaded", "Archive")
    expect(page.get_by_text("“Copy of Uploaded” is archived.")).to_be_visible()
    expect(row(page, "Copy of Uploaded")).to_have_count(0)
