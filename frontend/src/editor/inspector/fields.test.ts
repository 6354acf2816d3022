import { describe, expect, it } from "vitest";
import type { Catalog, DraftProblem } from "../../api/types";
import { draftOf } from "../testing/drafts";
import { bodyCandidates } from "./BodyChoice";
import { followCase } from "./caseEdges";
import { fixOf } from "./fixes";
import { renamedTo } from "./followRename";
import { grouped, meansNothing } from "./groups";
import { renamed } from "./mapping";
import { matching } from "./matching";
import { kindChange } from "./NodeHead";
import { diffsOf, fixedPlace, pathText } from "./places";
import { innerPaths, nearest, placed } from "./placing";
import { matched, type Row } from "./rows";
import { controlOf, editorOf, fieldsOf } from "./schema";

const problem = (changes: Partial<DraftProblem>): DraftProblem => ({
  code: "invalid_expression",
  level: "runnable",
  node: "a",
  path: "",
  field: "",
  message: "Wrong.",
  suggestion: null,
  ...changes,
});

describe("the operations of an edit", () => {
  it.each([
    [{ title: "T" }, [{ op: "update_node", id: "a", set: { title: "T" }, unset: [] }]],
    [{ role: undefined }, [{ op: "set_role", id: "a", role: null }]],
    [{ tool_allowlist: [] }, [{ op: "set_tools", id: "a", tool_allowlist: [] }]],
    [{ tool_allowlist: undefined }, [{ op: "update_node", id: "a", set: {}, unset: ["tool_allowlist"] }]],
    [{ id: "b" }, [{ op: "rename_node", id: "a", new_id: "b" }]],
    [
      { kind: "tool", role: "r" },
      [{ op: "update_node", id: "a", set: { kind: "tool", role: "r" }, unset: [] }],
    ],
  ])("%j", (changes, diffs) => {
    expect(diffsOf("a", { id: "a", kind: "agent" }, changes)).toEqual(diffs);
  });

  it("of the graph", () => {
    expect(diffsOf(null, {}, { goal: undefined, name: "N" })).toEqual([
      { op: "set_graph", set: { name: "N" }, unset: ["goal"] },
    ]);
  });
});

describe("a place", () => {
  it("is named as the server names it", () => {
    expect(pathText(["cases", 0, "when", "value"])).toBe("cases[0].when.value");
    expect(pathText(["input", "a-b"])).toBe('input["a-b"]');
    expect(pathText(["input", "größe"])).toBe("input.größe");
  });

  it("is written without touching what is beside it", () => {
    const place = fixedPlace("a", "join", "best_by");
    const fields = { join: { best_by: "value", other: 1 } };
    expect(place.write(fields, "value.x")).toEqual({ join: { best_by: "value.x", other: 1 } });
    expect(place.write(fields, undefined)).toEqual({ join: { other: 1 } });
    expect(fields.join.best_by).toBe("value");
  });
});

describe("problems", () => {
  const fields = {
    cases: [{ name: "x", when: { kind: "expression", value: "true" } }],
    input: { "a-b": "value", ab: "value" },
    depends_on: ["z"],
  };
  const shown = ["cases", "input", "depends_on", "tool", ...innerPaths(fields)];

  it.each([
    ["cases[0].when.value", "cases[0].when.value"],
    ["cases[0].when", "cases[0]"],
    ["cases[0].name", "cases[0].name"],
    ["cases[7]", "cases"],
    ['input["a-b"]', 'input["a-b"]'],
    ["input.abc", "input"],
    ["depends_on[0].case", "depends_on[0]"],
    ["toolbox", null],
    ["", null],
  ])("of %s stand at %s", (field, at) => {
    expect(nearest(field, shown)).toBe(at);
  });

  it("without a field in sight come first", () => {
    const found = placed([problem({ field: "tool" }), problem({ field: "nodes" })], shown);
    expect([...found.at.keys()]).toEqual(["tool"]);
    expect(found.rest).toHaveLength(1);
  });
});

