import { describe, expect, it } from "vitest";
import type { GraphDiff } from "../context";
import { edgeId, type NodeJson } from "../model";
import { draftOf } from "../testing/drafts";
import { editorOf } from "../testing/editor";
import { canBridge, canSplit, canWrap, copiedText, removeSelection } from "./actions";
import { nodesIn } from "./clipboard";
import { caseAdded, edgeOf, rerouteDiffs } from "./edges";
import { removalWords } from "./edits";
import { tops } from "./holders";
import { findNodes } from "./search";

const tool = (id: string, ...needs: string[]): NodeJson => ({ id, kind: "tool", depends_on: needs });

/** An editor that notes the diffs which it is to send. */
function noting(nodes: NodeJson[]) {
  const sent: GraphDiff[][] = [];
  const editor = editorOf(
    { nodes },
    {
      edit: (diffs) => {
        sent.push(typeof diffs === "function" ? diffs() : diffs);
        return Promise.resolve({ ok: false, code: "noted", detail: "", errors: [] });
      },
    },
  );
  return { editor, sent };
}

const branch = draftOf([
  [
    "route",
    null,
    {
      kind: "branch",
      cases: [
        { name: "a:b", when: { kind: "expression", value: "value > 1.0" } },
        { name: "else", when: { kind: "expression", value: "true" } },
      ],
    },
  ],
  ["next", null, { depends_on: [{ node: "route", case: "a:b" }] }],
]);

describe("edges", () => {
  it("are found by their ids, whatever their case is called", () => {
    const ends = { source: "route", target: "next", case: "a:b" };
    expect(edgeOf(branch, edgeId("route", "next", "a:b"))).toEqual(ends);
    expect(edgeOf(branch, edgeId("route", "next", "a"))).toBeNull();
    expect(edgeOf(branch, edgeId("gone", "next", null))).toBeNull();
  });

  it("are rerouted in place at their source, and anew at their target", () => {
    const old = { source: "a", target: "b", case: "yes" };
    expect(rerouteDiffs(old, { source: "c", target: "b", case: null })).toEqual([
      { op: "reroute_edge", node_id: "b", old_dep: "a", new_dep: "c", old_case: "yes" },
    ]);
    expect(rerouteDiffs(old, { ...old, target: "d" })).toEqual([
      { op: "remove_edge", node_id: "b", dep: "a", case: "yes" },
      { op: "add_edge", node_id: "d", dep: "a", case: "yes" },
    ]);
  });

  it("get a new case ahead of an else", () => {
    const { set } = caseAdded(branch, "route", "middle") as unknown as { set: { cases: { name: string }[] } };
    expect(set.cases.map((one) => one.name)).toEqual(["a:b", "middle", "else"]);
  });
});

describe("actions on the selection", () => {
  const team = draftOf([
    ["before", null],
    ["team", null, { kind: "team", depends_on: ["before"] }],
    ["inside", "team"],
    ["after", null, { depends_on: ["team"] }],
    ["each", null, { kind: "map", body: { node: "one" } }],
    ["one", null],
  ]);

  it("are about the outermost nodes, in document order", () => {
    expect(tops(team, new Set(["after", "inside", "team", "one", "each"]))).toEqual([
      "team",
      "after",
      "each",
    ]);
  });

  it("say how much goes with what holds it", () => {
    expect(removalWords(team, ["team"])).toBe("Removed “team” with the node inside.");
    expect(removalWords(team, ["each", "before"])).toBe("Removed 2 nodes with the node inside.");
    expect(removalWords(team, ["before"])).toBeNull();
    expect(removalWords(team, ["each", "one"])).toBeNull();
  });

  it("could bridge a gap only between two sides", () => {
    expect(canBridge(team, ["team"])).toBe(true);
    expect(canBridge(team, ["before"])).toBe(false);
    expect(canBridge(team, ["team", "after"])).toBe(false);
  });

  it("split plain nodes alone", () => {
    expect(canSplit(team, "before")).toBeNull();
    expect(canSplit(team, "team")).toMatch(/holds other nodes/);
    expect(canSplit(team, "each")).toMatch(/holds other nodes/);
  });

  it("wrap nodes of one level", () => {
    const editor = editorOf({ nodes: [tool("a"), tool("b")] });
    expect(canWrap(editor)).toMatch(/Select/);
    editor.store.getState().select(["a", "b"]);
    expect(canWrap(editor)).toBeNull();
  });

  it("send one edit, and so one step of undoing", async () => {
    const { editor, sent } = noting([tool("a"), tool("b", "a"), tool("c", "b")]);
    editor.store.getState().select(["c", "b"]);
    await removeSelection(editor, true);
    expect(sent).toEqual([
      [
        { op: "remove_node", id: "b", bridge: true },
        { op: "remove_node", id: "c", bridge: true },
      ],
    ]);
  });
});

describe("the clipboard", () => {
  it("takes bodies along with what runs them, and what a team holds", () => {
    const each: NodeJson = { id: "each", kind: "map", over: "value", body: { node: "one" } };
    const editor = editorOf({ nodes: [tool("one"), each, tool("other")] });
    editor.store.getState().select(["each"]);
    const text = copiedText(editor) as string;
    expect(nodesIn(text)?.nodes.map((node) => node.id)).toEqual(["one", "each"]);
  });

  it.each([
    ["copied nodes", { trackside: "nodes", nodes: [tool("a")] }],
    ["a document", { schema_version: 1, name: "A", nodes: [tool("a")] }],
    ["a list", [tool("a")]],
    ["one node", tool("a")],
  ])("reads %s", (_what, value) => {
    expect(nodesIn(JSON.stringify(value))?.nodes.map((node) => node.id)).toEqual(["a"]);
  });

  it.each(["", "{", "12", "null", '"a"', "[]", "[1]", '{"nodes": []}', '{"nodes": [{"id": 1}]}'])(
    "finds no nodes in %j",
    (text) => {
      expect(nodesIn(text)).toBeNull();
    },
  );
});

describe("finding nodes", () => {
  const draft = draftOf([
    ["look-up", null, { kind: "tool", title: "Look up dispute", tool: "disputes.read" }],
    ["dispute", null, { title: "Weigh it" }],
    ["team", null, { kind: "team", title: "Crew" }],
    ["inner", "team", { kind: "gate", title: "Ask" }],
  ]);

  it("goes by title, id, kind and tool, the title first", () => {
    expect(findNodes(draft, "DISPUTE").ids).toEqual(["look-up", "dispute"]);
    expect(findNodes(draft, "disputes.read").ids).toEqual(["look-up"]);
    expect(findNodes(draft, "gate").ids).toEqual(["inner"]);
  });

  it("wants every word", () => {
    expect(findNodes(draft, "look dispute").ids).toEqual(["look-up"]);
    expect(findNodes(draft, "look crew").ids).toEqual([]);
    expect(findNodes(draft, "  ").ids).toEqual([]);
  });
});
