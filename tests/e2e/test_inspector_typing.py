"""Typing in the inspector: steps of undoing, expressions, and two people in one field."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.e2e.graphs import stored
from tests.e2e.inspector import (
    NODES,
    changes,
    draft,
    holds,
    inspect,
    invalid_expression,
    made,
    node,
)
from tests.e2e.people import account, at_work
from tests.e2e.server import Server
from tests.e2e.waiting import wait_until


def test_all_that_is_typed_in_one_visit_is_one_undo_step(page: Page, server: Server, tmp_path: Path) -> None:
    slug = made(server, tmp_path, "One step")
    inspector = inspect(page, slug, "fetch")
    text = inspector.get_by_label("Description")
    text.press("Control+End")
    text.press_sequentially(" And more.")
    before = wait_until(lambda: changes(server, slug), "the first pause was stored")
    text.press_sequentially(" And yet more.")
    wait_until(lambda: changes(server, slug) > before, "the second pause was stored")
    expect(text).to_have_value("Gets it. And more. And yet more.")
    inspector.get_by_label("Title", exact=True).click()
    stored(page)
    page.get_by_role("button", name=re.compile("^Undo")).click()
    expect(text).to_have_value("Gets it.")
    assert "description" in node(page, slug, "fetch")
    page.get_by_role("button", name=re.compile("^Redo")).click()
    expect(text).to_have_value("Gets it. And more. And yet more.")


def test_undo_in_a_field_is_the_fields_own(page: Page, server: Server, tmp_path: Path) -> None:
    slug = made(server, tmp_path, "Own undo")
    inspector = inspect(page, slug, "fetch")
    text = inspector.get_by_label("Description")
    text.press("Control+End")
    page.keyboard.insert_text("xyz")
    wait_until(lambda: changes(server, slug), "it was stored")
    text.press("Control+z")
    expect(text).to_have_value("Gets it.")
    inspector.get_by_label("Title", exact=True).click()
    holds(page, slug, "fetch", description="Gets it.")
    kinds = "select distinct kind from orchestration_change c join orchestration_graph g on g.id = c.graph_id"
    assert server.rows(f"{kinds} where g.slug = ?", [slug]) == [("edit",)]


@pytest.mark.parametrize("label", ["Title", "Description", "Taken when, case 1"])
def test_typing_triggers_no_shortcut(page: Page, server: Server, tmp_path: Path, label: str) -> None:
    slug = made(server, tmp_path, f"Typing in {label}")
    inspector = inspect(page, slug, "route")
    field = inspector.get_by_label(label, exact=True)
    field.click()
    if label == "Taken when, case 1":
        # The editor of expressions comes when somebody turns to one.
        expect(field).to_have_attribute("contenteditable", "true")
    field.press("Control+a")
    page.keyboard.type("ntfdlspcm?/")
    for key in ("Backspace", "Delete", "Shift+Z", "Shift+N", "F2", "Home", "End"):
        page.keyboard.press(key)
    expect(field).to_have_js_property("textContent" if label.startswith("Taken") else "value", "ntfdlspcm?ZN")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("button", name="Graph", exact=True)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Tab")
    stored(page)
    assert len(draft(page, slug)["nodes"]) == len(NODES)


def test_an_expression_is_judged_as_it_is_typed_as_it_is_afterwards(
    page: Page, server: Server, tmp_path: Path
) -> None:
    slug = made(server, tmp_path, "Judged")
    inspector = inspect(page, slug, "route")
    line = inspector.get_by_label("Taken when, case 1", exact=True)
    line.click()
    line.press("Control+a")
    page.keyboard.type("valu.amount > 100.0")
    finding = inspector.locator('[data-field="cases[0].when.value"] .finding')
    expect(finding).to_have_count(1)
    expect(line).to_have_attribute("aria-invalid", "true")
    typed = finding.inner_text()
    line.blur()
    problem = wait_until(lambda: invalid_expression(page, slug), "the draft has the problem") or {}
    assert problem["field"] == "cases[0].when.value"
    expect(finding).to_have_count(1)
    for text in (typed, finding.inner_text()):
        assert problem["message"] in text
    line.click()
    line.press("Control+a")
    page.keyboard.type("value.amount > 100.0")
    expect(finding).to_have_count(0)


def test_the_editor_of_expressions_comes_when_somebody_turns_to_one_and_takes_over_what_is_typed(
    page: Page, server: Server, tmp_path: Path
) -> None:
    slug = made(server, tmp_path, "Late")
    inspector = inspect(page, slug, "route")
    page.wait_for_load_state("networkidle")
    line = inspector.get_by_label("Taken when, case 1", exact=True)
    expect(line).to_have_value("value.amount > 100.0")
    # It is on its way for longer than the typing takes.
    released: list[Route] = []
    page.route("**/assets/CodeLineInput-*.js", lambda route: released.append(route))
    line.focus()
    line.press("End")
    page.keyboard.type(" && value.paid")
    wait_until(lambda: released, "the editor is asked for")
    page.keyboard.press("ArrowLeft")
    released[0].continue_()
    expect(inspector.locator(".cm-content").first).to_be_visible()
    page.keyboard.type("i")
    expect(line).to_have_text("value.amount > 100.0 && value.paiid")
    expect(line).to_be_focused()


def test_names_in_scope_are_completed_and_an_expression_is_tried(
    page: Page, server: Server, tmp_path: Path
) -> None:
    schema = {"type": "object", "properties": {"amount": {"type": "number"}}}
    slug = made(server, tmp_path, "Completed", [{**NODES[0], "output_schema": schema}, *NODES[1:]])
    inspector = inspect(page, slug, "route")
    line = inspector.get_by_label("Taken when, case 1", exact=True)
    line.click()
    line.press("Control+a")
    page.keyboard.type("value.")
    option = page.get_by_role("option", name=re.compile(r"^value\.amount"))
    expect(option).to_be_visible()
    option.click()
    page.keyboard.type(" > 2.0")
    expect(line).to_have_text("value.amount > 2.0")
    inspector.get_by_role("button", name="Try it: Taken when, case 1").click()
    sample = inspector.get_by_label("value, as JSON")
    sample.fill('{"amount": 3}')
    result = inspector.locator(".try-result")
    expect(result).to_contain_text("true")
    sample.fill('{"amount": 1}')
    expect(result).to_contain_text("false")
    sample.fill("{}")
    expect(inspector.locator(".try-failure")).to_contain_text("amount")


def test_what_comes_out_is_completed_where_that_is_read(page: Page, server: Server, tmp_path: Path) -> None:
    schema = {"type": "object", "properties": {"sent": {"type": "boolean"}}}
    check = {"kind": "expression", "value": "true"}
    first = {**NODES[0], "output_schema": schema, "verify_predicate": check}
    slug = made(server, tmp_path, "Output", [first, *NODES[1:]])
    inspector = inspect(page, slug, "fetch")
    line = inspector.get_by_label("What must be true", exact=True)
    line.click()
    line.press("Control+a")
    page.keyboard.type("value.")
    expect(page.get_by_role("option", name=re.compile(r"^value\.sent"))).to_be_visible()


def test_two_people_in_one_field(page: Page, server: Server, browser: Browser, tmp_path: Path) -> None:
    slug = made(server, tmp_path, "Two in one")
    mine = inspect(page, slug, "fetch").get_by_label("Description")
    with at_work(browser, server, account(server, "Ada Lovelace", "Editor")) as other:
        theirs = inspect(other, slug, "fetch").get_by_label("Description")
        mine.press("Control+End")
        mine.press_sequentially(" Mine.")
        holds(page, slug, "fetch", description="Gets it. Mine.")
        # She is in the field too, and has typed nothing: she follows.
        theirs.focus()
        expect(theirs).to_have_value("Gets it. Mine.")
        theirs.fill("Theirs.")
        holds(other, slug, "fetch", description="Theirs.")
        conflict = page.locator('[data-field="description"] .conflict')
        expect(conflict).to_contain_text("Ada Lovelace")
        expect(conflict).to_contain_text("Theirs.")
        expect(mine).to_have_value("Gets it. Mine.")
        mine.press_sequentially(" Still mine.")
        holds(page, slug, "fetch", description="Theirs.")
        conflict.get_by_role("button", name="Keep mine").click()
        expect(conflict).to_have_count(0)
        stored(page)
        holds(page, slug, "fetch", description="Gets it. Mine. Still mine.")
        conflict = other.locator('[data-field="description"] .conflict')
        expect(conflict).to_contain_text("Still mine.")
        conflict.get_by_role("button", name="Take theirs").click()
        expect(theirs).to_have_value("Gets it. Mine. Still mine.")
