"""Graphs for the tests of the inspector, and how these find their way about it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.graphs import open_editor, publish
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
