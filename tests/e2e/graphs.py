"""Small graphs for the tests of the editor: each test has one of its own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.utils.text import slugify
from playwright.sync_api import Page, expect

from tests.e2e.server import Server

GREETING: dict[str, Any] = {
    "schema_version": 1,
    "goal": "Say hello to somebody.",
    "input_schema": {
        "type": "object",
        "required": ["who"],
        "properties": {"who": {"type": "string", "title": "Who to greet", "minLength": 1}},
    },
    "nodes": [
        {
            "id": "greet",
            "kind": "tool",
            "title": "Write the greeting",
            "tool": "text.template",
            "input": {"template": '"Hello {{ who }}"', "who": "run.input.who"},
        },
        {
            "id": "shout",
            "kind": "tool",
            "title": "Say it louder",
            "tool": "text.template",
            "depends_on": ["greet"],
            "input": {"template": '"{{ said }}!"', "said": "value"},
        },
    ],
}


def publish(server: Server, folder: Path, name: str, document: dict[str, Any] = GREETING) -> str:
    """Publish the document as a graph of this name, which no other test may use; its slug."""
    file = folder / "graph.json"
    file.write_text(json.dumps({**document, "name": name}), encoding="utf-8")
    made = json.loads(server.manage("graph_import", str(file), "--json"))
    assert made["revision"] == 1, f"another test has a graph called {name}"
    slug: str = made["slug"]
    return slug


BLANK = """
from django.contrib.auth.models import User
from orchestration.services.new_graphs import graph_create
print(graph_create(name={name!r}, actor=User.objects.filter(is_superuser=True).first()).slug)
"""


def blank(server: Server, name: str) -> str:
    """A graph without nodes that was never published; its slug."""
    return server.manage("shell", "--no-imports", "-c", BLANK.format(name=name)).strip()


def open_editor(page: Page, slug: str) -> None:
    """Go to the graph, and wait until its draft is there."""
    page.goto(f"/graphs/{slug}/")
    expect(page.get_by_role("button", name="More about this graph")).to_be_visible()


def stored(page: Page) -> None:
    """Wait until what was just done is stored: the page has taken it up, and nothing is left to store.

    Its words wait a moment before they say that something is under way; the attribute does not.
    """
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))")
    expect(page.locator("[data-saving]")).to_have_attribute("data-saving", "stored")


def step(id: str, *needs: Any, **fields: Any) -> dict[str, Any]:
    return {"id": id, "kind": "tool", "tool": "time.sleep", "depends_on": list(needs), **fields}


def graph_file(*nodes: dict[str, Any], **fields: Any) -> str:
    return json.dumps({"schema_version": 1, "nodes": list(nodes), **fields})


def row(page: Page, name: str) -> Any:
    """The row of the graph that was first called so: others may have the name too."""
    slug = slugify(name)
    return page.get_by_role("row").filter(has=page.locator(f'a[href="/graphs/{slug}/"]'))
