import { describe, expect, it } from "vitest";
import {
  addField,
  keyFrom,
  moveField,
  removeField,
  setKey,
  setKeyword,
  setRequired,
  setTitle,
  setType,
} from "./edits";
import { FIELD_TYPES, type FieldType, type Json, LIMITS } from "./fieldTypes";
import { type BuilderForm, readSchema, writeSchema } from "./model";

const text = (value: unknown) => JSON.stringify(value);

function opened(schema: unknown): BuilderForm {
  const reading = readSchema(schema);
  if ("why" in reading) throw new Error(reading.why);
  return reading.form;
}

function written(form: BuilderForm): Json {
  const writing = writeSchema(form);
  if ("refusal" in writing) throw new Error(writing.refusal);
  return writing.schema;
}

const object = (properties: Json, rest: Json = {}) => ({ type: "object", properties, ...rest });

/** A small generator of numbers that is the same in every run. */
function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * sides);
  };
}

const KEYWORDS: [string, unknown[]][] = [
  ["type", ["string", "number", "integer", "boolean", "array", "object", ["string", "null"], "null"]],
  ["format", ["date", "email", "uri"]],
  ["enum", [["a", "b"], [], ["a", "a"], [1, 2], ["a"]]],
  ["items", [{ type: "string" }, { type: "number" }, { type: "string", minLength: 1 }, true]],
  ["title", ["A title", "", 5]],
  ["description", ["Words."]],
  ["default", ["x", 1, true, null, ["x"], 1.5]],
  ["examples", [["x"], [1], ["x", "y"], []]],
  ["minLength", [0, 3, -1, "3"]],
  ["maxLength", [10, 5000]],
  ["pattern", ["^a"]],
  ["minimum", [0, -1.5]],
  ["exclusiveMaximum", [9]],
  ["multipleOf", [0.01]],
  ["minItems", [1]],
  ["const", ["a"]],
  ["oneOf", [[{ type: "string" }]]],
  ["x-own", [1]],
];

function anyProperty(roll: (sides: number) => number): unknown {
  if (roll(40) === 0) return roll(2) === 0;
  const schema: Json = {};
  for (let left = 1 + roll(5); left > 0; left -= 1) {
    const [name, values] = KEYWORDS[left === 1 ? 0 : roll(KEYWORDS.length)] as [string, unknown[]];
    schema[name] = values[roll(values.length)];
  }
  return schema;
}

function anySchema(roll: (sides: number) => number): unknown {
  const keys = ["amount", "note", "__proto__", "a b", "2", "1", "constructor"].filter(() => roll(3) === 0);
  const schema: Json = {};
  if (roll(3) === 0) schema.required = keys.filter(() => roll(2) === 0);
  if (roll(12) !== 0) schema.type = "object";
  if (roll(10) !== 0) schema.properties = Object.fromEntries(keys.map((key) => [key, anyProperty(roll)]));
  if (roll(4) === 0) schema.additionalProperties = [true, false, { type: "string" }][roll(3)];
  if (roll(6) === 0) schema.title = "Form";
  if (roll(20) === 0) schema.minProperties = 1;
  return schema;
}

