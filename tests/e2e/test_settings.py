"""A token from the form to a program's first request, and its end."""

from __future__ import annotations

import json
import re
import urllib.request
from urllib.error import HTTPError

import pytest
from playwright.sync_api import Browser, Page, StorageState, ViewportSize, expect

from tests.e2e.conftest import DESKTOP
from tests.e2e.server import Server
from tests.e2e.test_pages import SIZES, assert_sound


def status_with(server: Server, secret: str) -> int:
    """What a program with this token is answered."""
    request = urllib.request.Request(  # noqa: S310  # our own server
        f"{server.address}/api/runs/", headers={"Authorization": f"Bearer {secret}"}
    )
    try:
        with urllib.request.urlopen(request) as answer:  # noqa: S310
            assert "results" in json.load(answer)
            return int(answer.status)
    except HTTPError as error:
        return error.code


@pytest.mark.parametrize("size", SIZES)
def test_a_token_is_made_copied_used_and_revoked(page: Page, server: Server, size: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server.address)
    page.set_viewport_size(SIZES[size])
    page.goto("/settings/")
    page.get_by_role("link", name="API tokens").click()
    name = f"nightly export, {size}"
    page.get_by_label("Name").fill(name)
    page.get_by_label("Only what I choose").check()
    page.get_by_label("View graphs and runs").check()
    page.get_by_role("button", name="Make the token").click()
    expect(page.get_by_role("heading", name="is made")).to_be_visible()
    assert_sound(page)
    secret = page.get_by_label("The secret").input_value()
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == secret
    assert status_with(server, secret) == 200

    page.get_by_role("link", name="API tokens").click()
    expect(page.get_by_text(secret)).to_have_count(0)
    row = page.get_by_role("row").filter(has_text=name)
    row.get_by_text("Revoke", exact=False).first.click()
    page.get_by_role("button", name="Revoke for good").click()
    expect(page.get_by_text(f"“{name}” is revoked")).to_be_visible()
    assert status_with(server, secret) == 401


def test_a_token_is_made_without_javascript(browser: Browser, server: Server, session: StorageState) -> None:
    viewport: ViewportSize = DESKTOP
    context = browser.new_context(
        base_url=server.address, storage_state=session, viewport=viewport, java_script_enabled=False
    )
    page = context.new_page()
    page.goto("/settings/tokens/")
    page.get_by_label("Name").fill("by hand")
    page.get_by_role("button", name="Make the token").click()
    secret = page.get_by_label("The secret").input_value()
    assert re.fullmatch(r"ts_[\w-]{43}", secret) and status_with(server, secret) == 200
    expect(page.get_by_role("button", name="Copy")).to_have_count(0)
    context.close()
