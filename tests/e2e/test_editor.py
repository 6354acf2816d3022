"""The page on which a graph is edited: its name, its state, undo, publish, try and run."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.e2e import graphs, runs
from tests.e2e.conftest import Console
from tests.e2e.editing import count, menu, rename, replace_in_code, state, verb
from tests.e2e.people import account, at_work
from tests.e2e.server import Server
from tests.e2e.test_pages import SIZES, assert_sound

# ── the name ────────────────────────────────────────────────────────────────────────────────


def test_a_new_name_is_everywhere_and_stays(editor: Page) -> None:
    rename(editor, "Greet <b>somebody</b>")
    graphs.stored(editor)
    expect(state(editor)).to_contain_text("Revision 1 · 1 unpublished change")
    expect(editor).to_have_title(re.compile("^Greet <b>somebody</b>"))
    editor.reload()
    expect(editor.get_by_role("heading", level=1)).to_have_text("Greet <b>somebody</b>")
    expect(editor.get_by_role("navigation", name="Breadcrumb")).to_contain_text("Greet <b>somebody</b>")


def test_a_name_that_was_given_up_changes_nothing(editor: Page, request: pytest.FixtureRequest) -> None:
    editor.get_by_role("button", name="Rename the graph").click()
    editor.get_by_label("Name of the graph").fill("Something else")
    editor.keyboard.press("Escape")
    expect(editor.get_by_role("heading", level=1)).to_have_text(request.node.name[:60])
    expect(editor.get_by_role("button", name="Rename the graph")).to_be_focused()
    expect(state(editor)).to_contain_text("all published")


# ── undo and redo ───────────────────────────────────────────────────────────────────────────


def test_undo_and_redo_say_what_they_do_and_outlive_a_reload(
    editor: Page, request: pytest.FixtureRequest
) -> None:
    rename(editor, "Once")
    rename(editor, "Twice")
    graphs.stored(editor)
    editor.reload()
    editor.get_by_role("button", name="Undo: Named the graph “Twice”").click()
    expect(editor.get_by_role("heading", level=1)).to_have_text("Once")
    editor.get_by_role("button", name="Undo: Named the graph “Once”").click()
    expect(editor.get_by_role("heading", level=1)).to_have_text(request.node.name[:60])
    expect(editor.get_by_role("button", name="Nothing to undo")).to_be_focused()
    expect(state(editor)).to_contain_text("all published")
    editor.reload()
    editor.get_by_role("button", name="Redo: Named the graph “Once”").click()
    expect(editor.get_by_role("heading", level=1)).to_have_text("Once")
    expect(state(editor)).to_contain_text("1 unpublished change")


def test_the_changes_are_listed_with_what_was_taken_back(editor: Page) -> None:
    rename(editor, "Once")
    rename(editor, "Twice")
    editor.get_by_role("button", name="Undo: Named the graph “Twice”").click()
    expect(editor.get_by_role("heading", level=1)).to_have_text("Once")
    editor.get_by_role("button", name="Changes 1").click()
    lines = editor.get_by_role("list", name="Unpublished changes, newest first").get_by_role("listitem")
    expect(lines).to_have_count(3)
    expect(lines.nth(0)).to_contain_text("Undo")
    expect(lines.nth(1)).to_contain_text("Named the graph “Twice”")
    expect(lines.nth(1)).to_contain_text("Undone")
    expect(lines.nth(2)).to_contain_text("Named the graph “Once”")
    expect(lines.nth(2)).not_to_contain_text("Undone")


def test_the_drawer_is_used_by_keyboard(editor: Page) -> None:
    button = editor.get_by_role("button", name="Changes 0")
    button.press("Enter")
    drawer = editor.get_by_role("region", name="Problems and changes")
    expect(drawer).to_be_focused()
    edge = drawer.get_by_role("separator")
    before = int(edge.get_attribute("aria-valuenow") or 0)
    edge.press("ArrowUp")
    expect(edge).to_have_attribute("aria-valuenow", str(before + 24))
    drawer.get_by_role("tab", name="Changes").press("ArrowLeft")
    expect(drawer.get_by_role("tab", name="Problems")).to_have_attribute("aria-selected", "true")
    editor.keyboard.press("Escape")
    expect(drawer).to_have_count(0)
    expect(button).to_be_focused()


# ── publish ─────────────────────────────────────────────────────────────────────────────────


def test_publishing_what_one_has_seen(editor: Page, server: Server, slug: str) -> None:
    rename(editor, "Better")
    verb(editor, "Publish")
    dialog = editor.get_by_role("dialog", name="Publish revision 2")
    expect(dialog.get_by_role("listitem")).to_contain_text("Named the graph “Better”")
    dialog.get_by_label("Message").fill("A better name")
    dialog.get_by_role("button", name="Publish").click()
    expect(dialog).to_have_count(0)
    expect(editor.get_by_role("region", name="Results")).to_contain_text("Revision 2 is published.")
    expect(editor.get_by_role("link", name="Show the history")).to_have_attribute(
        "href", f"/graphs/{slug}/history/"
    )
    expect(state(editor)).to_contain_text("Revision 2 · all published")
    query = (
        "select message from orchestration_revision where number = 2 and graph_id in "
        "(select id from orchestration_graph where slug = ?)"
    )
    assert server.rows(query, [slug]) == [("A better name",)]


def test_a_colleagues_change_is_not_published_unseen(
    editor: Page, console: Console, browser: Browser, server: Server, slug: str
) -> None:
    ada = account(server, "Ada Lovelace", "Editor")
    rename(editor, "Mine")
    verb(editor, "Publish")
    dialog = editor.get_by_role("dialog", name="Publish revision 2")
    expect(dialog.get_by_role("listitem")).to_have_count(1)
    with at_work(browser, server, ada) as colleague:
        graphs.open_editor(colleague, slug)
        rename(colleague, "Theirs")
        graphs.stored(colleague)
    seen = dialog.get_by_role("button", name="I have seen it")
    expect(seen).to_be_visible()
    expect(dialog.get_by_role("alert")).to_contain_text("The draft was changed while you looked.")
    expect(dialog.get_by_role("alert")).to_contain_text("Named the graph “Theirs”")
    expect(dialog.get_by_role("alert")).to_contain_text("Ada Lovelace")
    seen.click()
    expect(dialog).to_contain_text("With 1 change by Ada Lovelace.")
    expect(dialog.get_by_role("listitem")).to_have_count(2)
    dialog.get_by_role("button", name="Publish").click()
    expect(state(editor)).to_contain_text("Revision 2 · all published")


def test_what_the_page_has_not_heard_of_is_not_published_either(
    editor: Page, console: Console, browser: Browser, server: Server, slug: str
) -> None:
    """No news of a colleague's change reach this page: the server says so, and the dialog asks again."""
    console.expected.append("status of 409")
    ada = account(server, "Ada Lovelace", "Editor")
    editor.route_web_socket(re.compile("/ws/graphs/"), lambda socket: None)
    editor.reload()
    rename(editor, "Mine")
    verb(editor, "Publish")
    dialog = editor.get_by_role("dialog", name="Publish revision 2")
    expect(dialog.get_by_role("listitem")).to_have_count(1)
    with at_work(browser, server, ada) as colleague:
        graphs.open_editor(colleague, slug)
        rename(colleague, "Theirs")
        graphs.stored(colleague)
    dialog.get_by_role("button", name="Publish").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Named the graph “Theirs”")
    expect(dialog.get_by_role("button", name="I have seen it")).to_be_enabled()
    assert count(server, "revisions", slug) == 1


