"""Graphs as things that people make, keep, take along and compare, in the browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils.text import slugify
from playwright.sync_api import Browser, Page, StorageState, expect

from tests.e2e.conftest import DESKTOP, Console
from tests.e2e.server import Server
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


def step(id: str, *needs: Any, **fields: Any) -> dict[str, Any]:
    return {"id": id, "kind": "tool", "tool": "time.sleep", "depends_on": list(needs), **fields}


def graph_file(*nodes: dict[str, Any], **fields: Any) -> str:
    return json.dumps({"schema_version": 1, "nodes": list(nodes), **fields})


def node_count(page: Page, slug: str) -> int:
    answer = page.request.get(f"/api/graphs/{slug}/")
    assert answer.status == 200
    count: int = answer.json()["node_count"]
    return count


def row(page: Page, name: str) -> Any:
    """The row of the graph that was first called so: others may have the name too."""
    slug = slugify(name)
    return page.get_by_role("row").filter(has=page.locator(f'a[href="/graphs/{slug}/"]'))


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


# ── history and comparison ──────────────────────────────────────────────────────────────────

CASES = [
    {"name": "large", "when": {"kind": "expression", "value": "value.amount > 100.0"}},
    {"name": "small", "when": {"kind": "expression", "value": "true"}},
]
SIZE = {"id": "size", "kind": "branch", "title": "How large?", "cases": CASES}
LARGE, SMALL = {"node": "size", "case": "large"}, {"node": "size", "case": "small"}
OLD = graph_file(
    SIZE,
    step("ask", LARGE, title="Ask somebody"),
    step("pay", SMALL, title="Pay"),
    step("log", "pay", title="Log it"),
    step("mail", "ask", title="Send a mail"),
    name="Invoices",
)
NEW = graph_file(
    SIZE,
    step("ask", LARGE, title="Ask two people", max_retries=1),
    step("pay", SMALL, title="Pay"),
    step("mail", "pay", title="Send a mail"),
    step("archive", "mail", title="Archive"),
    name="Invoices",
)


@pytest.fixture(scope="session")
def invoices(server: Server, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A graph with two revisions."""
    file = tmp_path_factory.mktemp("invoices") / "invoices.json"
    for text in (OLD, NEW):
        file.write_text(text)
        server.manage("graph_import", str(file), "--name", "invoices")
    return "invoices"


def card(page: Page, id: str) -> Any:
    return page.locator(f'.react-flow__node[data-id="{id}"] .node-card')


def edge(page: Page, id: str) -> Any:
    return page.locator(f'.react-flow__edge[data-id="{id}"] path').first


def difference(page: Page, name: str) -> Any:
    return page.locator(".difference").filter(has_text=name)


def test_two_revisions_on_one_canvas(page: Page, invoices: str) -> None:
    page.goto(f"/graphs/{invoices}/history/")
    page.get_by_role("link", name="Compare revision 2 with the previous").click()
    expect(page).to_have_url(re.compile("/compare/1/2/$"))
    for id, mark, word in [
        ("archive", "added", "Added"),
        ("log", "removed", "Removed"),
        ("ask", "changed", "2 fields changed"),
        ("mail", "rerouted", "Rerouted"),
    ]:
        expect(card(page, id)).to_have_class(re.compile(rf"\bdiff-{mark}\b"))
        expect(card(page, id)).to_contain_text(word)
    expect(card(page, "pay")).to_have_class(re.compile(r"\bdiff-same\b"))
    # Nothing is coloured by a state, and a rerouted edge is there twice: as it was and as it is.
    expect(page.locator(".react-flow [class*='state-']")).to_have_count(0)
    expect(edge(page, "ask→mail")).to_have_class(re.compile("edge-removed"))
    assert edge(page, "ask→mail").evaluate("(path) => getComputedStyle(path).strokeDasharray") != "none"
    expect(edge(page, "pay→mail")).to_have_class(re.compile("edge-added"))
    assert edge(page, "pay→mail").evaluate("(path) => getComputedStyle(path).strokeDasharray") == "none"
    legend = page.get_by_role("list", name="Legend")
    for words in ("1 added", "1 removed", "1 changed", "1 rerouted"):
        expect(legend.get_by_text(words)).to_be_visible()
    assert_sound(page)


