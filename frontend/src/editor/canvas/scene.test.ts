import { describe, expect, it } from "vitest";
import type { ChangeView, PlacedNode, Position } from "../../api/types";
import { planned } from "../../graph/level";
import { rankPlan } from "../../graph/rank";
import { treeOf } from "../../graph/tree";
import type { Commands } from "../context";
import type { NodeJson } from "../model";
import { editorOf } from "../testing/editor";
import { Scene } from "./scene";
import { canvasUi } from "./ui";

const tool = (id: string, ...needs: string[]): NodeJson => ({ id, kind: "tool", depends_on: needs });

/** A change as the socket brings it; `author` 1 is the user. */
function change(version: number, nodes: Record<string, PlacedNode | null>, author = 2): ChangeView {
  return {
    version,
    kind: "edit",
    author: { id: author, name: "Somebody" },
    at: "2026-01-01T00:00:00Z",
    words: [],
    gesture: "",
    undone: false,
    of: [],
    patch: { graph: null, nodes },
  } as ChangeView;
}

const placed = (node: NodeJson, team: string | null, at: number): PlacedNode => ({ node, team, at });

/** A scene that is drawn at once; what it has stored is told, and shown as the real commands do. */
async function begun(nodes: NodeJson[], positions: Record<string, Position> = {}) {
  const stored: { what: string; positions: Record<string, unknown> }[] = [];
  const keep = (what: string) => (spots: Record<string, { x: number; y: number } | null>) => {
    stored.push({ what, positions: spots });
    for (const [id, spot] of Object.entries(spots))
      if (spot) editor.store.getState().setPositions({ [id]: { ...spot, by_hand: what === "move" } });
  };
  const commands: Partial<Commands> = {
    keepLayout: keep("layout"),
    carry: keep("carry"),
    move: keep("move"),
  };
  const editor = editorOf({ nodes, layout: { version: 0, positions } }, commands);
  // The engine is another process to the page; here it answers with the rows of the rank layout, further down.
  const scene = new Scene(editor, async (structure, part) => {
    const plan = part
      ? planned(
          treeOf(structure),
          (level) => ({
            places: Object.fromEntries(level.nodes.map(({ id }, at) => [id, { x: at * 300, y: 500 }])),
          }),
          part,
        )
      : rankPlan(structure);
    return { ...plan, routes: {}, labels: {} };
  });
  const stop = scene.start();
  await Promise.resolve();
  await new Promise((done) => setTimeout(done));
  const ui = canvasUi(editor.store);
  return { editor, scene, stored, stop, box: (id: string) => ui.getState().layout?.boxes[id], ui };
}

const at = (x: number, y: number): Position => ({ x, y, by_hand: false });

