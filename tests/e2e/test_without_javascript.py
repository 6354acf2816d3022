"""An approval works without JavaScript: the same check on the server, the same receipt."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, StorageState, expect

from tests.e2e import runs
from tests.e2e.conftest import DESKTOP
from tests.e2e.server import Server


@pytest.fixture
def plain_page(browser: Browser, server: Server, session: StorageState) -> Iterator[Page]:
    context = browser.new_context(
        base_url=server.address, storage_state=session, viewport=DESKTOP, java_script_enabled=False
    )
    yield context.new_page()
    context.close()


def answer(amount: int) -> str:
    refund = {"amount_usd": amount, "currency": "USD", "method": "store_credit"}
    return json.dumps({"refund": refund, "note": "Agreed by telephone"})


def test_approval_without_javascript(plain_page: Page, server: Server) -> None:
    run = runs.start(server, "dispute-refund", runs.DISPUTE)
    plain_page.goto(f"/approvals/{runs.open_approval(server, run)}/")
    plain_page.get_by_label("Answer").fill(answer(900))
    plain_page.get_by_role("button", name="Approve").click()
    complaint = plain_page.get_by_role("alert").get_by_text("$.refund.amount_usd")
    expect(complaint).to_be_visible()
    expect(plain_page.get_by_label("Answer")).to_have_value(re.compile("900"))
    assert runs.status(server, run) == "waiting"

    plain_page.get_by_label("Answer").fill(answer(250))
    plain_page.get_by_role("button", name="Approve").click()
    expect(plain_page.get_by_role("region", name="Receipt")).to_be_visible()
    runs.finish(server, run)
    assert runs.ledger(server, run) == ["refund", "notice"]


def test_run_page_without_javascript(plain_page: Page, server: Server) -> None:
    run = runs.start(server, "dispute-refund", {"dispute_id": "D-7", "amount_usd": 20})
    runs.finish(server, run)
    plain_page.goto(f"/runs/{run}/")
    # Playwright finds nothing by role inside <noscript>, although the browser shows it.
    settled = plain_page.locator("tr", has_text="Settle small dispute")
    expect(settled).to_be_visible()
    expect(settled).to_contain_text("Done")
    expect(plain_page.locator("tr", has_text="Approve refund")).to_contain_text("Skipped")


def test_graph_page_without_javascript(plain_page: Page, server: Server) -> None:
    plain_page.goto("/graphs/dispute-refund/")
    expect(plain_page.locator("tr", has_text="Settle small dispute")).to_be_visible()
    plain_page.locator("textarea[name=input]").fill('{"dispute_id": "D-9", "amount_usd": 20}')
    plain_page.locator(".start-card button").click()
    plain_page.wait_for_url(re.compile(r"/runs/\d+/$"))
    runs.finish(server, int(plain_page.url.rstrip("/").rsplit("/", 1)[1]))
