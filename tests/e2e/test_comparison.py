"""The history of a graph, and any two of its states beside each other."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.graphs import graph_file, row, step
from tests.e2e.server import Server
from tests.e2e.test_pages import assert_sound

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
