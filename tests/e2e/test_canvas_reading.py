"""The canvas as it is read, walked and searched, by whom and from how far."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.e2e.canvas import (
    Canvas,
    branching,
    chain,
    change_count,
    imported,
    near,
    nested,
    positions,
    selected,
    tool,
)
from tests.e2e.people import account, at_work
from tests.e2e.server import Server
from tests.e2e.test_pages import assert_sound
from tests.e2e.waiting import wait_until

TITLES = {
    "markup": "<img src=x onerror=alert(1)> & <b>bold</b>",
    "rtl": "\u05d1\u05d3\u05d9\u05e7\u05ea \u05e1\u05d9\u05db\u05d5\u05df (v2) \u202eevil",
    "emoji": "👩🏽‍🚀 launch 🚀🚀",
    "long": "An endless title " * 12,
    "none": "",
    "same": "Twice",
    "same2": "Twice",
}


def test_odd_titles_look_right(server: Server, tmp_path: Path, canvas: Canvas) -> None:
    nodes = [tool(id, title=title[:200]) if title else tool(id, title=None) for id, title in TITLES.items()]
    for node in nodes:
        if node["title"] is None:
            del node["title"]
    canvas.open(imported(server, tmp_path, "titles", nodes))
    heights = {box["height"] for box in canvas.boxes().values()}
    assert max(heights) - min(heights) < 1
    for id, title in TITLES.items():
        expect(canvas.node(id).locator("bdi").first).to_have_text(title[:200].strip() or id)
    assert canvas.page.locator(".react-flow__node img, .react-flow__node b").count() == 0


def test_it_is_sound_for_assistive_technology(server: Server, tmp_path: Path, canvas: Canvas) -> None:
    team = {"id": "crew", "kind": "team", "title": "Crew", "nodes": chain("x", "y"), "depends_on": []}
    canvas.open(imported(server, tmp_path, "axe", [team, *branching()]))
    expect(canvas.node("crew")).to_have_accessible_name("Crew, Team")
    canvas.node("a").click()
    assert_sound(canvas.page)
    canvas.page.keyboard.press("n")
    assert_sound(canvas.page)
    canvas.page.keyboard.press("Escape")
    canvas.page.keyboard.press("/")
    canvas.page.keyboard.type("x")
    assert_sound(canvas.page)


def test_who_may_only_look_changes_nothing(server: Server, browser: Browser, tmp_path: Path) -> None:
    slug = imported(server, tmp_path, "only-look", chain("a", "b"))
    with at_work(browser, server, account(server, "Vic Viewer", "Viewer")) as viewer:
        only_look(server, Canvas(viewer).open(slug), slug)


def only_look(server: Server, seen: Canvas, slug: str) -> None:
    viewer = seen.page
    expect(viewer.get_by_role("group", name="Add a node")).to_have_count(0)
    before = seen.box("a")
    seen.drag(seen.middle("a"), seen.empty(0.5, 0.8))
    moved = seen.box("a")
    assert near((moved["width"], moved["height"]), (before["width"], before["height"]))
    seen.node("b").click()
    viewer.keyboard.press("Delete")
    expect(seen.node("b")).to_be_visible()
    viewer.keyboard.press("F2")
    expect(viewer.locator(".node-rename")).to_have_count(0)
    assert positions(server, slug) == {}
    assert change_count(server, slug) == 0


def test_the_canvas_is_walked_and_used_by_keyboard(server: Server, tmp_path: Path, canvas: Canvas) -> None:
    canvas.open(imported(server, tmp_path, "keys", chain("a", "b", "c")))
    canvas.node("a").focus()
    canvas.page.keyboard.press("ArrowRight")
    expect(canvas.node("b")).to_be_focused()
    canvas.page.keyboard.press("Shift+ArrowRight")
    assert selected(canvas) == {"b", "c"}
    canvas.page.keyboard.press("Space")
    assert selected(canvas) == {"b"}
    before = canvas.box("b")
    canvas.node("b").focus()
    canvas.page.keyboard.press("Alt+ArrowDown")
    wait_until(lambda: canvas.box("b")["y"] > before["y"], "the node is moved")
    canvas.page.keyboard.press("Enter")
    expect(canvas.page.get_by_role("complementary", name="Inspector").locator(":focus")).to_be_visible()
    canvas.changes(0)


def test_search_brings_what_is_hidden_into_view(server: Server, tmp_path: Path, canvas: Canvas) -> None:
    canvas.open(imported(server, tmp_path, "search", nested()))
    canvas.node("crew").get_by_role("button", name="Collapse").click()
    canvas.page.keyboard.press("/")
    canvas.page.keyboard.type("y")
    expect(canvas.page.get_by_role("option", name="Y", exact=False).first).to_be_visible()
    canvas.page.keyboard.press("Enter")
    expect(canvas.node("y")).to_be_focused()
    assert selected(canvas) == {"y"}
    assert change_count(server, "search") == 0


def test_a_large_graph_is_blocks_from_afar_and_cards_from_near(
    server: Server, tmp_path: Path, canvas: Canvas
) -> None:
    nodes = [tool("root"), *(tool(f"n{at}", "root") for at in range(400)), tool("end", "n7")]
    canvas.open(imported(server, tmp_path, "large", nodes))
    canvas.page.keyboard.press("f")
    expect(canvas.page.locator('.editor-canvas[data-detail="blocks"]')).to_be_visible()
    assert canvas.ids() == set()
    canvas.page.keyboard.press("/")
    canvas.page.keyboard.type("n399")
    canvas.page.keyboard.press("Enter")
    expect(canvas.node("n399")).to_be_visible()
    assert len(canvas.ids()) < 200
    canvas.page.keyboard.press("f")
    expect(canvas.page.locator('.editor-canvas[data-detail="blocks"]')).to_be_visible()
    canvas.ground.click(position={"x": 200, "y": 20})
    canvas.changes(0)
