"""What tests of the editing canvas share: a graph of their own, and pressing on it as people do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.server import Server

Point = tuple[float, float]


def tool(id: str, *needs: Any, **fields: Any) -> dict[str, Any]:
    """A tool node that runs anywhere."""
    return {"id": id, "kind": "tool", "title": id.title(), "tool": "note", "depends_on": [*needs], **fields}


def imported(server: Server, folder: Path, slug: str, nodes: list[dict[str, Any]]) -> str:
    """A published graph with these nodes; its slug, which no other test may use."""
    file = folder / f"{slug}.json"
    file.write_text(json.dumps({"schema_version": 1, "name": slug.title(), "nodes": nodes}))
    made = json.loads(server.manage("graph_import", str(file), "--name", slug, "--json"))
    assert made["revision"] == 1, f"another test has a graph {slug}"
    return slug


class Canvas:
    """One graph's page with its canvas."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def open(self, slug: str) -> Canvas:
        self.page.goto(f"/graphs/{slug}/")
        expect(self.page.locator(".editor-canvas[data-layout=refined]")).to_be_visible()
        return self

    def node(self, id: str) -> Locator:
        return self.page.locator(f'.react-flow__node[data-id="{id}"]')

    def edge(self, id: str) -> Locator:
        return self.page.locator(f'.react-flow__edge[data-id="{id}"]')

    @property
    def ground(self) -> Locator:
        return self.page.locator(".react-flow__pane")

    def ids(self) -> set[str]:
        return {str(one.get_attribute("data-id")) for one in self.page.locator(".react-flow__node").all()}

    def box(self, id: str) -> dict[str, float]:
        found = self.node(id).bounding_box()
        assert found is not None, f"{id} is not drawn"
        return {"x": found["x"], "y": found["y"], "width": found["width"], "height": found["height"]}

    def boxes(self) -> dict[str, dict[str, float]]:
        return {id: self.box(id) for id in self.ids()}

    def middle(self, id: str) -> Point:
        box = self.box(id)
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def side(self, id: str, which: str) -> Point:
        """Where an edge ends (`left`) or begins (`right`) at a node."""
        box = self.box(id)
        return box["x"] + (0 if which == "left" else box["width"]), box["y"] + box["height"] / 2

    def empty(self, across: float = 0.5, down: float = 0.1) -> Point:
        """A place on the screen in the canvas, in parts of its width and height."""
        box = self.ground.bounding_box()
        assert box is not None
        return box["x"] + box["width"] * across, box["y"] + box["height"] * down

    def drag(self, start: Point, *way: Point, release: bool = True) -> None:
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move(start[0] + 6, start[1] + 6)
        for point in way:
            mouse.move(*point, steps=8)
        if release:
            mouse.up()

    def drop_kind(self, kind: str, at: Point) -> None:
        """Drag a kind out of the palette."""
        box = self.ground.bounding_box()
        assert box is not None
        palette = self.page.get_by_role("group", name="Add a node")
        item = palette.get_by_role("button", name=kind)
        item.drag_to(self.ground, target_position={"x": at[0] - box["x"], "y": at[1] - box["y"]})

    def changes(self, count: int) -> None:
        """Wait until so many unpublished changes are told."""
        expect(self.page.get_by_role("button", name=f"Changes {count}", exact=True)).to_be_visible()


def near(one: Point, other: Point, within: float = 3) -> bool:
    return abs(one[0] - other[0]) <= within and abs(one[1] - other[1]) <= within


def apart(one: dict[str, float], other: dict[str, float]) -> bool:
    return (
        one["x"] + one["width"] <= other["x"] + 1
        or other["x"] + other["width"] <= one["x"] + 1
        or one["y"] + one["height"] <= other["y"] + 1
        or other["y"] + other["height"] <= one["y"] + 1
    )


def draft(server: Server, slug: str) -> dict[str, dict[str, Any]]:
    """The draft's nodes on the top level by id, as the server has stored them."""
    rows = server.rows(
        "select text from orchestration_draft where graph_id = "
        "(select id from orchestration_graph where slug = ?)",
        [slug],
    )
    assert rows, "there is no draft"
    return {node["id"]: node for node in json.loads(rows[0][0])["nodes"]}


def change_count(server: Server, slug: str) -> int:
    query = (
        "select count(*) from orchestration_change where graph_id = "
        "(select id from orchestration_graph where slug = ?)"
    )
    return int(server.rows(query, [slug])[0][0])


def positions(server: Server, slug: str) -> dict[str, dict[str, Any]]:
    """Where the nodes stand, as the server has stored it."""
    query = (
        "select positions from orchestration_layout where graph_id = "
        "(select id from orchestration_graph where slug = ?)"
    )
    rows = server.rows(query, [slug])
    return json.loads(rows[0][0]) if rows else {}


def chain(*ids: str) -> list[dict[str, object]]:
    return [tool(id, *([ids[at - 1]] if at else [])) for at, id in enumerate(ids)]


def branching() -> list[dict[str, object]]:
    cases = [
        {"name": "big", "when": {"kind": "expression", "value": "value.amount > 5.0"}},
        {"name": "else", "when": {"kind": "expression", "value": "true"}},
    ]
    branch = {"id": "route", "kind": "branch", "title": "Route", "depends_on": [], "cases": cases}
    return [
        branch,
        tool("a", {"node": "route", "case": "big"}),
        tool("z", {"node": "route", "case": "else"}),
        tool("b"),
    ]


def selected(canvas: Canvas) -> set[str]:
    cards = canvas.page.locator(".react-flow__node:has(> .is-selected)")
    return {str(one.get_attribute("data-id")) for one in cards.all()}


def nested() -> list[dict[str, object]]:
    """A team between two nodes, with a row of nodes below it."""
    inside = [tool("x"), tool("y", "x"), tool("z", "x")]
    team = {"id": "crew", "kind": "team", "title": "Crew", "nodes": inside, "depends_on": ["a"]}
    return [tool("a"), team, tool("b", "crew"), tool("c", "a"), tool("d", "c")]
