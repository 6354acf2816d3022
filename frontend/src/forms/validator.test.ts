import { describe, expect, it } from "vitest";
import { parseNumber } from "./numbers";
import { asksNothing, preparedSchema } from "./prepare";
import { branchChooser, fitsBranch } from "./validator";

const root = {
  $defs: {
    card: {
      type: "object",
      properties: { kind: { const: "card" }, last4: { type: "string" } },
      required: ["kind", "last4"],
    },
  },
  oneOf: [
    { $ref: "#/$defs/card" },
    {
      type: "object",
      properties: { kind: { const: "bank" }, iban: { type: "string" } },
      required: ["kind", "iban"],
    },
  ],
} as const;

describe("the branch of a oneOf", () => {
  const choose = (value: unknown) =>
    root.oneOf.findIndex((branch) => fitsBranch(branch as never, value, root as never));

  it("is the one that the value fits, references included", () => {
    expect(choose({ kind: "card", last4: "4242" })).toBe(0);
    expect(choose({ kind: "bank", iban: "DE02" })).toBe(1);
    expect(choose({ kind: "cash" })).toBe(-1);
  });

  it("does not see keys without a value", () => {
    expect(choose({ kind: "bank", iban: "DE02", last4: undefined })).toBe(1);
    expect(fitsBranch({ type: "null" }, undefined, {})).toBe(true);
  });

  it("is none for a schema that cannot be judged", () => {
    expect(fitsBranch({ $ref: "#/nowhere" }, 1, {})).toBe(false);
  });
});

it("validates nothing: the server does", () => {
  expect(branchChooser.validateFormData({ amount: -1 }, { type: "string" })).toEqual({
    errors: [],
    errorSchema: {},
  });
});

describe("the prepared schema", () => {
  it("names branches by their tag, reference or type", () => {
    const titles = preparedSchema({ oneOf: [...root.oneOf, { type: "string" }, { title: "Own" }] }).oneOf;
    expect(titles?.map((one) => (one as { title: string }).title)).toEqual(["card", "bank", "String", "Own"]);
  });

  it("makes a nullable choice one field and leaves data alone", () => {
    const schema = preparedSchema({
      properties: { note: { anyOf: [{ type: "string", maxLength: 3 }, { type: "null" }], title: "Note" } },
      default: { anyOf: [{}, {}] },
    });
    expect(schema.properties?.note).toEqual({ type: ["string", "null"], maxLength: 3, title: "Note" });
    expect(schema.default).toEqual({ anyOf: [{}, {}] });
  });

  it.each([
    [{}, true],
    [null, true],
    [true, true],
    [{ type: "object" }, true],
    [{ type: "object", properties: {} }, true],
    [{ type: "object", properties: { a: {} } }, false],
    [{ type: "string" }, false],
    [{ enum: [1] }, false],
  ])("%j asks nothing: %s", (schema, nothing) => {
    expect(asksNothing(schema)).toBe(nothing);
  });
});

describe("a typed number", () => {
  it.each([
    ["", true, undefined],
    ["1.0", true, 1],
    ["-3", true, -3],
    ["2.5e3", false, 2500],
    ["9007199254740991", true, 9007199254740991],
  ])("%s", (text, integer, value) => {
    expect(parseNumber(text, integer)).toEqual({ value, refusal: null });
  });

  it.each([
    ["9007199254740993", true, "cannot be kept exactly"],
    ["1e400", false, "too large"],
    ["1.5", true, "not a whole number"],
    ["12 apples", false, "is not a number"],
  ])("%s is refused", (text, integer, why) => {
    expect(parseNumber(text, integer).refusal).toContain(why);
  });
});
