"""The editing canvas with a real mouse and real keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e import runs
from tests.e2e.canvas import (
    Canvas,
    apart,
    branching,
    chain,
    change_count,
    draft,
    imported,
    near,
    nested,
    positions,
    selected,
    tool,
)
from tests.e2e.server import Server
from tests.e2e.waiting import wait_until


def test_a_kind_dragged_from_the_palette_stands_where_it_was_let_go(
    server: Server, tmp_path: Path, canvas: Canvas
) -> None:
    canvas.open(imported(server, tmp_path, "drag-in", chain("a", "b")))
    at = canvas.empty(0.5, 0.2)
    canvas.drop_kind("Gate", at)
    expect(canvas.node("gate")).to_be_visible()
    assert near(canvas.middle("gate"), at)
    expect(canvas.page.get_by_label("Title", exact=True)).to_be_focused()
    canvas.changes(1)
    place = canvas.box("gate")["x"] - canvas.box("a")["x"]
    wait_until(lambda: "gate" in positions(server, "drag-in"), "where it stands is stored")
    canvas.open("drag-in")
    assert near((canvas.box("gate")["x"] - canvas.box("a")["x"], 0), (place, 0), 30)


def test_a_kind_dropped_on_a_team_goes_into_it(server: Server, tmp_path: Path, canvas: Canvas) -> None:
    team = {"id": "crew", "kind": "team", "title": "Crew", "nodes": chain("x", "y"), "depends_on": []}
    canvas.open(imported(server, tmp_path, "into-team", [team]))
    box = canvas.box("crew")
    canvas.drop_kind("Tool", (box["x"] + box["width"] / 2, box["y"] + box["height"] - 8))
    canvas.changes(1)
    assert [node["id"] for node in draft(server, "into-team")["crew"]["nodes"]] == ["x", "y", "tool"]
    # Which of the tools it calls is for a person to say.
    field = canvas.page.locator('.inspector [data-field="tool"]')
    expect(field).to_contain_text("Choose a tool.")
    expect(field.get_by_role("combobox")).to_have_value("")


def test_n_adds_a_node_by_keyboard(server: Server, tmp_path: Path, canvas: Canvas) -> None:
    canvas.open(imported(server, tmp_path, "by-key", chain("a")))
    canvas.page.keyboard.press("n")
    expect(canvas.page.get_by_role("menu", name="Add a node")).to_be_visible()
    canvas.page.keyboard.press("d")
    canvas.page.keyboard.press("Enter")
    expect(canvas.node("delay")).to_be_visible()
    canvas.changes(1)


def test_an_edge_is_drawn_from_handle_to_node(server: Server, tmp_path: Path, canvas: Canvas) -> None:
    canvas.open(imported(server, tmp_path, "connect", [tool("a"), tool("b"), tool("c", "b")]))
    canvas.drag(canvas.side("a", "right"), canvas.middle("c"))
    expect(canvas.edge("a→c")).to_be_visible()
    canvas.changes(1)
    assert draft(server, "connect")["c"]["depends_on"] == ["b", "a"]


def test_a_forbidden_target_says_why_before_release(server: Server, tmp_path: Path, canvas: Canvas) -> None:
    canvas.open(imported(server, tmp_path, "forbidden", chain("a", "b", "c")))
    canvas.drag(canvas.side("c", "right"), canvas.middle("a"), release=False)
    hint = canvas.page.locator(".connect-hint.is-forbidden")
    expect(hint).to_contain_text("need each other")
    expect(canvas.node("a").locator(".is-forbidden")).to_be_visible()
    canvas.page.mouse.up()
    expect(hint).to_have_count(0)
    assert change_count(server, "forbidden") == 0


def test_escape_ends_the_drawing_of_an_edge(server: Server, tmp_path: Path, canvas: Canvas) -> None:
    canvas.open(imported(server, tmp_path, "escape-edge", [tool("a"), tool("b")]))
    canvas.drag(canvas.side("a", "right"), canvas.middle("b"), release=False)
    canvas.page.keyboard.press("Escape")
    canvas.page.mouse.up()
    expect(canvas.page.locator(".react-flow__edge")).to_have_count(0)
    assert change_count(server, "escape-edge") == 0


def test_an_edge_out_of_a_branch_asks_for_its_case(server: Server, tmp_path: Path, canvas: Canvas) -> None:
    canvas.open(imported(server, tmp_path, "asked-case", branching()))
    canvas.drag(canvas.side("route", "right"), canvas.middle("b"))
    menu = canvas.page.get_by_role("menu", name="Which case?")
    expect(menu.get_by_role("menuitem", name="big")).to_be_focused()
    menu.get_by_role("menuitem", name="else").click()
    expect(canvas.edge("route→b:else")).to_be_visible()
    canvas.changes(1)


def test_a_new_case_is_made_with_its_edge_in_one_step(server: Server, tmp_path: Path, canvas: Canvas) -> None:
    canvas.open(imported(server, tmp_path, "new-case", branching()))
    canvas.drag(canvas.side("route", "right"), canvas.middle("b"))
    canvas.page.get_by_label("A new case").fill("middle")
    canvas.page.keyboard.press("Enter")
    expect(canvas.edge("route→b:middle")).to_be_visible()
    canvas.changes(1)
    assert [one["name"] for one in draft(server, "new-case")["route"]["cases"]] == ["big", "middle", "else"]


def test_an_edge_is_rerouted_by_its_end(server: Server, tmp_path: Path, canvas: Canvas) -> None:
    canvas.open(imported(server, tmp_path, "reroute", [tool("a"), tool("b"), tool("c", "a")]))
    x, y = canvas.side("a", "right")
    canvas.drag((x + 14, y), canvas.middle("b"))
    expect(canvas.edge("b→c")).to_be_visible()
    expect(canvas.edge("a→c")).to_have_count(0)
    canvas.changes(1)


def test_a_selected_edge_is_removed_by_key(server: Server, tmp_path: Path, canvas: Canvas) -> None:
    canvas.open(imported(server, tmp_path, "edge-key", chain("a", "b")))
    (x, y), (other, _) = canvas.side("a", "right"), canvas.side("b", "left")
    canvas.page.mouse.click((x + other) / 2, y)
    expect(canvas.page.get_by_role("button", name="Remove this dependency")).to_be_visible()
    assert change_count(server, "edge-key") == 0
    canvas.page.keyboard.press("Delete")
    expect(canvas.edge("a→b")).to_have_count(0)
    canvas.changes(1)


def test_many_are_selected_and_duplicated_beside_themselves(
    server: Server, tmp_path: Path, canvas: Canvas
) -> None:
    canvas.open(imported(server, tmp_path, "many", chain("a", "b", "c")))
    first, second = canvas.box("a"), canvas.box("b")
    canvas.page.keyboard.down("Shift")
    end = (second["x"] + second["width"] + 5, second["y"] + second["height"] + 20)
    canvas.drag((first["x"] - 5, first["y"] - 20), end)
    canvas.page.keyboard.up("Shift")
    assert selected(canvas) == {"a", "b"}
    canvas.node("c").click(modifiers=["ControlOrMeta"])
    canvas.node("a").click(modifiers=["ControlOrMeta"])
    assert selected(canvas) == {"b", "c"}
    assert change_count(server, "many") == 0
    before = canvas.box("b")
    canvas.page.keyboard.press("ControlOrMeta+d")
    expect(canvas.page.locator(".react-flow__node")).to_have_count(5)
    copies = canvas.ids() - {"a", "b", "c"}
    assert selected(canvas) == copies
    canvas.changes(1)
    lefts = sorted(canvas.box(id)["x"] for id in copies)
    assert 0 < lefts[0] - before["x"] < before["width"]
    nodes = draft(server, "many")
    assert sorted(nodes[id]["depends_on"] for id in copies) == sorted([["a"], [min(copies)]])


def test_copied_nodes_are_pasted_into_another_graph(server: Server, tmp_path: Path, canvas: Canvas) -> None:
    canvas.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    canvas.open(imported(server, tmp_path, "copy-from", chain("a", "b")))
    canvas.node("a").click()
    canvas.node("b").click(modifiers=["Shift"])
    canvas.page.keyboard.press("ControlOrMeta+c")
    canvas.open(imported(server, tmp_path, "copy-to", [tool("a")]))
    canvas.ground.click(position={"x": 300, "y": 60})
    canvas.page.keyboard.press("ControlOrMeta+v")
    expect(canvas.page.locator(".react-flow__node")).to_have_count(3)
    canvas.changes(1)
    nodes = list(draft(server, "copy-to").values())
    assert nodes[2]["depends_on"] == [nodes[1]["id"]]
    assert all(apart(canvas.box(nodes[0]["id"]), canvas.box(one["id"])) for one in nodes[1:])


def test_removing_asks_whether_to_bridge_the_gap(server: Server, tmp_path: Path, canvas: Canvas) -> None:
    canvas.open(imported(server, tmp_path, "bridge", chain("a", "b", "c")))
    canvas.node("b").click()
    canvas.page.keyboard.press("Delete")
    canvas.page.get_by_role("menuitem", name="join its neighbours").click()
    expect(canvas.edge("a→c")).to_be_visible()
    canvas.changes(1)
    canvas.node("c").click()
    canvas.page.keyboard.press("Delete")
    expect(canvas.node("c")).to_have_count(0)


def test_wrapping_and_unwrapping_leaves_everything_where_it_is(
    server: Server, tmp_path: Path, canvas: Canvas
) -> None:
    canvas.open(imported(server, tmp_path, "wrap", chain("a", "b", "c", "d")))
    before = canvas.boxes()
    canvas.node("b").click()
    canvas.node("c").click(modifiers=["Shift"])
    canvas.page.keyboard.press("ControlOrMeta+g")
    dialog = canvas.page.get_by_role("dialog")
    dialog.get_by_role("textbox").first.fill("The crew")
    dialog.get_by_role("button", name="Wrap").click()
    expect(canvas.node("the-crew")).to_be_visible()
    canvas.changes(1)
    assert [node["id"] for node in draft(server, "wrap")["the-crew"]["nodes"]] == ["b", "c"]
    for id in "bc":
        assert near((canvas.box(id)["x"], canvas.box(id)["y"]), (before[id]["x"], before[id]["y"])), id
    canvas.page.keyboard.press("ControlOrMeta+Shift+g")
    expect(canvas.node("the-crew")).to_have_count(0)
    for id, box in before.items():
        assert near((canvas.box(id)["x"], canvas.box(id)["y"]), (box["x"], box["y"])), id
    canvas.changes(2)


@pytest.mark.parametrize("how", ["F2", "double click"])
def test_a_title_is_written_in_place(server: Server, tmp_path: Path, canvas: Canvas, how: str) -> None:
    slug = imported(server, tmp_path, f"rename-{how[0].lower()}", chain("a"))
    canvas.open(slug)
    if how == "F2":
        canvas.node("a").click()
        canvas.page.keyboard.press("F2")
    else:
        canvas.node("a").dblclick()
    field = canvas.page.get_by_label("Title of a", exact=True)
    expect(field).to_be_focused()
    field.fill("")
    canvas.page.keyboard.type("find Zen")
    canvas.page.keyboard.press("Enter")
    expect(canvas.node("a")).to_contain_text("find Zen")
    canvas.changes(1)
    assert draft(server, slug)["a"]["title"] == "find Zen"


def test_a_team_is_collapsed_and_opened_in_place(server: Server, tmp_path: Path, canvas: Canvas) -> None:
    canvas.open(imported(server, tmp_path, "fold-up", nested()))
    before = canvas.boxes()
    button = canvas.node("crew").get_by_role("button", name="Collapse")
    corner = (before["crew"]["x"], before["crew"]["y"])
    button.click()
    expect(canvas.node("x")).to_have_count(0)
    card = canvas.box("crew")
    assert near((card["x"], card["y"]), corner)
    assert canvas.box("b")["x"] < before["b"]["x"]
    boxes = list(canvas.boxes().values())
    assert all(apart(one, other) for at, one in enumerate(boxes) for other in boxes[:at])
    canvas.node("crew").get_by_role("button", name="Open").click()
    expect(canvas.node("x")).to_be_visible()
    for id, box in canvas.boxes().items():
        assert near((box["x"], box["y"]), (before[id]["x"], before[id]["y"])), id
    assert change_count(server, "fold-up") == 0


def test_selecting_and_moving_are_no_edits_but_moves_stay(
    server: Server, tmp_path: Path, canvas: Canvas
) -> None:
    canvas.open(imported(server, tmp_path, "moves", chain("a", "b")))
    start = canvas.middle("b")
    place = (start[0] + 30, start[1] + 150)
    canvas.drag(start, place)
    assert near(canvas.middle("b"), place, 8)
    moved = canvas.box("b")
    canvas.node("a").click()
    canvas.ground.click(position={"x": 300, "y": 40})
    canvas.changes(0)
    wait_until(lambda: positions(server, "moves").get("b", {}).get("by_hand"), "the move is stored")
    assert change_count(server, "moves") == 0
    canvas.page.keyboard.press("ControlOrMeta+z")
    wait_until(lambda: near(canvas.middle("b"), start), "the move is undone")
    canvas.page.keyboard.press("ControlOrMeta+Shift+z")
    wait_until(
        lambda: near(canvas.middle("b"), (moved["x"] + moved["width"] / 2, moved["y"] + moved["height"] / 2)),
        "the move is made again",
    )
    assert change_count(server, "moves") == 0


def test_a_run_is_drawn_as_the_graph_was_arranged(server: Server, tmp_path: Path, canvas: Canvas) -> None:
    wait = {"tool": "time.sleep", "input": {"seconds": "0.0"}}
    slug = imported(server, tmp_path, "arranged", [tool("a", **wait), tool("b", "a", **wait)])
    canvas.open(slug)
    x, y = canvas.middle("b")
    canvas.drag((x, y), (x + 40, y + 160))
    wait_until(lambda: positions(server, slug).get("b", {}).get("by_hand"), "the move is stored")
    place = {id: positions(server, slug)[id] for id in "ab"}
    canvas.page.goto(f"/runs/{runs.start(server, slug, None)}/")
    expect(canvas.node("b")).to_be_visible()
    zoom = canvas.box("a")["width"] / 208
    drawn = (canvas.box("b")["x"] - canvas.box("a")["x"], canvas.box("b")["y"] - canvas.box("a")["y"])
    meant = ((place["b"]["x"] - place["a"]["x"]) * zoom, (place["b"]["y"] - place["a"]["y"]) * zoom)
    assert near(drawn, meant)


def test_what_others_do_moves_nothing_here(server: Server, tmp_path: Path, canvas: Canvas) -> None:
    slug = imported(server, tmp_path, "others", nested())
    canvas.open(slug)
    before = canvas.boxes()
    other = Canvas(canvas.page.context.new_page()).open(slug)
    other.node("a").dblclick()
    other.page.keyboard.type("Renamed elsewhere, with a title that is quite long")
    other.page.keyboard.press("Enter")
    expect(canvas.node("a")).to_contain_text("Renamed elsewhere")
    assert canvas.boxes() == before
    other.node("d").click()
    other.page.keyboard.press("Delete")
    expect(canvas.node("d")).to_have_count(0)
    assert canvas.boxes() == {id: box for id, box in before.items() if id != "d"}
