"""Real pages, in a real browser, from a real server.

One server and one signed-in account serve most tests; a test that kills its server has its own.
`page` fails its test on any console error, uncaught exception or policy violation that the test
did not announce in `page.expected`.
"""

from __future__ import annotations

import json
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

from tests.e2e import graphs
from tests.e2e.canvas import Canvas
from tests.e2e.chromium import installed
from tests.e2e.server import ROOT, Server
from tests.e2e.table import SMALL, Table, numbers

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


@pytest.fixture
def slug(server: Server, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """A published graph of two tools that is this test's own."""
    return graphs.publish(server, tmp_path, request.node.name[:60])


@pytest.fixture
def editor(page: Page, slug: str) -> Page:
    graphs.open_editor(page, slug)
    return page


@pytest.fixture
def table(page: Page, server: Server, tmp_path: Path) -> Table:
    """A small graph of its own for the test, with its table open."""
    slug = f"table-{next(numbers)}"
    file = tmp_path / "graph.json"
    file.write_text(json.dumps({"schema_version": 1, "name": f"Table {slug}", "nodes": SMALL}))
    server.manage("graph_import", str(file), "--name", slug)
    table = Table(page, slug)
    table.open()
    expect(table.row("end")).to_be_visible()
    return table


@pytest.fixture
def blank(page: Page) -> Table:
    page.goto("/graphs/")
    slug = page.evaluate(
        """async (name) => {
            const token = document.querySelector("meta[name=csrf-token]").content;
            const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
            const body = JSON.stringify({ name });
            const made = await fetch("/api/graphs/", { method: "POST", headers, body });
            return (await made.json()).slug;
        }""",
        f"By keyboard {next(numbers)}",
    )
    return Table(page, slug)


@pytest.fixture
def plain_page(browser: Browser, server: Server, session: StorageState) -> Iterator[Page]:
    context = browser.new_context(
        base_url=server.address, storage_state=session, viewport=DESKTOP, java_script_enabled=False
    )
    yield context.new_page()
    context.close()


@pytest.fixture
def canvas(page: Page) -> Canvas:
    return Canvas(page)