describe("the builder", () => {
  it("gives back every schema that it opens, to the letter, and says why it does not open the others", () => {
    const roll = dice(20260101);
    let accepted = 0;
    for (let round = 0; round < 20_000; round += 1) {
      const schema = anySchema(roll);
      const before = text(schema);
      const reading = readSchema(schema);
      if ("why" in reading) {
        expect(reading.why).toMatch(/\.$/);
        continue;
      }
      if (reading.form.fields.length > 0) accepted += 1;
      expect(text(written(reading.form))).toBe(before);
      expect(text(schema)).toBe(before);
    }
    // The law would hold of a builder that opens nothing.
    expect(accepted).toBeGreaterThan(500);
  });

  it.each([
    [true, "anything at all"],
    [false, "accepts nothing"],
    [{}, "something else"],
    [{ type: "array", items: {} }, "something else"],
    [object({ a: { type: "object" } }), "“a” is of a kind"],
    [object({ a: true }), "“a” allows anything"],
    [object({ a: { type: "string", const: "x" } }), "“const”"],
    [object({ a: { type: ["string", "null"] } }), "“a” is of a kind"],
    [object({ a: { $ref: "#/$defs/b" } }), "“a” is of a kind"],
    [object({}, { $defs: {} }), "“$defs”"],
    [object({}, { required: ["b"] }), "“b” without describing it"],
    [object({}, { additionalProperties: { type: "string" } }), "other fields"],
    [object({ a: { type: "number", minimum: "1" } }), "“minimum”"],
    [object({ a: { type: "integer", default: 1.5 } }), "default"],
  ])("does not open %j", (schema, why) => {
    const reading = readSchema(schema);
    expect("why" in reading && reading.why).toContain(why);
  });

  it("opens nothing as an empty form", () => {
    expect(written(opened(undefined))).toEqual({ type: "object" });
  });

  it("changes one keyword and leaves the rest as and where it was", () => {
    const schema = {
      required: ["amount"],
      properties: {
        amount: { title: "Amount", minimum: 1, type: "number", examples: [5], maximum: 9 },
        note: { type: "string" },
      },
      additionalProperties: false,
      type: "object",
    };
    const form = opened(schema);
    const [amount] = form.fields;
    const next = written(setKeyword(form, amount?.uid ?? 0, "minimum", 2));
    expect(text(next)).toBe(text(schema).replace('"minimum":1', '"minimum":2'));
    expect(text(schema)).toContain('"minimum":1');
  });

  it("keeps a field required under its new key, and forgets a removed one", () => {
    const form = opened(object({ a: { type: "string" }, b: { type: "number" } }, { required: ["b", "a"] }));
    const [a, b] = form.fields.map((field) => field.uid) as [number, number];
    const renamed = setKey(form, a, "c");
    expect(written(renamed)).toEqual(
      object({ c: { type: "string" }, b: { type: "number" } }, { required: ["b", "c"] }),
    );
    const removed = removeField(renamed, b);
    expect(written(removed)).toEqual(object({ c: { type: "string" } }, { required: ["c"] }));
    expect(written(removeField(removed, a))).toEqual(object({}));
    expect(written(setRequired(form, "a", false)).required).toEqual(["b"]);
  });

  it("writes nothing while a key is missing or there twice", () => {
    const form = opened(object({ a: { type: "string" }, b: { type: "string" } }));
    const [, b] = form.fields.map((field) => field.uid) as [number, number];
    expect(writeSchema(setKey(form, b, "a"))).toEqual({ at: b, refusal: "There is a field “a” already." });
    expect(writeSchema(setKey(form, b, ""))).toEqual({ at: b, refusal: "A field needs a key." });
  });

  it("moves a field, and stops at the ends", () => {
    const form = opened(object({ a: { type: "string" }, b: { type: "string" } }));
    const [a] = form.fields.map((field) => field.uid) as [number];
    const moved = moveField(form, a, 1);
    expect(Object.keys(written(moved).properties as Json)).toEqual(["b", "a"]);
    expect(moveField(moved, a, 1)).toBe(moved);
  });

  it("makes a key from the title until somebody chooses one", () => {
    const { form, uid } = addField(opened(object({ amount: { type: "number" } })), "text");
    const titled = setTitle(form, uid, "Amount");
    expect(titled.fields[1]?.key).toBe("amount_2");
    expect(setTitle(titled, uid, "Größe in €").fields[1]?.key).toBe("gro_e_in");
    const chosen = setTitle(setKey(titled, uid, "sum"), uid, "Total");
    expect(chosen.fields[1]?.key).toBe("sum");
    expect(keyFrom("  What is it? ")).toBe("what_is_it");
  });

  it.each(Object.keys(FIELD_TYPES) as FieldType[])("can add a %s that it can open again", (type) => {
    const { form, uid } = addField(opened(undefined), type);
    const again = opened(written(setTitle(form, uid, "Something")));
    expect(again.fields[0]?.type).toBe(type);
  });

  it("keeps the words of a field that becomes another, and only the limits that it still can have", () => {
    const start = { type: "string", title: "T", description: "D", minLength: 2, pattern: "^x", default: "x" };
    for (const from of Object.keys(FIELD_TYPES) as FieldType[]) {
      const form = opened(object({ a: start }));
      const uid = form.fields[0]?.uid ?? 0;
      const there = setType(form, uid, from);
      for (const to of Object.keys(FIELD_TYPES) as FieldType[]) {
        const schema = written(setType(there, uid, to));
        const [field] = opened(schema).fields;
        expect([from, to, field?.type]).toEqual([from, to, to]);
        expect(field?.schema).toMatchObject({ title: "T", description: "D" });
        const allowed = ["type", "format", "enum", "items", "title", "description", "default"];
        const limits = Object.keys(field?.schema ?? {}).filter((name) => !allowed.includes(name));
        expect(limits.every((name) => LIMITS[to].some((limit) => limit.name === name))).toBe(true);
      }
    }
  });

  it("tells long text from short as the form that is drawn from it does", () => {
    const types = opened(
      object({
        note: { type: "string" },
        code: { type: "string" },
        story: { type: "string", maxLength: 2000 },
        reason: { type: "string", maxLength: 80 },
      }),
    ).fields.map((field) => field.type);
    expect(types).toEqual(["long", "text", "long", "text"]);
  });
});
