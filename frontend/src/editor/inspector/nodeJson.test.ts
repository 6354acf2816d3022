import { describe, expect, it } from "vitest";
import { clashes, edgeDiffs, merged, nodeDiffs, readNode } from "./nodeJson";

const NODE = {
  id: "a",
  kind: "tool",
  tool: "t",
  depends_on: ["x", { node: "b", case: "yes" }],
  input: { k: "v" },
};

describe("a node's JSON", () => {
  it("is saved as what changed in it", () => {
    const after = { ...NODE, tool: "u", title: "T", input: undefined, id: "b" };
    const { input: _, ...written } = after;
    expect(nodeDiffs("a", NODE, written)).toEqual([
      { op: "update_node", id: "a", set: { tool: "u", title: "T" }, unset: ["input"] },
      { op: "rename_node", id: "a", new_id: "b" },
    ]);
    expect(nodeDiffs("a", NODE, { ...NODE })).toEqual([]);
    const { id: _id, ...nameless } = NODE;
    expect(nodeDiffs("a", NODE, nameless)).toBe("A node needs its “id”.");
  });

  it("changes edges by operations on edges", () => {
    const edge = { node_id: "a", dep: "x" };
    expect(edgeDiffs("a", ["x", "y"], ["y"])).toEqual([{ op: "remove_edge", ...edge }]);
    expect(edgeDiffs("a", ["y"], ["x", "y"])).toEqual([{ op: "add_edge", ...edge, at: 0 }]);
    expect(edgeDiffs("a", [{ node: "x", case: "no" }], [{ node: "x", case: "yes" }])).toEqual([
      { op: "remove_edge", ...edge, case: "no" },
      { op: "add_edge", ...edge, case: "yes", at: 0 },
    ]);
    expect(edgeDiffs("a", ["x", "y"], ["y", "x"]).map((one) => one.op)).toEqual([
      "remove_edge",
      "remove_edge",
      "add_edge",
      "add_edge",
    ]);
    expect(nodeDiffs("a", NODE, { ...NODE, depends_on: [5] })).toContain("depends_on");
  });

  it("that is none says where", () => {
    expect(readNode("[]")).toMatchObject({ refusal: "A node is an object, in braces." });
    expect(readNode('{\n"a": }')).toMatchObject({ refusal: expect.stringMatching(/^This is not JSON/) });
  });

  it("leaves fields alone that only others changed, and tells those that both did", () => {
    const mine = { ...NODE, tool: "mine" };
    const now = { ...NODE, tool: "theirs", title: "theirs" };
    expect(clashes(NODE, mine, now)).toEqual(["tool"]);
    expect(clashes(NODE, mine, { ...NODE, tool: "mine" })).toEqual([]);
    expect(merged(NODE, mine, now)).toEqual({ ...NODE, tool: "mine", title: "theirs" });
  });
});
