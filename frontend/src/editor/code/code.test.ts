import { CompletionContext } from "@codemirror/autocomplete";
import { json } from "@codemirror/lang-json";
import { ensureSyntaxTree } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import type { Catalog } from "../../api/types";
import { completions } from "./completion";
import { findingAt } from "./findings";
import { problemMark } from "./lint";
import { brokenAt, nodeAt, rangeAt } from "./places";
import { textChange } from "./textChange";

function stateOf(doc: string): EditorState {
  const state = EditorState.create({ doc, extensions: json() });
  ensureSyntaxTree(state, doc.length, 5_000);
  return state;
}

const TEXT = `{
  "name": "Refund",
  "nodes": [
    { "id": "a", "kind": "tool", "tool": "x" },
    {
      "id": "b", "kind": "branch",
      "cases": [{ "name": "yes", "when": { "kind": "expression", "value": "1 +" } }],
      "input": { "a-b": "value" }
    }
  ]
}`;

describe("where a path leads", () => {
  const state = stateOf(TEXT);
  const at = (path: string) => {
    const { from, to } = rangeAt(state, path);
    return state.sliceDoc(from, to);
  };

  it.each([
    ["$.name", '"name": "Refund"'],
    ["$.nodes[0].tool", '"tool": "x"'],
    ["$.nodes[1].cases[0].when.value", '"value": "1 +"'],
    ['$.nodes[1].input["a-b"]', '"a-b": "value"'],
  ])("%s is its field with its value", (path, text) => {
    expect(at(path)).toBe(text);
  });

  it("is as far as it goes: a field that is missing is marked at what lacks it", () => {
    expect(at("$.nodes[0].input_schema.type")).toBe('{ "id": "a", "kind": "tool", "tool": "x" }');
    expect(at("$.budget")).toBe("{");
  });

  it("is one line of what is long", () => {
    expect(at("$.nodes[1]")).toBe("{");
  });

  it("is the beginning for a path that nobody can read", () => {
    expect(at("nonsense")).toBe("{");
  });
});

it("finds a node by its id, and takes no other field for it", () => {
  const text = '{"nodes": [{"id": "a", "input": {"id": "b"}}, {"kind": "team", "nodes": [{"id": "b"}]}]}';
  const state = stateOf(text);
  const place = nodeAt(state, "b");
  expect(place?.from).toBe(text.lastIndexOf('"id"'));
  expect(nodeAt(state, "c")).toBeNull();
});

it("marks a problem with its level and what might be meant", () => {
  const mark = problemMark(stateOf(TEXT), {
    code: "unknown_tool",
    level: "environment",
    node: "a",
    path: "$.nodes[0].tool",
    field: "tool",
    message: "There is no tool “x” here.",
    suggestion: "Did you mean “y”?",
  });
  expect(mark).toMatchObject({
    severity: "warning",
    message: "There is no tool “x” here. Did you mean “y”?",
  });
});

it("finds where a text stops being JSON, and nothing in one that is", () => {
  expect(brokenAt(stateOf(TEXT))).toBeNull();
  expect(brokenAt(stateOf('{"a": 1, }'))?.from).toBe(9);
  expect(brokenAt(stateOf(""))).not.toBeNull();
});

describe("a reason of a refusal", () => {
  it("has its place in words, and as far as it leads in the text", () => {
    const text = '{\n  "name": "x",\n  "nodes": [\n    {\n      "id": "a",\n      "bogus": 1\n    }\n  ]\n}';
    const found = findingAt(stateOf(text), { path: "$.nodes[0].bogus", message: "There is no such field." });
    expect(found).toMatchObject({
      from: text.indexOf('"bogus"'),
      where: "Line 6, nodes[0].bogus",
      text: "There is no such field.",
    });
  });

  it("of a text that is no JSON is where the server stopped reading", () => {
    const text = '{\n  "a": 1,,\n}';
    const message = "Line 2, column 10: Expecting a name.";
    expect(findingAt(stateOf(text), { path: "$", message })).toMatchObject({
      from: text.indexOf(",,") + 1,
      where: "Line 2, column 10",
      text: "Expecting a name.",
    });
    const beyond = findingAt(stateOf("{"), { path: "$", message: "Line 9, column 99: Ended." });
    expect(beyond.from).toBe(1);
  });

  it("of the whole document is its beginning", () => {
    expect(findingAt(stateOf("{}"), { path: "$", message: "Too large." })).toMatchObject({
      from: 0,
      where: "Line 1",
      text: "Too large.",
    });
  });
});