def test_the_same_in_words(page: Page, invoices: str) -> None:
    page.goto(f"/graphs/{invoices}/compare/1/2/")
    expect(page.get_by_text("Added tool “Archive” after “Send a mail”")).to_be_visible()
    expect(page.get_by_text("Let “Send a mail” depend on “Pay” instead of “Ask somebody”")).to_be_visible()
    difference(page, "Ask two people").get_by_role("button").click()
    expect(page.locator(".canvas")).to_have_attribute("data-selected", "ask")
    expect(card(page, "ask")).to_be_in_viewport()
    fields = difference(page, "Ask two people").locator(".field-changes")
    expect(fields.get_by_role("heading", name="title")).to_be_visible()
    expect(fields).to_contain_text("Ask somebody")
    expect(fields).to_contain_text("not set")
    # From the canvas to the words.
    card(page, "archive").click()
    expect(difference(page, "Archive").get_by_role("button")).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Escape")
    expect(page.locator('.difference [aria-expanded="true"]')).to_have_count(0)
    assert_sound(page)


def test_sides_are_swapped_and_chosen(page: Page, invoices: str) -> None:
    page.goto(f"/graphs/{invoices}/compare/1/2/")
    page.get_by_role("link", name="Swap the two sides").click()
    expect(page).to_have_url(re.compile("/compare/2/1/$"))
    expect(card(page, "archive")).to_have_class(re.compile(r"\bdiff-removed\b"))
    page.get_by_label("New", exact=True).select_option("2")
    expect(page.get_by_role("heading", name="Nothing differs")).to_be_visible()


def test_any_two_states_are_picked_in_the_history(page: Page, invoices: str) -> None:
    page.goto(f"/graphs/{invoices}/history/")
    compare = page.get_by_role("button", name="Compare two")
    expect(compare).to_have_attribute("aria-disabled", "true")
    page.get_by_label("Select revision 2").check()
    page.get_by_label("Select the draft").check()
    page.get_by_label("Select revision 1").check()
    # A third takes the place of the one that was marked first.
    expect(page.get_by_label("Select revision 2")).not_to_be_checked()
    compare.click()
    expect(page).to_have_url(re.compile("/compare/1/draft/$"))


def test_on_a_phone_the_words_come_first(page: Page, invoices: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/graphs/{invoices}/compare/1/2/")
    first = difference(page, "Ask two people")
    expect(first).to_be_in_viewport()
    canvas = page.locator(".canvas")
    assert first.bounding_box()["y"] < canvas.bounding_box()["y"]  # type: ignore[index]
    first.get_by_role("button").first.click()
    first.get_by_role("button", name="Show on the canvas").click()
    expect(card(page, "ask")).to_be_in_viewport()
    assert_sound(page)


def test_an_old_revision_becomes_the_draft_again(page: Page, server: Server, tmp_path: Path) -> None:
    file = tmp_path / "parcels.json"
    for nodes in ([step("a")], [step("a"), step("b", "a")]):
        file.write_text(graph_file(*nodes, name="Parcels"))
        server.manage("graph_import", str(file), "--name", "parcels")
    page.goto("/graphs/parcels/history/")
    page.get_by_role("button", name="Restore revision 1 as draft").click()
    expect(page).to_have_url(re.compile("/graphs/parcels/$"))
    draft = page.request.get("/api/graphs/parcels/draft/").json()
    assert [placed["node"]["id"] for placed in draft["nodes"]] == ["a"]
    assert (draft["latest_revision"], draft["undo"]) == (2, "Restored revision 1")
    page.goto("/graphs/?q=parcels")
    expect(row(page, "Parcels")).to_contain_text("1 change")


# ── without JavaScript ──────────────────────────────────────────────────────────────────────


@pytest.fixture
def plain_page(browser: Browser, server: Server, session: StorageState) -> Iterator[Page]:
    context = browser.new_context(
        base_url=server.address, storage_state=session, viewport=DESKTOP, java_script_enabled=False
    )
    yield context.new_page()
    context.close()


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


def test_a_comparison_without_javascript(plain_page: Page, invoices: str) -> None:
    page = plain_page
    page.goto(f"/graphs/{invoices}/history/")
    page.get_by_label("Select revision 1").check()
    page.get_by_label("Select revision 2").check()
    page.get_by_role("button", name="Compare two").click()
    expect(page).to_have_url(re.compile("/compare/1/2/$"))
    # Playwright finds nothing by role inside <noscript>, although the browser shows it.
    expect(page.locator("li", has_text="Removed tool “Log it”")).to_be_visible()
    expect(page.locator("section", has_text="Ask two people").last.locator("pre").first).to_be_visible()
