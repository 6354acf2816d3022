"""The table of a graph's nodes as the tests drive it: by keyboard."""

from __future__ import annotations

import itertools
from typing import Any, cast

from playwright.sync_api import Locator, Page, expect

numbers = itertools.count(1)

SMALL = [
    {"id": "start", "kind": "delay", "seconds": 1, "title": "Start"},
    {
        "id": "route",
        "kind": "branch",
        "title": "Route",
        "depends_on": ["start"],
        "cases": [
            {"name": "big", "when": {"kind": "expression", "value": "value.a > 1.0"}},
            {"name": "small", "when": {"kind": "expression", "value": "true"}},
        ],
    },
    {
        "id": "check",
        "kind": "delay",
        "seconds": 1,
        "title": "Check",
        "depends_on": [{"node": "route", "case": "big"}],
    },
    {
        "id": "pass",
        "kind": "delay",
        "seconds": 1,
        "title": "Pass",
        "depends_on": [{"node": "route", "case": "small"}],
    },
    {
        "id": "team",
        "kind": "team",
        "title": "Team",
        "depends_on": ["check"],
        "nodes": [{"id": "inside", "kind": "delay", "seconds": 1, "title": "Inside"}],
    },
    {"id": "end", "kind": "delay", "seconds": 1, "title": "End", "depends_on": ["team", "pass"]},
]


class Table:
    """A graph's page in table mode, driven by the keyboard alone."""

    def __init__(self, page: Page, slug: str) -> None:
        self.page = page
        self.slug = slug
        self.grid = page.get_by_role("treegrid", name="Nodes")

    def open(self) -> None:
        self.page.goto(f"/graphs/{self.slug}/")
        expect(self.page.get_by_role("button", name="Table")).to_be_visible()
        if self.page.get_by_role("button", name="Table").get_attribute("aria-pressed") != "true":
            self.press("t")
        expect(self.page.get_by_role("region", name="Table of nodes")).to_be_visible()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)

    def row(self, id: str) -> Locator:
        return self.grid.locator(f"tr[data-id='{id}']")

    def to(self, id: str) -> None:
        """Go to a row as one does without a pointer: into the grid, to its top, and down."""
        self.page.keyboard.press("/")
        self.press("Enter", "Home")
        for _ in range(40):
            if self.row(id).evaluate("row => row === document.activeElement"):
                return
            self.press("ArrowDown")
        raise AssertionError(f"The row of {id} cannot be reached.")

    def draft(self) -> dict[str, Any]:
        answer = self.page.request.get(f"/api/graphs/{self.slug}/draft/")
        return cast("dict[str, Any]", answer.json())

    def nodes(self) -> dict[str, dict[str, Any]]:
        return {placed["node"]["id"]: placed["node"] for placed in self.draft()["nodes"]}

    def level(self, team: str | None = None) -> list[str]:
        return [placed["node"]["id"] for placed in self.draft()["nodes"] if placed["team"] == team]

    def said(self, words: str) -> None:
        """What was done has been stored and is read out."""
        expect(self.page.locator("[data-spoken=own]")).to_contain_text(words)

    def dialog(self, title: str) -> Locator:
        found = self.page.get_by_role("dialog", name=title)
        expect(found).to_be_visible()
        return found
