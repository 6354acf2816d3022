import { describe, expect, it } from "vitest";
import { errorsByPath, isTouched, parsePath, pathKey } from "./paths";
import { humanise, inWords, titleAt } from "./titles";

describe("a violation's path", () => {
  it.each([
    ["$", []],
    ["$.amount", ["amount"]],
    ["$.lines[0].amount", ["lines", 0, "amount"]],
    ['$["a-b"].c', ["a-b", "c"]],
    ["$['it''s']", null],
    ["$.a['b c'][12]", ["a", "b c", 12]],
    ["lines[0]", null],
    ["$.a..b", null],
    ["$[x]", null],
  ])("%s", (text, path) => {
    expect(parsePath(text)).toEqual(path);
  });

  it("finds its field, whether an index is a number or a key", () => {
    const errors = errorsByPath([
      { path: "$.lines[0].amount", message: "too much" },
      { path: "$.lines[0].amount", message: "too much" },
      { path: "$.lines[0].amount", message: "not a multiple of 5" },
      { path: "nonsense", message: "the form is wrong" },
    ]);
    expect(errors.get(pathKey(["lines", "0", "amount"]))).toEqual(["too much", "not a multiple of 5"]);
    expect(errors.get(pathKey([]))).toEqual(["the form is wrong"]);
  });

  it("is shown early only where someone has been", () => {
    const touched = new Set([pathKey(["lines", 0])]);
    expect(isTouched(["lines", 0, "amount"], touched)).toBe(true);
    expect(isTouched(["lines", 1, "amount"], touched)).toBe(false);
    expect(isTouched([], touched)).toBe(false);
  });
});

describe("a field's title", () => {
  const schema = {
    $defs: {
      line: {
        title: "Line",
        type: "object",
        properties: { amount_usd: { type: "number", title: "Amount" } },
      },
    },
    type: "object",
    properties: {
      lines: { type: "array", items: { $ref: "#/$defs/line" } },
      how: {
        oneOf: [{ properties: { card: { type: "string" } } }, { properties: { iban: { title: "IBAN" } } }],
      },
    },
  } as const;

  it.each([
    [[], ""],
    [["lines", 0, "amount_usd"], "Lines 1 → Amount"],
    [["how", "iban"], "How → IBAN"],
    [["unknown_key"], "Unknown key"],
  ])("of %j is %s", (path, title) => {
    expect(titleAt(schema as never, path as string[])).toBe(title);
  });

  it("stands in for the name in messages", () => {
    expect(humanise("approverNote")).toBe("Approver Note");
    expect(inWords('"note" is a required property', "Approver note")).toBe("Approver note is required");
    expect(inWords("This field is required.", "Refund")).toBe("Refund is required");
    expect(inWords("450 is greater than the maximum of 300", "Refund")).toBe(
      "450 is greater than the maximum of 300",
    );
  });
});