describe("where nodes stand", () => {
  it("is what the engine said, and is stored, where nobody has placed them", async () => {
    const { box, stored } = await begun([tool("a"), tool("b", "a")]);
    expect(box("b")).toMatchObject({ x: 300, y: 500 });
    expect(stored).toEqual([{ what: "layout", positions: { a: { x: 0, y: 500 }, b: { x: 300, y: 500 } } }]);
  });

  it("is what is stored, and the engine moves nothing", async () => {
    const { box, stored } = await begun([tool("a"), tool("b", "a")], { a: at(7, 8), b: at(900, 9) });
    expect(box("a")).toMatchObject({ x: 7, y: 8 });
    expect(box("b")).toMatchObject({ x: 900, y: 9 });
    expect(stored).toEqual([]);
  });

  it("is no accident of what a node is called", async () => {
    const { editor, box, ui } = await begun([tool("a"), tool("constructor", "a")], { a: at(7, 8) });
    expect(box("constructor")).toMatchObject({ width: 208, height: 62 });
    expect(ui.getState().layout?.corners.constructor).toBeUndefined();
    editor.store.getState().takeChanges([change(4, { b: placed(tool("b", "constructor"), null, 2) })]);
    expect(box("b")?.x).toBeGreaterThan(box("constructor")?.x as number);
  });

  it("does not change when titles, problems, people or the selection do", async () => {
    const { editor, ui } = await begun([tool("a"), tool("b", "a")]);
    const { layout } = ui.getState();
    const { getState } = editor.store;
    getState().takeChanges([change(4, { a: placed({ ...tool("a"), title: "Another" }, null, 0) })]);
    getState().takeProblems({ problems: [], total: 3, runnable: false });
    getState().takePeople([{ id: 9, name: "Bob", colour: 2, node: "a" }]);
    getState().select(["a"]);
    expect(ui.getState().layout).toBe(layout);
  });

  it("is near its neighbours for a new node, and the same as before for all others", async () => {
    const { editor, box } = await begun([tool("a"), tool("b", "a"), tool("c", "b")]);
    const before = ["a", "b", "c"].map(box);
    editor.store.getState().takeChanges([change(4, { d: placed(tool("d", "a"), null, 3) })]);
    expect(["a", "b", "c"].map(box)).toEqual(before);
    const [a, b, c, d] = ["a", "b", "c", "d"].map((id) => box(id) as { x: number; y: number });
    expect(d?.x).toBeGreaterThan(a?.x as number);
    for (const other of [a, b, c]) expect(d).not.toEqual(other);
  });

  it("is stored for a new node by whoever added it, and by nobody else", async () => {
    const { editor, stored } = await begun([tool("a")]);
    stored.length = 0;
    editor.store.getState().takeChanges([change(4, { b: placed(tool("b", "a"), null, 1) }, 2)]);
    await Promise.resolve();
    expect(stored).toEqual([]);
    editor.store.getState().takeChanges([change(5, { c: placed(tool("c", "b"), null, 2) }, 1)]);
    await Promise.resolve();
    expect(stored.map((one) => Object.keys(one.positions))).toEqual([["c"]]);
  });

  it("stays on the screen when nodes are wrapped in a team, and when it is unwrapped", async () => {
    const { editor, box, stored } = await begun([tool("a"), tool("b", "a"), tool("c", "b")]);
    const before = ["a", "b", "c"].map(box);
    stored.length = 0;
    const team: NodeJson = { id: "team", kind: "team", depends_on: ["a"] };
    editor.store.getState().takeChanges([
      change(
        4,
        {
          team: placed(team, null, 1),
          b: placed(tool("b"), "team", 0),
          c: placed(tool("c", "b"), "team", 1),
        },
        1,
      ),
    ]);
    await Promise.resolve();
    expect(["a", "b", "c"].map(box)).toEqual(before);
    expect(stored.map((one) => one.what)).toEqual(["carry"]);
    editor.store
      .getState()
      .takeChanges([
        change(5, { team: null, b: placed(tool("b", "a"), null, 1), c: placed(tool("c", "b"), null, 2) }, 1),
      ]);
    await Promise.resolve();
    expect(["a", "b", "c"].map(box)).toEqual(before);
  });

  it("stays when somebody else wraps, before and after their positions come", async () => {
    const { editor, box, stored } = await begun([tool("a"), tool("b", "a")]);
    const before = ["a", "b"].map(box);
    stored.length = 0;
    editor.store.getState().takeChanges([
      change(4, {
        team: placed({ id: "team", kind: "team", depends_on: ["a"] }, null, 1),
        b: placed(tool("b"), "team", 0),
      }),
    ]);
    expect(["a", "b"].map(box)).toEqual(before);
    expect(stored).toEqual([]);
    editor.store.getState().setPositions({ team: at(280, 438), b: at(20, 62) });
    expect(["a", "b"].map(box)).toEqual(before);
  });

  it("comes back exactly when a team is collapsed and opened again", async () => {
    const team: NodeJson = { id: "team", kind: "team", depends_on: [] };
    const { editor, box, ui } = await begun([tool("a"), team, tool("b", "team")]);
    editor.store.getState().takeChanges([change(4, { x: placed(tool("x"), "team", 0) })]);
    await new Promise((done) => setTimeout(done));
    const before = { ...ui.getState().layout?.boxes };
    editor.store.getState().setCollapsed(["team"]);
    expect(box("x")).toBeUndefined();
    editor.store.getState().setCollapsed([]);
    expect(ui.getState().layout?.boxes).toEqual(before);
  });

  it("is forgotten where a hand has put it when all is laid out anew", async () => {
    const { editor, scene, box } = await begun([tool("a"), tool("b", "a")]);
    editor.commands.move({ b: { x: 1_000, y: 1_000 } });
    expect(box("b")).toMatchObject({ x: 1_000, y: 1_000 });
    await scene.relayout();
    expect(box("b")?.x).toBeLessThan(1_000);
  });
});