describe("a fix", () => {
  const node = {
    id: "a",
    kind: "agent",
    tool: "serch",
    tool_allowlist: ["x", "serch"],
    depends_on: ["z", { node: "b", case: "yse" }],
    over: "value.itms",
    input: { ammount: "value.a", id: "value.id" },
  };
  it.each([
    [
      { code: "unknown_tool", field: "tool", suggestion: "search" },
      [{ op: "update_node", id: "a", set: { tool: "search" }, unset: [] }],
    ],
    [
      { code: "unknown_tool", field: "tool_allowlist[1]", suggestion: "search" },
      [{ op: "set_tools", id: "a", tool_allowlist: ["x", "search"] }],
    ],
    [
      { code: "unknown_case", field: "depends_on[1].case", suggestion: "yes" },
      [{ op: "reroute_edge", node_id: "a", old_dep: "b", new_dep: "b", old_case: "yse", new_case: "yes" }],
    ],
    [
      { code: "unknown_input_field", field: "input.ammount", suggestion: "amount" },
      [{ op: "update_node", id: "a", set: { input: { amount: "value.a", id: "value.id" } }, unset: [] }],
    ],
    [{ code: "unknown_input_field", field: "input.ammount", suggestion: "id" }, null],
    [{ code: "unknown_tool", field: "tool", suggestion: null }, null],
    [{ code: "schema_lacks_path", field: "over", suggestion: "items" }, null],
    [{ code: "unknown_agent", field: "agent_hint", suggestion: "x" }, null],
  ])("of %j", (changes, diffs) => {
    expect(fixOf(problem(changes), node)).toEqual(diffs);
  });
});

describe("rows", () => {
  const row = (key: number, name: string): Row => ({ key, name });
  const keys = (rows: Row[]) => rows.map((one) => one.key);

  it("keep their identity through a new order and a new name", () => {
    const before = [row(101, "a"), row(102, "b"), row(103, "c")];
    expect(keys(matched(before, ["c", "a", "b"]))).toEqual([103, 101, 102]);
    expect(keys(matched(before, ["a", "x", "c"]))).toEqual([101, 102, 103]);
    expect(keys(matched(before, ["b", "c"]))).toEqual([102, 103]);
    const added = matched(before, ["a", "b", "c", "d"]);
    expect(keys(added).slice(0, 3)).toEqual([101, 102, 103]);
    expect(new Set(keys(added)).size).toBe(4);
  });

  it("are one each, also where two have a name", () => {
    expect(new Set(keys(matched([row(101, "a"), row(102, "a")], ["a", "a", "a"]))).size).toBe(3);
  });
});

describe("edges out of a case", () => {
  const needs: Record<string, object> = {
    d1: { depends_on: [{ node: "b", case: "yes" }, "z"] },
    d2: { depends_on: [{ node: "b", case: "no" }] },
  };
  const read = (id: string) => (needs[id] ?? {}) as Record<string, unknown>;

  it("follow its new name", () => {
    const followed = followCase("b", ["d1", "d2", "d3"], ["yes", "y"], ["no"], read);
    expect(followed).toEqual([
      {
        node: "d1",
        changes: { depends_on: [{ node: "b", case: "y" }, "z"] },
        diffs: [
          { op: "reroute_edge", node_id: "d1", old_dep: "b", new_dep: "b", old_case: "yes", new_case: "y" },
        ],
      },
    ]);
  });

  it("stay where it cannot be told whose they are", () => {
    expect(followCase("b", ["d1"], ["yes", "no"], ["no"], read)).toEqual([]);
    expect(followCase("b", ["d1"], ["yes", "y"], ["yes"], read)).toEqual([]);
    expect(followCase("b", ["d1"], ["yes", ""], [], read)).toEqual([]);
  });
});

it("asks for an agent of a branch only where a model decides, or one is named", () => {
  const by = (kind: string) => ({ kind: "branch", cases: [{ name: "a", when: { kind, value: "true" } }] });
  expect(meansNothing("agent_hint", by("expression"))).toBe(true);
  expect(meansNothing("agent_hash", by("expression"))).toBe(true);
  expect(meansNothing("agent_hint", by("model_decision"))).toBe(false);
  expect(meansNothing("agent_hint", { ...by("expression"), agent_hint: "clerk" })).toBe(false);
  expect(meansNothing("title", by("expression"))).toBe(false);
  expect(meansNothing("agent_hint", { kind: "agent" })).toBe(false);
});

