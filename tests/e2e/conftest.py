"""Real pages, in a real browser, from a real server.

One server and one signed-in account serve most tests; a test that kills its server has its own.
`page` fails its test on any console error, uncaught exception or policy violation that the test
did not announce in `page.expected`.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    StorageState,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests.e2e.chromium import installed
from tests.e2e.server import ROOT, Server

RESULTS = ROOT / "test-results"
FAILED = pytest.StashKey[bool]()
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
expect.set_options(timeout=15_000)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=installed(), args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server that most tests share. Runs of one test are seen by the others."""
    server = Server(tmp_path_factory.mktemp("server"))
    server.start()
    yield server
    server.close()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that the test may kill and start again."""
    server = Server(tmp_path)
    server.start()
    yield server
    server.close()


def sign_in(page: Page, server: Server) -> None:
    """Through the one-time link, as a person does on the first start."""
    page.goto(server.address + server.link)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("navigation", name="Main")).to_be_visible()


@pytest.fixture(scope="session")
def session(browser: Browser, server: Server) -> StorageState:
    """The cookies of a signed-in administrator, to start contexts with."""
    context = browser.new_context()
    sign_in(context.new_page(), server)
    state = context.storage_state()
    context.close()
    return state


class Console:
    """What went wrong in a context's pages. `expected` holds patterns of what a test provokes."""

    def __init__(self, context: BrowserContext) -> None:
        self.messages: list[str] = []
        self.expected: list[str] = []
        context.on("console", lambda message: self._note(message.type, message.text))
        context.on("weberror", lambda error: self.messages.append(str(error.error)))
        # Chromium reports a violated policy on the console too; the event names what was blocked.
        context.add_init_script(
            "document.addEventListener('securitypolicyviolation', (event) => console.error("
            "`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`))"
        )

    def _note(self, kind: str, text: str) -> None:
        if kind == "error":
            self.messages.append(text)

    def problems(self) -> list[str]:
        return [
            message
            for message in self.messages
            if not any(re.search(pattern, message) for pattern in self.expected)
        ]


@pytest.fixture
def context(browser: Browser, server: Server, session: StorageState) -> Iterator[BrowserContext]:
    context = browser.new_context(base_url=server.address, storage_state=session, viewport=DESKTOP)
    yield context
    context.close()


@pytest.fixture
def console(context: BrowserContext) -> Console:
    return Console(context)


@pytest.fixture
def page(context: BrowserContext, console: Console, request: pytest.FixtureRequest) -> Iterator[Page]:
    page = context.new_page()
    yield page
    if FAILED in request.node.stash:
        RESULTS.mkdir(exist_ok=True)
        page.screenshot(path=RESULTS / f"{request.node.name}.png", full_page=True)
    assert console.problems() == []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.when == "call" and report.failed:
        item.stash[FAILED] = True
    return report
