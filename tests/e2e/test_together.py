"""Several people at one draft in several browsers: each sees the others; nothing is lost or done twice."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, WebSocketRoute, expect

from tests.e2e.conftest import DESKTOP
from tests.e2e.server import Server

numbers = itertools.count(1)
Guest = Callable[..., Page]
# An account, and a one-time way in.
ACCOUNT = """
from django.contrib.auth.models import Group, User
from dashboard.signin import signin_link_create
user, _ = User.objects.get_or_create(username={name!r}, defaults={{"first_name": {name!r}.title()}})
user.groups.set(Group.objects.filter(name={group!r}))
print(signin_link_create(user))
"""
TOP = "document.querySelector('.react-flow__node[data-id=send]').getBoundingClientRect().top"
SIGN_OUT = """
from django.contrib.sessions.models import Session
Session.objects.filter(session_key={key!r}).delete()
"""


@pytest.fixture
def guest(browser: Browser) -> Iterator[Guest]:
    """A person of this name at a browser of their own, who has the graph open and is connected."""
    contexts: list[BrowserContext] = []

    def come(server: Server, name: str, slug: str, group: str = "Editor", *, blocked: bool = False) -> Page:
        context = browser.new_context(base_url=server.address, viewport=DESKTOP)
        contexts.append(context)
        page = context.new_page()
        _enter(page, server, name, group)
        if blocked:
            page.route_web_socket("**/ws/graphs/**", _hang_up)
        page.goto(f"/graphs/{slug}/")
        expect(page.locator(f"[data-connection={'lost' if blocked else 'live'}]")).to_be_visible()
        return page

    yield come
    for context in contexts:
        context.close()


def _enter(page: Page, server: Server, name: str, group: str = "Editor") -> None:
    page.goto(server.manage("shell", "-v", "0", "-c", ACCOUNT.format(name=name, group=group)).strip())
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("navigation", name="Main")).to_be_visible()


def _hang_up(route: WebSocketRoute) -> None:
    route.close(code=1011)


def graph(server: Server, folder: Path) -> str:
    """A new graph of two nodes; gives its slug."""
    slug = f"together-{next(numbers)}"
    nodes = [
        {"id": "fetch", "kind": "delay", "seconds": 1, "title": "Fetch"},
        {"id": "send", "kind": "delay", "seconds": 1, "title": "Send", "depends_on": ["fetch"]},
    ]
    file = folder / f"{slug}.json"
    file.write_text(json.dumps({"schema_version": 1, "name": slug.title(), "nodes": nodes}))
    server.manage("graph_import", str(file), "--name", slug)
    return slug


def node(page: Page, title: str) -> Locator:
    return page.locator(".react-flow__node").filter(has_text=title)


def give_title(page: Page, id: str, title: str) -> None:
    page.evaluate("id => { location.hash = `#node=${id}`; }", id)
    field = page.get_by_label("Title", exact=True).first
    expect(field).to_be_visible()
    field.click()
    field.press("Control+A")
    field.press_sequentially(title, delay=20)


def changes(server: Server, slug: str) -> list[tuple[int, str, str]]:
    """Version, kind and author of all there are."""
    rows = server.rows(
        "select version, kind, author_name from orchestration_change c"
        " join orchestration_graph g on g.id = c.graph_id where g.slug = ? order by version",
        [slug],
    )
    return [(version, kind, author) for version, kind, author in rows]


def test_each_sees_what_the_other_does_and_where(server: Server, guest: Guest, tmp_path: Path) -> None:
    slug = graph(server, tmp_path)
    ada, bob = guest(server, "ada", slug), guest(server, "bob", slug)
    give_title(bob, "send", "Send it off")
    expect(node(ada, "Send it off")).to_be_visible(timeout=5_000)
    expect(node(ada, "Send it off").get_by_text("Bob")).to_be_visible()
    expect(ada.locator(".toast")).to_contain_text("Bob: Gave “Send” the title")
    give_title(ada, "fetch", "Fetch it")
    expect(node(bob, "Fetch it")).to_be_visible(timeout=5_000)
    # Undo takes back one's own, whoever was last.
    bob.get_by_role("button", name="Undo: Gave “Send”").click()
    expect(node(ada, "Send")).not_to_contain_text("Send it off")
    expect(node(ada, "Fetch it")).to_be_visible()
    expect(bob.locator(".toast").filter(has_text="Bob:")).to_have_count(0)
    people = ada.get_by_role("list", name="People who have this graph open")
    expect(people.get_by_role("listitem")).to_have_count(2)
    bob.goto("/runs/")
    expect(people).to_have_count(0, timeout=5_000)


def test_whoever_is_alone_is_told_nothing_of_others(server: Server, guest: Guest, tmp_path: Path) -> None:
    slug = graph(server, tmp_path)
    ada = guest(server, "ada", slug)
    for title in ("One", "Two"):
        give_title(ada, "send", title)
        expect(node(ada, title)).to_be_visible()
    expect(ada.locator("[data-saving=stored]")).to_be_visible()
    ada.reload()
    expect(node(ada, "Two")).to_be_visible()
    ada.get_by_role("button", name="Undo: ").click()
    expect(node(ada, "Two")).to_have_count(0)
    expect(ada.locator(".toast")).to_have_count(0)


def test_an_edit_that_no_longer_fits_is_refused_aloud(server: Server, guest: Guest, tmp_path: Path) -> None:
    """Bob hears nothing of Ada's removal, because no socket works for him."""
    slug = graph(server, tmp_path)
    ada, bob = guest(server, "ada", slug), guest(server, "bob", slug, blocked=True)
    bob.evaluate("location.hash = '#node=send'")
    expect(bob.get_by_label("Title", exact=True).first).to_be_visible()
    bob.route("**/draft/changes/**", lambda route: route.abort())
    bob.route("**/api/graphs/*/draft/", lambda route: route.abort())
    give_title(bob, "send", "Send it off")
    expect(bob.locator("[data-saving=waiting]")).to_be_visible()
    ada.evaluate("location.hash = '#node=send'")
    node(ada, "Send").click()
    ada.keyboard.press("Delete")
    expect(node(ada, "Send")).to_have_count(0)
    bob.unroute_all()
    expect(bob.locator(".toast-error").first).to_be_visible(timeout=30_000)
    expect(node(bob, "Send")).to_have_count(0)
    expect(bob.locator("[data-saving=stored]")).to_be_visible()
    assert [(kind, author) for _, kind, author in changes(server, slug)] == [("edit", "Ada")]


