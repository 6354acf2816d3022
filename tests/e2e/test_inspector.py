"""The inspector: a form for whatever is selected, in which what a person types is safe."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.e2e import runs
from tests.e2e.conftest import Console
from tests.e2e.graphs import open_editor, publish, stored
from tests.e2e.people import account, at_work
from tests.e2e.server import Server
from tests.e2e.test_pages import AXE, RULES, SETTLED, THEMES
from tests.e2e.waiting import wait_until

NODES: list[dict[str, Any]] = [
    {"id": "fetch", "kind": "tool", "title": "Fetch", "tool": "time.sleep", "description": "Gets it."},
    {
        "id": "route",
        "kind": "branch",
        "title": "Route",
        "depends_on": ["fetch"],
        "cases": [
            {"name": "big", "when": {"kind": "expression", "value": "value.amount > 100.0"}},
            {"name": "else", "when": {"kind": "expression", "value": "true"}},
        ],
    },
    {
        "id": "pause",
        "kind": "delay",
        "title": "Pause",
        "seconds": 1,
        "depends_on": [{"node": "route", "case": "big"}],
    },
    {
        "id": "end",
        "kind": "delay",
        "title": "End",
        "seconds": 1,
        "depends_on": [{"node": "route", "case": "else"}],
    },
]
EVERY_KIND: list[dict[str, Any]] = [
    *NODES,
    {
        "id": "ask",
        "kind": "gate",
        "title": "Ask",
        "depends_on": ["pause"],
        "assignees": ["admin"],
        "deadline_seconds": 7200,
        "on_deadline": {"submit": {"amount": 1}},
        "approval_schema": {"type": "object", "properties": {"amount": {"type": "number"}}},
    },
    {
        "id": "write",
        "kind": "agent",
        "title": "Write",
        "depends_on": ["ask"],
        "tool_allowlist": ["time.sleep", "no.tool"],
        "verify_predicate": {"kind": "natural", "value": "It is polite."},
    },
    {
        "id": "each",
        "kind": "map",
        "title": "Each",
        "over": "value.items",
        "body": {"node": "one"},
        "depends_on": ["write"],
    },
    {"id": "one", "kind": "agent", "title": "One"},
    {
        "id": "polish",
        "kind": "fold",
        "title": "Polish",
        "max_iterations": 3,
        "join": {"best_by": "value.score"},
        "depends_on": ["each"],
        "body": {"graph": {"nodes": [{"id": "draft", "kind": "agent", "input": {"text": "value"}}]}},
    },
    {"id": "crew", "kind": "team", "title": "Crew", "nodes": [{"id": "member", "kind": "agent"}]},
]


def made(server: Server, folder: Path, name: str, nodes: list[dict[str, Any]] = NODES, **fields: Any) -> str:
    return publish(server, folder, name, {"schema_version": 1, "nodes": nodes, **fields})


def draft(page: Page, slug: str) -> dict[str, Any]:
    answer: dict[str, Any] = page.request.get(f"/api/graphs/{slug}/draft/").json()
    return answer


def node(page: Page, slug: str, id: str) -> dict[str, Any]:
    seen = draft(page, slug)
    found: dict[str, dict[str, Any]] = {one["node"]["id"]: one["node"] for one in seen["nodes"]}
    assert id in found, f"version {seen['version']} has no {id}, only {list(found)}: {seen['changes']}"
    return found[id]


def inspect(page: Page, slug: str, id: str) -> Locator:
    """Open the graph with one node selected; the inspector with its form."""
    open_editor(page, slug)
    return select(page, id)


def select(page: Page, id: str) -> Locator:
    page.evaluate("id => { location.hash = `#node=${id}`; }", id)
    inspector = page.get_by_role("complementary", name="Inspector")
    expect(inspector.get_by_label("Id", exact=True)).to_have_value(id)
    expect(inspector.get_by_role("heading", name="Schemas")).to_be_visible()
    return inspector


def invalid_expression(page: Page, slug: str) -> dict[str, Any] | None:
    problems = draft(page, slug)["problems"]["problems"]
    return next((one for one in problems if one["code"] == "invalid_expression"), None)


def fields_of(page: Page, slug: str, gate: str) -> list[str]:
    return list(node(page, slug, gate)["approval_schema"]["properties"])


def holds(page: Page, slug: str, id: str, **fields: Any) -> None:
    """Wait until the draft's node has these fields; None: has them not."""
    # What is shown may be ahead of what is stored.
    wait_until(
        lambda: all(node(page, slug, id).get(name) == value for name, value in fields.items()),
        f"{id} has {fields}",
        seconds=15,
    )


def assert_usable(page: Page) -> None:
    """Fail on a serious accessibility violation in the inspector, in either theme."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    for theme in THEMES:
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        page.evaluate(SETTLED)
        found: list[dict[str, Any]] = page.evaluate(
            "(rules) => axe.run('.inspector', {runOnly: rules}).then((results) => results.violations)", RULES
        )
        assert [(one["id"], one["nodes"][0]["html"]) for one in found] == [], theme


def changes(server: Server, slug: str) -> int:
    query = (
        "select count(*) from orchestration_change c join orchestration_graph g on g.id = c.graph_id"
        " where g.slug = ?"
    )
    return int(server.rows(query, [slug])[0][0])


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
