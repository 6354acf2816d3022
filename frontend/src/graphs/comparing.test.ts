import { describe, expect, it } from "vitest";
import type { OverlayEdge, OverlayNode } from "../api/types";
import { skeletonOf } from "../graph/overlay";
import { type Compared, counts, nodeWords, overlayOf, structureOf } from "./comparing";

const node = (id: string, mark: OverlayNode["mark"], changes: Partial<OverlayNode> = {}): OverlayNode => ({
  id,
  title: id,
  kind: "tool",
  team: null,
  mark,
  fields: [],
  ...changes,
});
const edge = (source: string, target: string, mark: OverlayEdge["mark"]): OverlayEdge => ({
  id: `${source}→${target}`,
  source,
  target,
  case: null,
  mark,
});
const field = (name: string) => ({ field: name, old: "1", new: "2" });
const compared = (nodes: OverlayNode[], edges: OverlayEdge[] = []): Compared => ({
  old: "1",
  new: "2",
  words: [],
  graph: [],
  nodes,
  edges,
});

describe("a comparison", () => {
  it("marks only what differs", () => {
    const found = compared(
      [node("a", "same"), node("b", "changed", { fields: [field("title"), field("tool")] })],
      [edge("a", "b", "same"), edge("b", "a", "added")],
    );
    expect([...overlayOf(found).nodes]).toEqual([["b", { mark: "changed", fields: 2 }]]);
    expect([...overlayOf(found).edges]).toEqual([["b→a", "added"]]);
    expect(counts(found).map(([, count]) => count)).toEqual([0, 0, 1, 0]);
    expect(structureOf(found).nodes.map((one) => one.index)).toEqual([0, 1]);
  });

  it("is laid out by the new edges, and by the old ones of what is gone", () => {
    const found = compared(
      [node("a", "same"), node("b", "rerouted"), node("gone", "removed"), node("c", "same", { team: "t" })],
      [
        edge("a", "b", "removed"),
        edge("b", "a", "added"),
        edge("a", "gone", "removed"),
        edge("a", "c", "removed"),
      ],
    );
    const kept = skeletonOf(structureOf(found), overlayOf(found)).edges.map((one) => one.id);
    expect(kept).toEqual(["b→a", "a→gone"]);
  });

  it("says in a line what happened to a node", () => {
    expect(nodeWords(node("a", "added"))).toBe("Added");
    expect(nodeWords(node("a", "changed", { fields: [field("max_retries")] }))).toBe(
      "1 field changed: max retries",
    );
    const many = ["a", "b", "c", "d", "e"].map(field);
    expect(nodeWords(node("a", "changed", { fields: many }))).toBe("5 fields changed: a, b, c, 2 more");
  });
});