def wait_with_a_title(ada: Page, bob: Page) -> None:
    """Ada's title waits for the connection while Bob gives the same node another one."""
    ada.route("**/draft/**", lambda route: route.abort())
    give_title(ada, "send", "Ada's")
    expect(ada.locator("[data-saving=waiting]")).to_be_visible()
    give_title(bob, "send", "Bob's")
    expect(bob.locator("[data-saving=stored]")).to_be_visible()
    expect(node(bob, "Bob's")).to_be_visible()


@pytest.mark.parametrize("mine", [True, False])
def test_what_waited_is_not_stored_over_a_colleagues_unseen(
    server: Server, guest: Guest, tmp_path: Path, mine: bool
) -> None:
    slug = graph(server, tmp_path)
    ada, bob = guest(server, "ada", slug, blocked=True), guest(server, "bob", slug)
    wait_with_a_title(ada, bob)
    ada.unroute_all()
    conflict = ada.locator('[data-field="title"] .conflict')
    expect(conflict).to_contain_text("Bob", timeout=30_000)
    expect(conflict).to_contain_text("Bob's")
    expect(ada.get_by_label("Title", exact=True).first).to_have_value("Ada's")
    expect(ada.locator("[data-saving=stored]")).to_be_visible()
    assert [author for _, _, author in changes(server, slug)] == ["Bob"]
    conflict.get_by_role("button", name="Keep mine" if mine else "Take theirs").click()
    expect(conflict).to_have_count(0)
    expect(node(ada, "Ada's" if mine else "Bob's")).to_be_visible()
    expect(node(bob, "Ada's" if mine else "Bob's")).to_be_visible()