def test_problems_keep_a_draft_from_being_published_and_lead_to_their_place(
    page: Page, server: Server, slug: str
) -> None:
    graphs.open_editor(page, slug)
    menu(page, "JSON")
    replace_in_code(page, "run.input.who", "run.input.who +")
    page.get_by_role("button", name="Store").click()
    expect(page.get_by_text("The same as the draft")).to_be_visible()
    page.get_by_role("button", name="Leave the JSON").click()
    verb(page, "Publish")
    dialog = page.get_by_role("dialog", name="Publish revision 2")
    expect(dialog.get_by_role("alert")).to_contain_text("It cannot be published yet.")
    expect(dialog.get_by_role("button", name="Publish")).to_be_disabled()
    dialog.get_by_role("button", name="Write the greeting").click()
    expect(dialog).to_have_count(0)
    expect(page).to_have_url(re.compile("#node=greet$"))


# ── discard ─────────────────────────────────────────────────────────────────────────────────


def test_discarded_changes_come_back_by_undo(editor: Page, request: pytest.FixtureRequest) -> None:
    rename(editor, "Once")
    rename(editor, "Twice")
    menu(editor, "Discard changes…")
    dialog = editor.get_by_role("dialog", name="Discard the unpublished changes?")
    expect(dialog).to_contain_text("2 changes go, and the draft is revision 1 again.")
    dialog.get_by_role("button", name="Discard").click()
    expect(editor.get_by_role("heading", level=1)).to_have_text(request.node.name[:60])
    expect(state(editor)).to_contain_text("all published")
    editor.reload()
    editor.get_by_role("button", name="Undo: Went back to revision 1").click()
    expect(editor.get_by_role("heading", level=1)).to_have_text("Twice")


