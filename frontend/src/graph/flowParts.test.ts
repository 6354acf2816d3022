import { expect, it } from "vitest";
import { FlowEdges } from "../editor/canvas/flowParts";
import { edgeNames } from "./flowParts";

const node = (id: string, title: string) => ({ id, title, kind: "tool", index: 0, team: null });
const edge = (source: string, target: string, name: string | null = null) => ({
  id: `${source}→${target}`,
  source,
  target,
  case: name,
});
const structureOf = (title: string) => ({
  nodes: [node("a", title), node("b", "")],
  edges: [edge("a", "b", "yes"), edge("b", "a")],
  positions: {},
});

it("names an edge by the titles of its ends and its case", () => {
  const structure = structureOf("Look up");
  const called = edgeNames(structure as never);
  expect((structure.edges as never[]).map(called)).toEqual([
    "From “Look up”, case “yes”, to “b”",
    "From “b” to “Look up”",
  ]);
});

it("calls the edges of the editor by the titles as they are now", () => {
  const box = { x: 0, y: 0, width: 1, height: 1 };
  const layout = { boxes: { a: box, b: box } } as never;
  const edges = new FlowEdges();
  const labels = (title: string) =>
    edges.of(structureOf(title) as never, layout, () => true, null, null).map((one) => one.ariaLabel);
  expect(labels("Look up")[0]).toContain("Look up");
  expect(labels("Find")[0]).toBe("From “Find”, case “yes”, to “b”");
});
