"""Every page, light and dark, wide and narrow: no accessibility violation, no error, nothing cut off."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, StorageState, ViewportSize, expect

from tests.e2e import runs
from tests.e2e.conftest import Console
from tests.e2e.server import ROOT, Server

AXE = ROOT / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SIZES: dict[str, ViewportSize] = {
    "wide": {"width": 1440, "height": 900},
    "narrow": {"width": 390, "height": 844},
}
# A colour that changes passes through its transitions; `wait_for_function` would need eval, which is barred.
SETTLED = "async () => { while (document.getAnimations().length) await new Promise(requestAnimationFrame) }"
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@pytest.fixture(scope="session")
def places(server: Server, browser: Browser, session: StorageState) -> dict[str, str]:
    """A run in each state that looks different, and the addresses that go with them."""
    waiting = runs.start(server, "dispute-refund", runs.DISPUTE)
    completed = runs.start(server, "dispute-refund", {"dispute_id": "D-8", "amount_usd": 40})
    pipeline = runs.start(server, "document-pipeline", {"text": "A short text.", "pace": 0})
    rejected = runs.start(server, "dispute-refund", runs.DISPUTE)
    decided = runs.open_approval(server, rejected)
    context = browser.new_context(base_url=server.address, storage_state=session, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"/approvals/{decided}/")
    page.get_by_label(re.compile("^Reason")).fill("Not our customer")
    page.get_by_role("button", name="Reject with the reason").click()
    expect(page.get_by_role("region", name="Receipt")).to_be_visible()
    context.close()
    waiting_approval = runs.open_approval(server, waiting)
    for run in (completed, pipeline):
        runs.finish(server, run)
    return {
        "waiting_run": f"/runs/{waiting}/",
        "completed_run": f"/runs/{completed}/",
        "pipeline_run": f"/runs/{pipeline}/",
        "stalled_run": f"/runs/{rejected}/",
        "open_approval": f"/approvals/{waiting_approval}/",
        "decided_approval": f"/approvals/{decided}/",
    }


def island(selector: str) -> Callable[[Page], None]:
    """Ready when the island under `selector` has drawn something of its own."""
    return lambda page: expect(page.locator(selector).locator("button, svg, input").first).to_be_visible()


def shown(selector: str) -> Callable[[Page], None]:
    """Ready when there is one of these."""
    return lambda page: expect(page.locator(selector).first).to_be_visible()


def nothing(page: Page) -> None:
    """Pages without an island are ready when they are loaded."""


PAGES: dict[str, tuple[str, Callable[[Page], None]]] = {
    "home": ("/", nothing),
    "runs": ("/runs/", nothing),
    "runs_filtered_to_none": ("/runs/?q=nobody-has-this", nothing),
    "run_waiting": ("{waiting_run}", island("#run-island")),
    "run_completed": ("{completed_run}", island("#run-island")),
    "run_pipeline": ("{pipeline_run}", island("#run-island")),
    "run_stalled": ("{stalled_run}", island("#run-island")),
    "graphs": ("/graphs/", nothing),
    "graphs_archived": ("/graphs/?archived=on", nothing),
    "graphs_filtered_to_none": ("/graphs/?q=nobody-has-this", nothing),
    "graph_new": ("/new/", nothing),
    "graph_import": ("/import/", nothing),
    "graph_duplicate": ("/graphs/dispute-refund/duplicate/", nothing),
    "graph_history": ("/graphs/dispute-refund/history/", nothing),
    "graph_compare_same": ("/graphs/dispute-refund/compare/1/1/", nothing),
    "graph_refund": ("/graphs/dispute-refund/", island("#graph-island")),
    "graph_pipeline": ("/graphs/document-pipeline/", island("#graph-island")),
    "approvals": ("/approvals/", nothing),
    "approvals_all": ("/approvals/?tab=all", nothing),
    "approvals_decided": ("/approvals/?tab=decided", nothing),
    "approval_open": ("{open_approval}", island("#approval-island")),
    "approval_decided": ("{decided_approval}", nothing),
    "password": ("/account/password/", nothing),
    "settings": ("/settings/", nothing),
    "tokens": ("/settings/tokens/", nothing),
    "api_docs": ("/api/docs/", shown(".opblock")),
    "tokens_of_everybody": ("/settings/tokens/?of=everybody", nothing),
    "missing": ("/runs/999999/", nothing),
}
SIGNED_OUT = {"signin": "/signin/", "signin_used_link": "/signin/used-up/"}


def assert_sound(page: Page) -> None:
    """Fail on a serious accessibility violation in either theme, or on a page that is too wide."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    for theme in THEMES:
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        page.evaluate(SETTLED)
        found: list[dict[str, Any]] = page.evaluate(
            "(rules) => axe.run({runOnly: rules}).then((results) => results.violations)", RULES
        )
        serious = [
            f"{theme}: {violation['id']}: {node['html']} {node['failureSummary']}"
            for violation in found
            if violation["impact"] in ("serious", "critical")
            for node in violation["nodes"]
        ]
        assert serious == [], "\n".join(serious)
    over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert over <= 0, f"the page is {over} px wider than the window"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", PAGES)
def test_page(page: Page, console: Console, places: dict[str, str], name: str, size: str) -> None:
    address, ready = PAGES[name]
    if name == "missing":
        console.expected.append("status of 404")
    page.set_viewport_size(SIZES[size])
    page.emulate_media(reduced_motion="reduce")
    page.goto(address.format(**places))
    ready(page)
    assert_sound(page)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", SIGNED_OUT)
def test_page_when_signed_out(
    page: Page, context: BrowserContext, console: Console, name: str, size: str
) -> None:
    console.expected.append("status of 4(04|10)")
    context.clear_cookies()
    page.set_viewport_size(SIZES[size])
    page.goto(SIGNED_OUT[name])
    assert_sound(page)


def test_nothing_is_reachable_without_signing_in(context: BrowserContext, page: Page) -> None:
    context.clear_cookies()
    for address in ("/", "/runs/", "/graphs/", "/approvals/"):
        page.goto(address)
        expect(page).to_have_url(re.compile(r"/signin/"))
