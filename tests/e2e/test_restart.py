"""The server dies in the middle of a run and comes back: nothing is lost and nothing happens twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e import runs
from tests.e2e.conftest import DESKTOP, RESULTS, sign_in
from tests.e2e.server import Server
from tests.e2e.waiting import wait_until

DOCUMENT = {
    "title": "Minutes",
    "text": "The board met on 12 March 2024. It agreed to the budget. The next meeting is on 2024-06-04.",
    "pace": 2,
}
WRITES = {"index": 1, "statistics": 1, "filed": 1, "report": 1}


@pytest.fixture
def page(browser: Browser, own_server: Server, request: pytest.FixtureRequest) -> Iterator[Page]:
    """Signed in at the test's own server. A dead server fills the console; that is expected here."""
    context = browser.new_context(viewport=DESKTOP)
    page = context.new_page()
    sign_in(page, own_server)
    yield page
    RESULTS.mkdir(exist_ok=True)
    page.screenshot(path=RESULTS / f"{request.node.name}.png", full_page=True)
    context.close()


def watch(page: Page, server: Server, run: int) -> None:
    page.goto(f"{server.address}/runs/{run}/")
    page.evaluate("window.marker = 'kept'")
    expect(page.locator("#run-island").get_by_text("Running").first).to_be_visible()


def kill_and_restart(page: Page, server: Server) -> None:
    server.kill()
    expect(page.get_by_text("Connection lost").first).to_be_visible()
    server.start()
    expect(page.get_by_text("Connection lost")).to_have_count(0, timeout=60_000)


def test_killed_while_only_reads_run(page: Page, own_server: Server) -> None:
    """Reads are made again; the run completes with every write made exactly once."""
    run = runs.start(own_server, "document-pipeline", DOCUMENT)
    watch(page, own_server, run)
    wait_until(
        lambda: (
            {"index", "statistics"} <= set(runs.ledger(own_server, run))
            and set(runs.open_calls(own_server, run).values()) == {"read"}
        ),
        "two writes are done and only a read is in flight",
        seconds=60,
    )
    kill_and_restart(page, own_server)
    expect(page.locator("#run-island").get_by_text("Completed").first).to_be_visible(timeout=60_000)
    runs.finish(own_server, run)
    assert page.evaluate("window.marker") == "kept"
    assert Counter(runs.ledger(own_server, run)) == WRITES


def test_killed_while_a_write_runs(page: Page, own_server: Server) -> None:
    """A write that had started is not made again until a person has said whether it happened."""
    run = runs.start(own_server, "document-pipeline", DOCUMENT)
    watch(page, own_server, run)
    wait_until(
        lambda: (
            runs.ledger(own_server, run) == ["index"]
            and runs.open_calls(own_server, run).get("index_words") == "write"
        ),
        "the index is written and its call has not returned",
        seconds=60,
    )
    kill_and_restart(page, own_server)
    approval = runs.open_approval(own_server, run)
    expect(page.locator("#run-island").get_by_text("Waiting").first).to_be_visible(timeout=60_000)
    wait_until(
        lambda: {"statistics", "filed"} <= set(runs.ledger(own_server, run)),
        "all that does not need the index goes on",
    )
    assert page.evaluate("window.marker") == "kept"
    assert Counter(runs.ledger(own_server, run)) == {"index": 1, "statistics": 1, "filed": 1}

    page.goto(f"{own_server.address}/approvals/{approval}/")
    form = page.locator("#approval-island")
    form.get_by_role("radiogroup", name="It happened").get_by_label("Yes").check()
    for field, value in (("Terms", "9"), ("Longest Entry", "budget"), ("Ledger Entry", "1")):
        form.get_by_label(field).fill(value)
    form.get_by_role("button", name="Send the answer").click()
    expect(page.get_by_role("region", name="Receipt")).to_be_visible()
    runs.finish(own_server, run)
    assert Counter(runs.ledger(own_server, run)) == WRITES
