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

/** The draft after a restore, which is what a patch is too. */
function movedBy(draft: Draft, diffs: readonly GraphDiff[]): Draft {
  const [restore] = diffs;
  expect(restore?.op).toBe("restore");
  return patched(draft, 2, { graph: null, nodes: restore?.nodes } as Patch);
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
    const moved = movedBy(sample, diffs);
    expect(moved.nodes.get("b")).toEqual({ id: "b", kind: "agent" });
    expect(moved.nodes.get("team")).toEqual({ id: "team", kind: "team" });
    expect(moved.nodes.get("c")?.depends_on).toEqual([{ node: "team", case: null }]);
    expect(moved.levels.get(null)).toEqual(["a", "team", "c", "all", "one"]);
    expect(moved.levels.get("team")).toEqual(["x", "y", "b"]);
    expect(edgesLost(sample, ["b"], "team")).toEqual([
      { node: "b", dep: "a", case: null },
      { node: "team", dep: "b", case: null },
      { node: "c", dep: "b", case: null },
    ]);
  });

  it("loses no edge on its own level", () => {
    expect(edgesLost(sample, ["b"], null)).toEqual([]);
    expect(movedBy(sample, moveDiffs(sample, ["b"], null, null)).nodes.get("c")).toBe(sample.nodes.get("c"));
  });

  it("brings the body of a map along", () => {
    const moved = movedBy(sample, moveDiffs(sample, ["all"], "team", null));
    expect(moved.levels.get("team")).toEqual(["x", "y", "all", "one"]);
  });

  it("is none when the nodes or the team are gone", () => {
    expect(moveDiffs(sample, ["gone"], null, null)).toEqual([]);
    expect(moveDiffs(sample, ["a"], "gone", null)).toEqual([]);
  });

  it("moves a node once, with what holds it", () => {
    const [restore] = moveDiffs(sample, ["team", "y"], null, "a");
    expect(Object.keys(restore?.nodes as object)).toEqual(["team"]);
  });
});

describe("a step among siblings", () => {
  const shown = new Set(["a", "b", "team", "c", "all"]);

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
