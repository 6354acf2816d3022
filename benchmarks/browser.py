"""`bench browser`: opening, looking at and changing a large graph in Chromium, with a server of its own.

The graph has the shape of a sky mosaic, 1,312 nodes and 3,540 edges: two wide ranks, with what gathers them.
Needs the development packages and a browser.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median, quantiles
from typing import TYPE_CHECKING, Any

from benchmarks.graph_shapes import mosaic
from benchmarks.report import Row, at_least, at_most

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

# Kilobytes of script as they go over the wire. The layout worker is not counted: nothing waits for it.
EDITOR_WEIGHT_BAR, LIST_WEIGHT_BAR = 350, 120
WEIGHED = {
    "name": "Weighed",
    "nodes": [{"id": "a", "kind": "tool", "tool": "note", "input": {"text": "value.text"}}],
}
OPEN_BAR, REFINED_BAR, BLOCK_BAR, RATE_BAR, FRAME_BAR, EDIT_BAR = 1500, 5000, 200, 30, 50, 300
RUNS = 3
EDITS = 7
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")

# Counted from the start of the navigation. A frame is drawn between two callbacks.
WATCH = """
window.seen = {blocks: []};
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.seen.blocks.push(entry.duration);
}).observe({type: 'longtask', buffered: true});
const look = () => {
  for (const name of ['rank', 'refined']) {
    if (window.seen[name] === undefined && document.querySelector(`.editor-canvas[data-layout=${name}]`)) {
      window.seen[name] = null;
      requestAnimationFrame(() => requestAnimationFrame(() => { window.seen[name] = performance.now(); }));
    }
  }
};
new MutationObserver(look).observe(document, {subtree: true, childList: true, attributes: true});
"""
FRAMES = """
window.frames_ms = []; window.watching = true; let last = performance.now();
const next = (now) => {
  if (!window.watching) return;
  window.frames_ms.push(now - last); last = now; requestAnimationFrame(next);
};
requestAnimationFrame(next);
"""
EDIT = """
(id) => {
  const node = document.querySelector(`.react-flow__node[data-id="${id}"]`);
  window.answered = null;
  addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    const begun = performance.now();
    const watch = new MutationObserver(() => {
      const text = node.querySelector('bdi')?.textContent;
      if (text !== window.wanted) return;
      watch.disconnect();
      requestAnimationFrame(() => { window.answered = performance.now() - begun; });
    });
    watch.observe(node, {subtree: true, childList: true, characterData: true});
  }, {capture: true, once: true});
}
"""


@dataclass(frozen=True)
class Opening:
    """Milliseconds from the start of the navigation. `block` is the longest of the main thread."""

    drawn: float
    refined: float
    block: float


def rows() -> Iterator[Row]:
    """Measure everything, a row at a time. Raises ImportError without the development packages."""
    from playwright.sync_api import sync_playwright

    from tests.e2e.chromium import installed
    from tests.e2e.server import Server

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        document = Path(folder) / "mosaic.json"
        document.write_text(json.dumps(mosaic()))
        server.manage("migrate", "--verbosity", "0")
        weighed = Path(folder) / "weighed.json"
        weighed.write_text(json.dumps(WEIGHED))
        server.manage("graph_import", str(weighed), "--name", "weighed")
        for run in range(RUNS + 1):
            server.manage("graph_import", str(document), "--name", f"mosaic-{run}")
        browser = playwright.chromium.launch(executable_path=installed(), args=[*ARGUMENTS])
        server.start()
        try:
            # The policy forbids what Playwright waits with, and nothing that the page itself does.
            context = browser.new_context(
                base_url=server.address, viewport={"width": 1440, "height": 900}, bypass_csp=True
            )
            page = context.new_page()
            page.goto(server.link)
            page.get_by_role("button", name="Sign in").click()
            page.get_by_role("navigation", name="Main").wait_for()
            yield from _weight_rows(context)
            page.add_init_script(WATCH)
            yield from _rows(page)
        finally:
            browser.close()
            server.close()


def _weight_rows(context: BrowserContext) -> Iterator[Row]:
    places = {
        "list page: script, gzip": ("/graphs/", ".page-head", LIST_WEIGHT_BAR),
        "editor first load: script, gzip": ("/graphs/weighed/", ".inspector", EDITOR_WEIGHT_BAR),
        "editor first load, a node selected: script, gzip": (
            "/graphs/weighed/#node=a",
            ".inspector [data-field=tool]",
            EDITOR_WEIGHT_BAR,
        ),
    }
    for what, (path, shown, bar) in places.items():
        yield at_most(what, _weight(context, path, shown), "KB", bar)


def _weight(context: BrowserContext, path: str, shown: str) -> float:
    """Kilobytes of the scripts of a page that nobody has opened before, until nothing more is fetched."""
    page = context.new_page()
    wire = context.new_cdp_session(page)
    scripts, sizes = set[str](), dict[str, float]()
    # What is kept from the page before would not be fetched.
    wire.send("Network.enable")
    wire.send("Network.setCacheDisabled", {"cacheDisabled": True})
    wire.on("Network.responseReceived", lambda event: _note_script(event, scripts))
    wire.on(
        "Network.loadingFinished",
        lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}),
    )
    page.goto(path)
    page.locator(shown).first.wait_for()
    page.wait_for_load_state("networkidle")
    page.close()
    return sum(size for request, size in sizes.items() if request in scripts) / 1024


def _note_script(event: dict[str, Any], scripts: set[str]) -> None:
    if event["type"] == "Script" and "worker" not in event["response"]["url"]:
        scripts.add(event["requestId"])


def _rows(page: Page) -> Iterator[Row]:
    _open(page, "mosaic-0")  # What is loaded once and kept is not part of it.
    first = [_open(page, f"mosaic-{run}") for run in range(1, RUNS + 1)]
    stored = [_open(page, f"mosaic-{run}") for run in range(1, RUNS + 1)]
    blocks = max(opening.block for opening in first + stored)
    yield at_most("first opening: rank layout drawn", median(one.drawn for one in first), "ms", OPEN_BAR)
    yield at_most(
        "first opening: ELK's layout drawn", median(one.refined for one in first), "ms", REFINED_BAR
    )
    yield at_most("opening with stored positions", median(one.drawn for one in stored), "ms", OPEN_BAR)
    yield at_most("longest block of the main thread", blocks, "ms", BLOCK_BAR)
    yield from _frame_rows("panning all of it", _panning(page))
    yield from _frame_rows("zooming", _zooming(page))
    id = _near(page)
    yield from _frame_rows("panning cards", _panning(page))
    yield at_most("edit: key to what the server accepted, drawn", _edit(page, id), "ms", EDIT_BAR)


def _frame_rows(what: str, frames: list[float]) -> Iterator[Row]:
    yield at_least(what, 1000 / mean(frames), "frames/s", RATE_BAR)
    yield at_most(f"{what}: frame, p95", quantiles(frames, n=20)[-1], "ms", FRAME_BAR)


def _open(page: Page, slug: str) -> Opening:
    page.evaluate("sessionStorage.clear()")  # As in a new tab.
    page.goto("about:blank")
    page.goto(f"/graphs/{slug}/")
    page.wait_for_function("window.seen?.refined > 0", timeout=120_000)
    page.wait_for_load_state("networkidle")
    seen: dict[str, Any] = page.evaluate("window.seen")
    return Opening(seen.get("rank") or seen["refined"], seen["refined"], max(seen["blocks"], default=0))


def _frames(page: Page) -> list[float]:
    """How long each frame took since they are watched."""
    frames: list[float] = page.evaluate("window.watching = false, window.frames_ms")
    return frames[2:]


def _middle(page: Page) -> tuple[float, float]:
    box = page.locator(".react-flow__pane").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _panning(page: Page) -> list[float]:
    x, y = _middle(page)
    page.mouse.move(x, y - 200)
    page.mouse.down(button="middle")
    page.evaluate(FRAMES)
    for way in (1, -1, 1, -1):
        page.mouse.move(x + way * 300, y + way * 150, steps=30)
    found = _frames(page)
    page.mouse.up(button="middle")
    return found


def _zooming(page: Page) -> list[float]:
    page.mouse.move(*_middle(page))
    page.evaluate(FRAMES)
    for way in (-1, 1):
        for _ in range(20):
            page.mouse.wheel(0, way * 60)
            page.evaluate("new Promise(requestAnimationFrame)")
    return _frames(page)


def _near(page: Page) -> str:
    """Bring one node near, so that cards are drawn; its id."""
    page.keyboard.press("/")
    page.keyboard.type("background 90")
    page.keyboard.press("Enter")
    page.locator(".react-flow__node:focus").wait_for()
    return str(page.locator(".react-flow__node:focus").get_attribute("data-id"))


def _edit(page: Page, id: str) -> float:
    """From the key that keeps a title to its being drawn as the server accepted it."""
    found = []
    for number in range(EDITS):
        page.locator(f'.react-flow__node[data-id="{id}"]').focus()
        page.keyboard.press("F2")
        page.locator(".node-rename").fill(f"Renamed {number}")
        page.evaluate(EDIT, id)
        page.evaluate(f"window.wanted = 'Renamed {number}'")
        page.keyboard.press("Enter")
        page.wait_for_function("window.answered !== null")
        found.append(float(page.evaluate("window.answered")))
    return median(found)
