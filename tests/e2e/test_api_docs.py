"""The API's documentation under the strict policy: `page` fails on any violation of it."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, StorageState, expect

from tests.e2e.conftest import DESKTOP, Console
from tests.e2e.server import Server


def test_a_request_is_tried_with_the_session(page: Page, console: Console) -> None:
    console.expected.append("status of 422")
    page.goto("/settings/")
    page.get_by_role("link", name="The API").click()
    start = page.locator("#operations-runs-runs_start")
    start.locator(".opblock-summary-control").click()
    expect(start.get_by_text("A test run of the draft").first).to_be_attached()
    start.get_by_role("button", name="Try it out").click()
    start.get_by_role("textbox").last.fill('{"graph": "dispute-refund", "input": {}}')
    start.get_by_role("button", name="Execute").click()
    answer = start.locator(".live-responses-table")
    # Past the check of the session and its token: the answer is about the input.
    expect(answer.locator(".response-col_status").last).to_have_text(re.compile("422"))
    expect(answer.get_by_text("input_violation").first).to_be_visible()


def test_the_theme_is_the_pages(page: Page) -> None:
    page.emulate_media(color_scheme="light")
    page.goto("/api/docs/")
    expect(page.locator(".opblock").first).to_be_visible()
    expect(page.locator("html")).not_to_have_class(re.compile("dark-mode"))
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_class(re.compile("dark-mode"))


def test_without_javascript_there_is_the_document(
    browser: Browser, server: Server, session: StorageState
) -> None:
    context = browser.new_context(
        base_url=server.address, storage_state=session, viewport=DESKTOP, java_script_enabled=False
    )
    page = context.new_page()
    page.goto("/api/docs/")
    with page.expect_download() as download:
        page.get_by_role("link", name="OpenAPI document").click()
    assert download.value.path().read_text().startswith("openapi: 3.1")
    context.close()