describe("a form", () => {
  const form = {
    type: "object",
    required: ["seconds"],
    properties: {
      title: { type: "string", title: "Title" },
      description: { type: "string", title: "Description", description: "Help." },
      execution_mode: { enum: ["parallel", "sequential"], default: "parallel", type: "string" },
      seconds: { type: "number", title: "Seconds" },
      tools: { type: "array", items: { type: "string", format: "tool" } },
      input: { type: "object", additionalProperties: { type: "string", format: "expression" } },
      when: { $ref: "#/$defs/When", title: "When" },
      on: { type: "boolean", default: true },
      fresh: { type: "array", items: { type: "string" } },
    },
    $defs: { When: { type: "string", format: "expression", title: "Other" } },
  };
  const field = (name: string) => fieldsOf(form).find((one) => one.name === name) as never;

  it("says of each field which control and editor it has", () => {
    expect(controlOf(field("execution_mode"))).toEqual({
      type: "choice",
      options: ["parallel", "sequential"],
      standard: "parallel",
    });
    expect(controlOf(field("description"))).toEqual({ type: "text", long: true });
    expect(controlOf(field("on"))).toEqual({ type: "flag", standard: true });
    expect(controlOf(field("fresh"))).toEqual({ type: "texts" });
    expect(editorOf(field("tools"))).toBe("tools");
    expect(editorOf(field("input"))).toBe("mapping");
    expect(editorOf(field("when"))).toBe("expression");
    expect(editorOf(field("seconds"))).toBeNull();
    expect(fieldsOf(form).find((one) => one.name === "when")?.title).toBe("When");
  });

  it("shows every field in a group, also one that nobody has heard of", () => {
    const groups = grouped(fieldsOf(form), true);
    const names = [...groups.values()].flat().map((one) => one.name);
    expect(new Set(names)).toEqual(
      new Set([...Object.keys(form.properties).filter((name) => name !== "title"), "depends_on", "body"]),
    );
    expect(groups.get("What it does")?.[0]?.name).toBe("description");
  });
});

it("finds what holds every word, names first and what cannot be chosen last", () => {
  const options = [
    { value: "b.look", description: "Looks up an order" },
    { value: "order.get" },
    { value: "order.bad", barred: "No." },
  ];
  expect(matching(options, "order").map((one) => one.value)).toEqual(["order.get", "b.look", "order.bad"]);
  expect(matching(options, "LOOK order").map((one) => one.value)).toEqual(["b.look"]);
  expect(matching(options, "")).toHaveLength(3);
});

it("keeps a mapping's order when a field is renamed", () => {
  expect(Object.keys(renamed({ a: 1, b: 2, c: 3 }, "b", "x"))).toEqual(["a", "x", "c"]);
});

it("gives a node of another kind what that kind must have, and no more", () => {
  const kinds = [
    { kind: "map", title: "Map", description: "", form: {}, blank: { kind: "map", over: "value", body: {} } },
  ];
  const catalog = { kinds } as unknown as Catalog;
  expect(kindChange(catalog, "map", { id: "a", kind: "agent", over: "value.x" })).toEqual({
    kind: "map",
    body: {},
  });
});

it("offers as a body what no edge touches and nobody runs", () => {
  const draft = draftOf([
    ["m", null, { kind: "map", body: { node: "own" } }],
    ["own", null],
    ["n", null, { kind: "map", body: { node: "taken" } }],
    ["taken", null],
    ["free", null],
    ["needs", null, { depends_on: ["needed"] }],
    ["needed", null],
  ]);
  expect(bodyCandidates(draft, "m")).toEqual(["own", "n", "free"]);
});

it("knows a renamed node again", () => {
  const state = (ids: string[]) => ({ draft: draftOf(ids.map((id) => [id, null])) }) as never;
  expect(renamedTo("b", state(["a", "x", "c"]), state(["a", "b", "c"]))).toBe("x");
  expect(renamedTo("b", state(["a", "c"]), state(["a", "b", "c"]))).toBeNull();
  expect(renamedTo("b", state(["a", "c", "d"]), state(["a", "b", "c"]))).toBeNull();
});
