"""Accounts of more people, and their browsers: an editor's colleague, a viewer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.e2e.conftest import DESKTOP, Console
from tests.e2e.server import Server

PASSWORD = "a-long-enough-passphrase"
MAKE = """
from django.contrib.auth.models import Group, User
user, _ = User.objects.get_or_create(username={name!r})
user.first_name, user.last_name = {first!r}, {last!r}
user.set_password({password!r})
user.save()
user.groups.set(Group.objects.filter(name__in={groups!r}))
"""


def account(server: Server, full_name: str, *groups: str) -> str:
    """Make sure that this person has an account in the named groups; the user name."""
    first, _, last = full_name.partition(" ")
    name = full_name.lower().replace(" ", "-")
    script = MAKE.format(name=name, first=first, last=last, password=PASSWORD, groups=groups)
    server.manage("shell", "--no-imports", "-c", script)
    return name


@contextmanager
def at_work(browser: Browser, server: Server, name: str, viewport: ViewportSize = DESKTOP) -> Iterator[Page]:
    """A page of this person's own browser. Fails on errors on its console, as `page` does."""
    context = browser.new_context(base_url=server.address, viewport=viewport)
    console = Console(context)
    page = context.new_page()
    page.goto("/signin/")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("navigation", name="Main")).to_be_visible()
    try:
        yield page
    finally:
        context.close()
    assert console.problems() == []
