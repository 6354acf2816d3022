import { describe, expect, it } from "vitest";
import { edgeAt, nodeAt } from "./hit";

const layout = {
  boxes: {
    team: { x: 0, y: 0, width: 400, height: 200 },
    a: { x: 20, y: 60, width: 100, height: 60 },
    b: { x: 600, y: 60, width: 100, height: 60 },
  },
  corners: { "": { x: 0, y: 0 }, team: { x: 0, y: 0 } },
};
const edges = [{ id: "a→b", source: "a", target: "b", case: null }];

describe("what is at a point", () => {
  it("is the innermost node", () => {
    expect(nodeAt(layout, { x: 50, y: 80 })).toBe("a");
    expect(nodeAt(layout, { x: 300, y: 80 })).toBe("team");
    expect(nodeAt(layout, { x: 500, y: 300 })).toBeNull();
  });

  it("is an edge as far as its curve passes by", () => {
    expect(edgeAt(edges, layout, { x: 360, y: 93 }, 8)).toBe("a→b");
    expect(edgeAt(edges, layout, { x: 360, y: 120 }, 8)).toBeNull();
    expect(edgeAt(edges, layout, { x: 900, y: 90 }, 8)).toBeNull();
  });
});
