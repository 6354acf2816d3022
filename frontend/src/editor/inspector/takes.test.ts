import { describe, expect, it } from "vitest";
import type { Catalog } from "../../api/types";
import { expressionFor, takenBy, typeWords } from "./takes";

const SETTLE = {
  type: "object",
  properties: {
    pace: { type: "number", default: 1, description: "Seconds it takes." },
    dispute_id: { type: "string" },
    lines: { type: "array", items: { $ref: "#/$defs/Line" } },
    mode: { anyOf: [{ enum: ["full", "part"] }, { type: "null" }] },
  },
  required: ["dispute_id", "lines"],
  $defs: { Line: { type: "object" } },
};
const catalog = { tools: [{ name: "settle", effect: "write", input_schema: SETTLE }] } as unknown as Catalog;

describe("what a tool takes", () => {
  it("names its fields, those it cannot do without first", () => {
    expect(takenBy(catalog, "settle")).toEqual([
      { name: "dispute_id", type: "text", required: true, description: undefined },
      { name: "lines", type: "list of object", required: true, description: undefined },
      { name: "pace", type: "number", required: false, description: "Seconds it takes." },
      { name: "mode", type: '"full" or "part" or nothing', required: false, description: undefined },
    ]);
  });

  it("is unknown of a tool that nobody here describes", () => {
    expect(takenBy(catalog, "other")).toBeNull();
    expect(takenBy(null, "settle")).toBeNull();
    expect(takenBy({ tools: [{ name: "x", input_schema: {} }] } as unknown as Catalog, "x")).toBeNull();
  });

  it("is said in words also where a schema is odd", () => {
    const loop = { $defs: { A: { anyOf: [{ $ref: "#/$defs/A" }, { type: "string" }] } } };
    expect(typeWords({ $ref: "#/$defs/A" }, loop)).toContain("text");
    expect(typeWords({ $ref: "#/$defs/constructor" }, loop)).toBe("anything");
    expect(typeWords(true, {})).toBe("anything");
    expect(typeWords({ type: ["string", "null"] }, {})).toBe("text or nothing");
  });
});

it("a new field reads what has its name", () => {
  const path = (path: string) => ({ path, type: "text" });
  const paths = [path("value"), path("run.input.id"), path("value.a.id"), path("value.amount")];
  expect(expressionFor("id", paths as never)).toBe("value.a.id");
  expect(expressionFor("amount", paths as never)).toBe("value.amount");
  expect(expressionFor("other", paths as never)).toBe("value");
});