# ── try and run ─────────────────────────────────────────────────────────────────────────────


def test_the_draft_is_tried_to_the_end_without_publishing_it(editor: Page, server: Server, slug: str) -> None:
    rename(editor, "Tried first")
    verb(editor, "Try")
    dialog = editor.get_by_role("dialog", name="Try the draft")
    expect(dialog).to_contain_text("Tools really run.")
    dialog.get_by_label("Who to greet").fill("Ada")
    dialog.get_by_role("button", name="Start the test").click()
    editor.wait_for_url(re.compile(r"/runs/\d+/$"))
    run = int(editor.url.rstrip("/").rsplit("/", 1)[1])
    runs.finish(server, run)
    expect(editor.locator("#run-island")).to_contain_text("Test of draft 1")
    expect(editor.locator("#run-island").get_by_text("Completed").first).to_be_visible()
    graphs.open_editor(editor, slug)
    expect(state(editor)).to_contain_text("Revision 1 · 1 unpublished change")


def test_an_input_that_does_not_fit_is_said_at_its_field(editor: Page, console: Console) -> None:
    console.expected.append("status of 422")
    verb(editor, "Try")
    dialog = editor.get_by_role("dialog", name="Try the draft")
    dialog.get_by_role("button", name="Start the test").click()
    expect(dialog.get_by_label("Who to greet")).to_have_attribute("aria-invalid", "true")
    assert "/runs/" not in editor.url


def test_one_node_is_tried_on_a_value_that_one_types(editor: Page, server: Server) -> None:
    editor.evaluate("location.hash = 'node=shout'")
    verb(editor, "Try")
    editor.get_by_role("button", name="Only Say it louder").click()
    dialog = editor.get_by_role("dialog", name="Try this node")
    dialog.get_by_label("Input").fill('"Hello"')
    dialog.get_by_role("button", name="Start the test").click()
    editor.wait_for_url(re.compile(r"/runs/\d+/$"))
    run = int(editor.url.rstrip("/").rsplit("/", 1)[1])
    runs.finish(server, run)


def test_a_run_is_of_what_is_published(editor: Page, server: Server) -> None:
    rename(editor, "Not in the run")
    verb(editor, "Run")
    dialog = editor.get_by_role("dialog", name="Run revision 1")
    expect(dialog).to_contain_text("unpublished change is not part of it")
    dialog.get_by_label("Who to greet").fill("Ada")
    dialog.get_by_role("button", name="Start the run").click()
    editor.wait_for_url(re.compile(r"/runs/\d+/$"))
    runs.finish(server, int(editor.url.rstrip("/").rsplit("/", 1)[1]))
    expect(editor.locator("#run-island")).to_contain_text("Revision 1")


# ── who may what, and what goes wrong ───────────────────────────────────────────────────────


def test_a_viewer_sees_everything_and_can_change_nothing(browser: Browser, server: Server, slug: str) -> None:
    with at_work(browser, server, account(server, "Vic Viewer", "Viewer")) as viewer:
        graphs.open_editor(viewer, slug)
        expect(viewer.get_by_text("You are looking, not editing.")).to_be_visible()
        for name in ("Rename the graph", "Try", "Publish", "Run", "Nothing to undo"):
            expect(viewer.locator(".editor").get_by_role("button", name=name, exact=True)).to_have_count(0)
        menu(viewer, "JSON")
        code = viewer.get_by_role("textbox", name="The draft as JSON")
        expect(code).to_contain_text("Say it louder")
        code.click()
        viewer.keyboard.type("nothing of this")
        expect(code).not_to_contain_text("nothing of this")
        viewer.get_by_role("button", name="More about this graph").click()
        for entry in ("Archive", "Duplicate…", "Discard changes…"):
            expect(viewer.locator(".menu-items").get_by_text(entry)).to_have_count(0)
    assert count(server, "changes", slug) == 0


