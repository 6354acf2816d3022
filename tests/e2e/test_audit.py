"""The audit as an administrator sees it."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import runs
from tests.e2e.conftest import Console
from tests.e2e.server import Server
from tests.e2e.test_pages import SIZES, assert_sound

ADDRESS = "/settings/audit/"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("query", ["", "?person=nobody-has-this", "?from=yesterday"])
def test_it_is_sound(page: Page, console: Console, query: str, size: str) -> None:
    page.set_viewport_size(SIZES[size])
    page.emulate_media(reduced_motion="reduce")
    page.goto(ADDRESS + query)
    expect(page.get_by_role("heading", name="Audit", exact=True)).to_be_visible()
    assert_sound(page)


def test_from_the_settings_to_what_was_done(page: Page, server: Server) -> None:
    run = runs.start(server, "document-pipeline", {"text": "A short text.", "pace": 0})
    page.goto("/settings/")
    page.get_by_role("navigation", name="Settings").get_by_role("link", name="Audit").click()
    page.get_by_label("What", exact=True).select_option(label="Start the run")
    page.get_by_label("On what").fill(f"#{run}")
    page.get_by_role("button", name="Filter").click()
    row = page.get_by_role("row").nth(1)
    expect(row).to_contain_text("command line")
    expect(row.locator("time")).to_have_attribute("title", re.compile("UTC|[0-9]{4}"))
    row.get_by_role("link").click()
    expect(page).to_have_url(re.compile(rf"/runs/{run}/$"))


def test_the_file_holds_what_the_filter_shows(page: Page, tmp_path: Path) -> None:
    page.goto(f"{ADDRESS}?verb=account.signin")
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV").click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    with path.open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    assert {line["verb"] for line in lines} == {"account.signin"}
    assert {line["address"] for line in lines} == {"127.0.0.1"}
