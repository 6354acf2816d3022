"""The inspector: a form for whatever is selected, in which what a person types is safe."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e import runs
from tests.e2e.conftest import Console
from tests.e2e.graphs import open_editor, stored
from tests.e2e.inspector import (
    EVERY_KIND,
    NODES,
    assert_usable,
    changes,
    fields_of,
    holds,
    inspect,
    made,
    node,
    select,
)
from tests.e2e.people import account, at_work
from tests.e2e.server import Server
from tests.e2e.waiting import wait_until


def test_a_form_built_by_hand_is_the_form_of_a_real_gate(page: Page, server: Server, tmp_path: Path) -> None:
    slug = made(
        server, tmp_path, "By hand", [{"id": "ask", "kind": "gate", "title": "Ask", "prompt": "Now?"}]
    )
    inspector = inspect(page, slug, "ask")
    inspector.get_by_role("button", name="Build a form").click()
    add = inspector.get_by_role("button", name="Add a field", exact=True).first
    kind = inspector.get_by_label("Type of the new field").first
    editor = inspector.locator(".field-editor")

    kind.select_option("Number")
    add.click()
    title = editor.get_by_label("Title")
    expect(title).to_be_focused()
    page.keyboard.type("Amount in euros")
    expect(editor.get_by_label("Key")).to_have_value("amount_in_euros")
    editor.get_by_label("At most").fill("300")
    editor.get_by_label("Required").check()

    kind.select_option("Choice")
    add.click()
    expect(title).to_be_focused()
    page.keyboard.type("Way")
    editor.get_by_label("Options").fill("card\nbank transfer")

    preview = inspector.get_by_role("region", name="Preview of Form")
    expect(preview.get_by_label("Way")).to_be_visible()
    preview.get_by_label("Amount in euros").fill("900")
    preview.get_by_role("button", name="Check").click()
    expect(preview.get_by_label("Amount in euros")).to_have_attribute("aria-invalid", "true")
    preview.get_by_label("Amount in euros").fill("200")
    preview.get_by_role("button", name="Check").click()
    expect(preview.get_by_text("This answer would be taken.")).to_be_visible()

    inspector.get_by_role("button", name="Move Way up").click()
    schema = {
        "type": "object",
        "properties": {
            "way": {"type": "string", "enum": ["card", "bank transfer"], "title": "Way"},
            "amount_in_euros": {"type": "number", "title": "Amount in euros", "maximum": 300},
        },
        "required": ["amount_in_euros"],
    }
    holds(page, slug, "ask", approval_schema=schema)
    wait_until(lambda: fields_of(page, slug, "ask") == ["way", "amount_in_euros"], "they stand in this order")

    page.get_by_role("button", name="Publish", exact=True).first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name=re.compile("^Publish")).click()
    expect(page.get_by_text("all published")).to_be_visible()
    run = runs.start(server, slug, {})
    page.goto(f"/approvals/{runs.open_approval(server, run)}/")
    form = page.locator("#approval-island")
    form.get_by_label("Way").select_option("bank transfer")
    form.get_by_label("Amount in euros").fill("120")
    form.get_by_role("button", name="Approve").click()
    expect(page.get_by_role("region", name="Receipt")).to_be_visible()
    runs.finish(server, run)


def test_a_rename_goes_everywhere_and_leaves_the_person_where_they_are(
    page: Page, server: Server, tmp_path: Path, console: Console
) -> None:
    console.expected.append("status of 4(09|22)")  # the id that is taken
    slug = made(server, tmp_path, "Renamed")
    inspector = inspect(page, slug, "fetch")
    field = inspector.get_by_label("Id", exact=True)
    field.fill("get")
    field.press("Enter")
    page.wait_for_url("**#node=get")
    expect(field).to_be_focused()
    expect(inspector.get_by_label("Title", exact=True)).to_have_value("Fetch")
    holds(page, slug, "route", depends_on=["get"])
    field.fill("route")
    field.press("Tab")
    refusal = inspector.locator('[data-field="id"] .finding')
    expect(refusal).to_contain_text("route")
    expect(field).to_have_value("route")
    expect(inspector.get_by_label("Kind", exact=True)).to_be_focused()


def test_the_edges_of_a_case_keep_to_it(page: Page, server: Server, tmp_path: Path) -> None:
    slug = made(server, tmp_path, "Cases")
    inspector = inspect(page, slug, "route")
    name = inspector.get_by_label("Case 1", exact=True)
    name.fill("large")
    name.press("Enter")
    holds(page, slug, "pause", depends_on=[{"node": "route", "case": "large"}])
    inspector.get_by_role("button", name="Move the case large down").click()
    expect(inspector.get_by_label("Case 2", exact=True)).to_have_value("large")
    inspector.get_by_role("button", name="Add a case").click()
    expect(inspector.get_by_label("Case 3", exact=True)).to_have_value("case 3")
    inspector.get_by_role("button", name="Remove the case else").click()
    expect(inspector.get_by_label("Case 3", exact=True)).to_have_count(0)
    stored(page)
    wait_until(
        lambda: [case["name"] for case in node(page, slug, "route")["cases"]] == ["large", "case 3"],
        "two cases are left",
    )
    holds(page, slug, "end", depends_on=[{"node": "route", "case": "else"}])


def test_a_tool_is_found_by_its_words_and_an_unknown_one_is_kept(
    page: Page, server: Server, tmp_path: Path
) -> None:
    slug = made(server, tmp_path, "Tools")
    inspector = inspect(page, slug, "fetch")
    picker = inspector.get_by_label("Tool", exact=True)
    picker.fill("template")
    option = inspector.get_by_role("option", name=re.compile("text.template"))
    expect(option).to_be_visible()
    picker.press("ArrowDown")
    picker.press("Enter")
    expect(picker).to_have_value("text.template")
    holds(page, slug, "fetch", tool="text.template")
    picker.fill("given up")
    picker.press("Escape")
    expect(picker).to_have_value("text.template")
    picker.fill("text.templat")
    picker.press("Tab")
    warning = inspector.locator('[data-field="tool"] .finding-warning')
    expect(warning).to_contain_text("Warning")
    holds(page, slug, "fetch", tool="text.templat")
    warning.get_by_role("button", name="Use text.template").click()
    expect(warning).to_have_count(0)
    expect(picker).to_have_value("text.template")


def test_the_input_of_a_tool_is_made_of_what_the_tool_takes(
    page: Page, server: Server, tmp_path: Path
) -> None:
    input_schema = {"type": "object", "properties": {"seconds": {"type": "number"}}}
    tool = {
        "id": "say",
        "kind": "tool",
        "title": "Say",
        "tool": "time.sleep",
        "input": {"second": "value"},
    }
    slug = made(server, tmp_path, "Takes", [tool], input_schema=input_schema)
    inspector = inspect(page, slug, "say")
    about = inspector.get_by_role("region", name="About the tool time.sleep")
    expect(about.get_by_role("listitem").filter(has_text="seconds")).to_contain_text("number")
    row = inspector.locator('[data-field="input.second"]')
    expect(row).to_contain_text("takes no field “second”")
    expect(inspector.locator('[data-field="input"] > .findings')).to_contain_text("needs the field “seconds”")
    row.get_by_role("button", name="Use seconds").click()
    expect(inspector.locator(".finding")).to_have_count(0)
    inspector.get_by_role("button", name="Remove the field seconds").click()
    add = inspector.get_by_role("combobox", name="Add a field")
    expect(add).to_be_focused()
    add.press("ArrowDown")
    suggestions = inspector.get_by_role("listbox", name="Suggestions")
    expect(suggestions.get_by_role("option").first).to_contain_text("required")
    add.press("ArrowDown")
    add.press("Enter")
    # What flows in has a field of that name.
    holds(page, slug, "say", input={"seconds": "value.seconds"})
    inspector.get_by_role("button", name="Remove the field seconds").click()
    holds(page, slug, "say", input=None)
    inspector.get_by_role("button", name=re.compile("Add .*seconds, which is required")).click()
    holds(page, slug, "say", input={"seconds": "value.seconds"})
    assert_usable(page)


def test_a_problem_leads_to_its_field_and_its_fix(page: Page, server: Server, tmp_path: Path) -> None:
    nodes = [*NODES[:3], {**NODES[3], "depends_on": [{"node": "route", "case": "elze"}]}]
    slug = made(server, tmp_path, "Fixed", [{**NODES[0]}, *NODES[1:]])
    open_editor(page, slug)
    token = page.locator('meta[name="csrf-token"]').get_attribute("content") or ""
    page.request.put(
        f"/api/graphs/{slug}/draft/document/",
        data={"base_version": 0, "text": json.dumps({"schema_version": 1, "name": "Fixed", "nodes": nodes})},
        headers={"X-CSRFToken": token, "Referer": page.url},
    )
    page.get_by_role("button", name=re.compile("problem")).first.click()
    page.locator(".problem-entry").filter(has_text=re.compile("End.*elze")).click()
    inspector = page.get_by_role("complementary", name="Inspector")
    row = inspector.locator('[data-field="depends_on[0]"]')
    expect(row.locator(":focus")).to_have_count(1)
    row.get_by_role("button", name="Use else").click()
    expect(inspector.locator(".finding")).to_have_count(0)
    holds(page, slug, "end", depends_on=[{"node": "route", "case": "else"}])


def test_dependencies_offer_what_the_server_allows(page: Page, server: Server, tmp_path: Path) -> None:
    slug = made(server, tmp_path, "Needs")
    inspector = inspect(page, slug, "fetch")
    add = inspector.get_by_label("Add a node that it needs")
    add.click()
    barred = inspector.get_by_role("option", name=re.compile("Pause"))
    expect(barred).to_have_attribute("aria-disabled", "true")
    inspector = select(page, "end")
    add = inspector.get_by_label("Add a node that it needs")
    add.fill("pau")
    add.press("ArrowDown")
    add.press("Enter")
    expect(inspector.get_by_role("button", name="Stop needing Pause")).to_be_visible()
    inspector.get_by_label("The case of Route").select_option("big")
    expect(inspector.get_by_label("The case of Route")).to_have_value("big")
    inspector.get_by_role("button", name="Stop needing Pause").click()
    expect(add).to_be_focused()
    holds(page, slug, "end", depends_on=[{"node": "route", "case": "big"}])


def test_an_edge_is_changed_where_it_is_selected(page: Page, server: Server, tmp_path: Path) -> None:
    slug = made(server, tmp_path, "Edges")
    open_editor(page, slug)
    page.locator(".react-flow__edge[data-id^='route→end']").dispatch_event("click")
    inspector = page.get_by_role("complementary", name="Inspector")
    expect(inspector.get_by_role("heading", name="Route → End")).to_be_visible()
    case = inspector.get_by_label("The case of Route")
    case.focus()
    case.select_option("big")
    holds(page, slug, "end", depends_on=[{"node": "route", "case": "big"}])
    expect(case).to_have_value("big")
    expect(case).to_be_focused()
    source = inspector.get_by_label("Let it come from")
    source.fill("fet")
    source.press("ArrowDown")
    source.press("Enter")
    holds(page, slug, "end", depends_on=["fetch"])
    inspector.get_by_role("button", name="Remove this edge").click()
    expect(inspector.get_by_role("heading", name="End")).to_be_visible()
    holds(page, slug, "end", depends_on=None)


def test_another_kind_comes_with_what_it_must_have(page: Page, server: Server, tmp_path: Path) -> None:
    slug = made(server, tmp_path, "Another kind")
    inspector = inspect(page, slug, "end")
    kind = inspector.get_by_label("Kind", exact=True)
    kind.select_option("Fold")
    expect(inspector.get_by_label("Passes at most")).to_have_value("3")
    expect(kind).to_have_value("fold")
    holds(page, slug, "end", kind="fold", max_iterations=3, seconds=None)
    page.get_by_role("button", name=re.compile("^Undo")).click()
    holds(page, slug, "end", kind="delay", seconds=1)
    expect(kind).to_have_value("delay")


def test_json_is_saved_as_what_changed_in_it(page: Page, server: Server, tmp_path: Path) -> None:
    slug = made(server, tmp_path, "As JSON")
    inspector = inspect(page, slug, "pause")
    inspector.get_by_role("tab", name="JSON").click()
    text = inspector.get_by_label("This node as JSON")
    expect(text).to_have_attribute("contenteditable", "true")
    text.fill("{")
    inspector.get_by_role("button", name="Save").click()
    expect(inspector.locator(".finding")).to_contain_text("This is not JSON")
    text.fill('{"id": "wait", "kind": "delay", "seconds": 5, "depends_on": ["fetch"]}')
    text.press("Control+s")
    page.wait_for_url("**#node=wait")
    assert node(page, slug, "wait") == {
        "id": "wait",
        "kind": "delay",
        "seconds": 5,
        "depends_on": ["fetch"],
    }


def test_several_nodes_are_set_in_one_step(page: Page, server: Server, tmp_path: Path) -> None:
    slug = made(server, tmp_path, "Several")
    open_editor(page, slug)
    page.locator(".react-flow__node").first.focus()
    page.keyboard.press("Control+a")
    inspector = page.get_by_role("complementary", name="Inspector")
    expect(inspector.get_by_role("heading", name="4 nodes")).to_be_visible()
    inspector.get_by_label("When it fails").select_option("Skip")
    for one in NODES:
        holds(page, slug, one["id"], failure_strategy="skip")
    assert changes(server, slug) == 1


def test_a_viewer_reads_every_field_and_has_no_control(
    server: Server, browser: Browser, tmp_path: Path
) -> None:
    slug = made(server, tmp_path, "Viewed", EVERY_KIND)
    with at_work(browser, server, account(server, "Vera Viewer", "Viewer")) as page:
        open_editor(page, slug)
        inspector = page.get_by_role("complementary", name="Inspector")
        for one in EVERY_KIND:
            page.evaluate("id => { location.hash = `#node=${id}`; }", one["id"])
            expect(inspector.get_by_role("heading", name=one["title"])).to_be_visible()
            expect(inspector.get_by_role("heading", name="Schemas")).to_be_visible()
            expect(inspector.locator("input, select, textarea, [contenteditable=true]")).to_have_count(0)
        expect(inspector.get_by_text("Crew").first).to_be_visible()


@pytest.mark.parametrize("width", [1440, 390])
def test_every_kind_can_be_used_by_everybody(
    page: Page, server: Server, tmp_path: Path, console: Console, width: int
) -> None:
    slug = made(server, tmp_path, f"Every kind {width}", EVERY_KIND)
    open_editor(page, slug)
    inspector = page.get_by_role("complementary", name="Inspector")
    for one in EVERY_KIND:
        page.set_viewport_size({"width": 1440, "height": 900})
        select(page, one["id"])
        page.set_viewport_size({"width": width, "height": 900})
        if width < 500 and inspector.count() == 0:
            page.get_by_role("button", name=re.compile("^Open")).last.click()
        expect(inspector.get_by_label("Title", exact=True)).to_be_visible()
        assert_usable(page)