describe("replacing only what differs", () => {
  it.each([
    ["abcdef", "abXdef"],
    ["aaa", "aaaa"],
    ["aaaa", "aa"],
    ["", "new"],
    ["same", "same"],
    ["old", ""],
  ])("turns %j into %j", (old, fresh) => {
    const { from, to, insert } = textChange(old, fresh);
    expect(old.slice(0, from) + insert + old.slice(to)).toBe(fresh);
  });

  it("leaves what is the same before and after alone", () => {
    expect(textChange("one two three", "one 2 three")).toEqual({ from: 4, to: 7, insert: "2" });
  });
});

describe("completion", () => {
  const tool = {
    type: "object",
    required: ["id", "kind"],
    properties: {
      id: { type: "string", title: "Id" },
      kind: { const: "tool" },
      tool: { type: "string", title: "Tool", description: "What is called." },
    },
  };
  const branch = {
    type: "object",
    properties: {
      id: { type: "string" },
      kind: { const: "branch" },
      cases: { type: "array", items: { $ref: "#/$defs/Case" } },
    },
  };
  const team = {
    type: "object",
    properties: {
      id: { type: "string" },
      kind: { const: "team" },
      nodes: { type: "array", items: { $ref: "#/$defs/Node" } },
    },
  };
  const catalog = {
    kinds: [],
    tools: [
      { name: "case.read", effect: "read", description: "Reads a case", input_schema: {}, output_schema: {} },
    ],
    agents: [],
    roles: [],
    people: ["ada"],
    groups: [],
    graph_form: {
      properties: {
        name: { type: "string", title: "Name" },
        defaults: {
          type: "object",
          properties: { failure_strategy: { enum: ["abort", "skip"] } },
        },
      },
    },
    operations: {
      add_node: {
        $defs: {
          Tool: tool,
          Branch: branch,
          Team: team,
          Node: { oneOf: [{ $ref: "#/$defs/Tool" }, { $ref: "#/$defs/Branch" }, { $ref: "#/$defs/Team" }] },
          Case: { type: "object", properties: { name: { type: "string" }, when: { type: "object" } } },
        },
        properties: { node: { $ref: "#/$defs/Node" } },
      },
    },
  } satisfies Catalog;

  /** What is offered at the bar in `text`. */
  function offered(text: string, explicit = true): string[] {
    const pos = text.indexOf("|");
    const state = stateOf(text.replace("|", ""));
    const source = completions(catalog, () => ["a", "b"]);
    const result = source(new CompletionContext(state, pos, explicit));
    return result?.options.map((one) => one.displayLabel ?? one.label) ?? [];
  }

  it("names the fields of the graph that are not there yet", () => {
    expect(offered('{ "name": "x", "|" }')).toEqual(["schema_version", "defaults", "nodes"]);
  });

  it("knows what kind of node it is in", () => {
    expect(offered('{ "nodes": [{ "id": "a", "kind": "tool", "|" }] }')).toEqual(["tool"]);
    expect(offered('{ "nodes": [{ "id": "a", "kind": "branch", "|" }] }')).toEqual(["cases"]);
  });

  it("offers what any kind has while the kind is not told", () => {
    expect(offered('{ "nodes": [{ "|" }] }')).toEqual(["id", "kind", "tool", "cases", "nodes"]);
  });

  it("goes into what a node holds", () => {
    expect(
      offered('{ "nodes": [{ "kind": "team", "nodes": [{ "kind": "tool", "id": "x", "|" }] }] }'),
    ).toEqual(["tool"]);
    expect(offered('{ "nodes": [{ "kind": "branch", "cases": [{ "|" }] }] }')).toEqual(["name", "when"]);
  });

  it("offers the values that can be named", () => {
    expect(offered('{ "defaults": { "failure_strategy": "|" } }')).toEqual(['"abort"', '"skip"']);
    expect(offered('{ "nodes": [{ "kind": "|" }] }')).toEqual(['"tool"', '"branch"', '"team"']);
    expect(offered('{ "nodes": [{ "kind": "tool", "tool": "|" }] }')).toEqual(['"case.read"']);
    expect(offered('{ "nodes": [{ "kind": "tool", "depends_on": ["|"] }] }')).toEqual(['"a"', '"b"']);
  });

  it("says nothing where nothing is known, and does not come unasked between the fields", () => {
    expect(offered('{ "name": "|" }')).toEqual([]);
    expect(offered("{ | }", false)).toEqual([]);
  });
});
