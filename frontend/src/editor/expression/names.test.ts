import { describe, expect, it } from "vitest";
import { pathStart } from "./names";

describe("the path that is being written", () => {
  it.each([
    ["val", 0],
    ["value.", 0],
    ["value.a > 1.0 && value.b", 17],
    ['value["a-b', 0],
    ['value["a-b"].c', 0],
    ["size(value.it", 5],
    ["value.items[0].na", 0],
    ['"value.a', null],
    ["'it", null],
    ["1 + ", null],
    ["", null],
  ])("of %j begins at %s", (text, at) => {
    expect(pathStart(text)).toBe(at);
  });
});
