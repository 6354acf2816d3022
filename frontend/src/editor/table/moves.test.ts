import { describe, expect, it } from "vitest";
import type { Patch } from "../../api/types";
import type { GraphDiff } from "../context";
import { type Draft, patched } from "../model";
import { draftOf } from "../testing/drafts";
import { canHold, edgesLost, moveDiffs, stepOf } from "./moves";

const sample = draftOf([
  ["a", null],
  ["b", null, { depends_on: ["a"] }],
  ["team", null, { kind: "team", depends_on: ["b"] }],
  ["x", "team"],
  ["y", "team", { depends_on: ["x"] }],
  ["c", null, { depends_on: ["b", { node: "team", case: null }] }],
  ["all", null, { kind: "map", over: "value", body: { node: "one" } }],
  ["one", null],
]);

/** The draft after the last diff, a restore, which is what a patch is too. */
function movedBy(draft: Draft, diffs: readonly GraphDiff[]): Draft {
  const last = diffs.at(-1) as GraphDiff;
  expect(last.op).toBe("restore");
  return patched(draft, 2, { graph: null, nodes: last.nodes } as Patch);
}

describe("a move", () => {
  it("puts a node before another one and leaves the rest in order", () => {
    const moved = movedBy(sample, moveDiffs(sample, ["c"], null, "b"));
    expect(moved.levels.get(null)).toEqual(["a", "c", "b", "team", "all", "one"]);
    expect(moved.nodes.get("c")).toEqual(sample.nodes.get("c"));
  });

  it("keeps what several nodes have among each other, order and edges", () => {
    const diffs = moveDiffs(sample, ["b", "a"], "team", "y");
    const moved = movedBy(sample, diffs);
    expect(moved.levels.get("team")).toEqual(["x", "a", "b", "y"]);
    expect(moved.nodes.get("b")?.depends_on).toEqual(["a"]);
  });

  it("takes away, in the same change, the edges that cannot come along", () => {
    const diffs = moveDiffs(sample, ["b"], "team", null);
    expect(diffs.slice(0, -1)).toEqual([
      { op: "remove_edge", node_id: "team", dep: "b" },
      { op: "remove_edge", node_id: "c", dep: "b" },
    ]);
    expect(movedBy(sample, diffs).nodes.get("b")).toEqual({ id: "b", kind: "agent" });
    expect(edgesLost(sample, ["b"], "team")).toEqual([
      { node: "b", dep: "a", case: null },
      { node: "team", dep: "b", case: null },
      { node: "c", dep: "b", case: null },
    ]);
  });

  it("loses no edge on its own level", () => {
    expect(edgesLost(sample, ["b"], null)).toEqual([]);
    expect(moveDiffs(sample, ["b"], null, null)).toHaveLength(1);
  });

  it("brings the body of a map along", () => {
    const moved = movedBy(sample, moveDiffs(sample, ["all"], "team", null));
    expect(moved.levels.get("team")).toEqual(["x", "y", "all", "one"]);
  });

  it("moves a node once, with what holds it", () => {
    const [restore] = moveDiffs(sample, ["team", "y"], null, "a");
    expect(Object.keys(restore?.nodes as object)).toEqual(["team"]);
  });
});

describe("a step among siblings", () => {
  const shown = ["a", "b", "team", "c", "all"];

  it("goes before the one above, and after the one below", () => {
    expect(stepOf(sample, "c", -1, shown)).toBe("team");
    expect(stepOf(sample, "b", 1, shown)).toBe("c");
    // The body, which has no row of its own here, stays behind its map.
    expect(stepOf(sample, "c", 1, shown)).toBe("one");
  });

  it("ends at the ends", () => {
    expect(stepOf(sample, "a", -1, shown)).toBeUndefined();
    expect(stepOf(sample, "all", 1, shown)).toBeUndefined();
  });
});

it("is clear what can hold nodes", () => {
  expect(canHold({ id: "t", kind: "team" })).toBe(true);
  expect(canHold({ id: "m", kind: "map", body: { graph: {} } })).toBe(true);
  expect(canHold({ id: "m", kind: "map", body: { node: "x" } })).toBe(false);
  expect(canHold({ id: "a", kind: "agent" })).toBe(false);
});