def test_people_see_who_else_is_here(editor: Page, browser: Browser, server: Server, slug: str) -> None:
    expect(editor.get_by_role("list", name="People who have this graph open")).to_have_count(0)
    with at_work(browser, server, account(server, "Ada Lovelace", "Editor")) as colleague:
        graphs.open_editor(colleague, slug)
        people = editor.get_by_role("list", name="People who have this graph open")
        expect(people).to_contain_text("Ada Lovelace")
        expect(people.get_by_text("AL", exact=True)).to_be_visible()


def test_a_lost_connection_is_said_and_what_waits_is_sent(
    editor: Page, console: Console, context: BrowserContext
) -> None:
    console.expected += ["ERR_INTERNET_DISCONNECTED", "WebSocket"]
    context.set_offline(True)
    editor.get_by_role("button", name="Rename the graph").click()
    editor.get_by_label("Name of the graph").fill("Written on a train")
    editor.keyboard.press("Enter")
    # Where the nodes stand may wait too, if that had not been stored yet.
    expect(state(editor)).to_contain_text(re.compile("Connection lost: (1 change waits|2 changes wait)"))
    context.set_offline(False)
    graphs.stored(editor)
    editor.reload()
    expect(editor.get_by_role("heading", level=1)).to_have_text("Written on a train")


def test_a_draft_that_cannot_be_loaded_says_so_and_can_be_tried_again(
    page: Page, console: Console, slug: str
) -> None:
    console.expected.append("ERR_FAILED")

    def fail(route: Route) -> None:
        route.abort()

    page.route("**/draft/", fail)
    page.goto(f"/graphs/{slug}/")
    expect(page.get_by_role("heading", name="The graph could not be loaded")).to_be_visible()
    expect(page.get_by_role("button", name="Rename the graph")).to_have_count(0)
    page.unroute("**/draft/", fail)
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("button", name="Rename the graph")).to_be_visible()


def test_an_archived_graph_is_for_looking_until_it_is_brought_back(editor: Page) -> None:
    menu(editor, "Archive")
    expect(editor.get_by_text("This graph is archived.")).to_be_visible()
    expect(editor.get_by_role("button", name="Rename the graph")).to_have_count(0)
    expect(editor.locator(".editor-head").get_by_role("button", name="Try", exact=True)).to_have_count(0)
    editor.reload()
    editor.get_by_role("button", name="Bring it back").click()
    expect(editor.get_by_role("button", name="Rename the graph")).to_be_visible()


def test_an_empty_graph_says_how_to_begin(page: Page, server: Server, request: pytest.FixtureRequest) -> None:
    graphs.open_editor(page, graphs.blank(server, request.node.name[:60]))
    expect(page.get_by_role("heading", name="No nodes yet")).to_be_visible()
    expect(state(page)).to_contain_text("Never published")
    expect(page.locator(".editor-head").get_by_role("button", name="Run", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Add the first node").click()
    expect(page.get_by_role("dialog")).to_be_visible()


# ── for everybody ───────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("size", SIZES)
def test_every_part_of_the_page_is_sound(page: Page, slug: str, size: str) -> None:
    page.set_viewport_size(SIZES[size])
    page.emulate_media(reduced_motion="reduce")
    graphs.open_editor(page, slug)
    rename(page, "A name that is long enough to need more room than there is on a small screen")
    page.get_by_role("button", name="Changes 1").click()
    expect(page.get_by_role("list", name="Unpublished changes, newest first")).to_be_visible()
    assert_sound(page)
    page.keyboard.press("Escape")
    for entry, dialog in (
        ("Discard changes…", "Discard the unpublished changes?"),
        ("Duplicate…", "Duplicate this graph"),
    ):
        menu(page, entry)
        expect(page.get_by_role("dialog", name=dialog)).to_be_visible()
        assert_sound(page)
        page.keyboard.press("Escape")
    page.get_by_role("button", name="More about this graph").click()
    assert_sound(page)
    page.keyboard.press("Escape")
    menu(page, "JSON")
    expect(page.get_by_role("textbox", name="The draft as JSON")).to_contain_text("Say it louder")
    assert_sound(page)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["Publish", "Try", "Run"])
def test_every_dialog_of_the_header_is_sound(page: Page, slug: str, size: str, name: str) -> None:
    page.set_viewport_size(SIZES[size])
    page.emulate_media(reduced_motion="reduce")
    graphs.open_editor(page, slug)
    rename(page, "Changed")
    if size == "narrow":
        menu(page, {"Publish": "Publish…", "Try": "Try the draft…", "Run": "Run…"}[name])
    else:
        verb(page, name)
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("textbox").first).to_be_visible()
    assert_sound(page)