def test_the_question_waits_for_whoever_has_left_the_node(
    server: Server, guest: Guest, tmp_path: Path
) -> None:
    slug = graph(server, tmp_path)
    ada, bob = guest(server, "ada", slug, blocked=True), guest(server, "bob", slug)
    wait_with_a_title(ada, bob)
    node(ada, "Fetch").click()
    expect(ada.get_by_label("Title", exact=True).first).to_have_value("Fetch")
    ada.unroute_all()
    asked = ada.locator(".toast-error").filter(has_text="Bob changed this while yours waited")
    asked.get_by_role("button", name="Look at both").click(timeout=30_000)
    conflict = ada.locator('[data-field="title"] .conflict')
    expect(conflict).to_contain_text("Bob's")
    conflict.get_by_role("button", name="Keep mine").click()
    expect(node(bob, "Ada's")).to_be_visible()


def test_a_server_that_dies_loses_nothing(own_server: Server, guest: Guest, tmp_path: Path) -> None:
    slug = graph(own_server, tmp_path)
    ada = guest(own_server, "ada", slug)
    # What the page is made of has come.
    expect(ada.get_by_role("complementary", name="Inspector")).to_be_visible()
    own_server.kill()
    give_title(ada, "send", "Written without a server")
    expect(ada.get_by_text("Connection lost: 1 change waits").first).to_be_visible()
    own_server.start()
    expect(ada.locator("[data-saving=stored][data-connection=live]")).to_be_visible(timeout=60_000)
    expect(node(ada, "Written without a server")).to_be_visible()
    assert changes(own_server, slug) == [(1, "edit", "Ada")]


def test_a_session_that_ends_keeps_what_was_not_stored(
    own_server: Server, guest: Guest, tmp_path: Path
) -> None:
    slug = graph(own_server, tmp_path)
    ada = guest(own_server, "ada", slug)
    [key] = [cookie["value"] for cookie in ada.context.cookies() if cookie["name"] == "trackside_session"]
    own_server.manage("shell", "-v", "0", "-c", SIGN_OUT.format(key=key))
    give_title(ada, "send", "Signed out")
    expect(ada.get_by_text("You were signed out.")).to_be_visible()
    expect(ada.get_by_text("1 change of yours not stored")).to_be_visible()
    # In another tab, as the page says.
    tab = ada.context.new_page()
    _enter(tab, own_server, "ada")
    tab.close()
    ada.get_by_role("button", name="Try again").click()
    expect(ada.locator("[data-saving=stored][data-connection=live]")).to_be_visible()
    expect(node(ada, "Signed out")).to_be_visible()
    assert changes(own_server, slug) == [(1, "edit", "Ada")]


def test_a_viewer_writes_nothing(server: Server, guest: Guest, tmp_path: Path) -> None:
    slug = graph(server, tmp_path)
    vic = guest(server, "vic", slug, "Viewer")
    written: list[str] = []
    vic.on("request", lambda request: None if request.method == "GET" else written.append(request.url))
    vic.get_by_text("You are looking, not editing.").wait_for()
    box = node(vic, "Send").bounding_box()
    assert box is not None
    vic.mouse.move(box["x"] + 20, box["y"] + 10)
    vic.mouse.down()
    vic.mouse.move(box["x"] + 120, box["y"] + 90, steps=5)
    vic.mouse.up()
    node(vic, "Send").click()
    for keys in ("Delete", "n", "Escape", "F2", "Control+Z", "Control+D", "Control+V", "l"):
        vic.keyboard.press(keys)
    ada = guest(server, "ada", slug)
    give_title(ada, "fetch", "Seen by a viewer")
    expect(node(vic, "Seen by a viewer")).to_be_visible(timeout=5_000)
    assert [url for url in written if "/expression/" not in url] == []
    assert len(changes(server, slug)) == 1


def test_where_nodes_stand_is_seen_by_others_and_undone_here(
    server: Server, guest: Guest, tmp_path: Path
) -> None:
    slug = graph(server, tmp_path)
    ada, bob = guest(server, "ada", slug), guest(server, "bob", slug)
    before = node(bob, "Send").bounding_box()
    box = node(ada, "Send").bounding_box()
    assert before is not None and box is not None
    ada.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    ada.mouse.down()
    ada.mouse.move(box["x"] + 60, box["y"] + 160, steps=8)
    ada.mouse.up()
    bob.wait_for_function(f"top => ({TOP}) > top + 40", arg=before["y"])
    ada.get_by_role("button", name="Undo: Moved “Send”").click()
    bob.wait_for_function(f"top => ({TOP}) < top + 5", arg=before["y"])
    assert changes(server, slug) == []
