import { describe, expect, it } from "vitest";
import type { ChangeLine } from "../../api/types";
import { authorsOf, inOneLine, standing } from "./standing";

const line = (version: number, changes: Partial<ChangeLine> = {}): ChangeLine => ({
  version,
  kind: "edit",
  author: { id: 1, name: "Ada" },
  at: "2026-01-01T00:00:00Z",
  words: [`Change ${version}`],
  gesture: "",
  undone: false,
  of: [],
  ...changes,
});
const versions = (changes: ChangeLine[]) => standing(changes).map((change) => change.version);

describe("the changes that stand", () => {
  it("are all of them when nothing was taken back", () => {
    expect(versions([line(4), line(5, { kind: "document" })])).toEqual([4, 5]);
  });

  it("leave out what was undone, and the undoing of it", () => {
    expect(versions([line(4), line(5, { undone: true }), line(6, { kind: "undo", of: [5] })])).toEqual([4]);
  });

  it("count what was done again once", () => {
    const changes = [
      line(4),
      line(5, { kind: "undo", of: [4], undone: true }),
      line(6, { kind: "redo", of: [5] }),
    ];
    expect(versions(changes)).toEqual([4]);
  });

  it("have the undoing of what is published already", () => {
    expect(versions([line(9, { kind: "undo", of: [3] })])).toEqual([9]);
  });
});

describe("a change in one line", () => {
  it("says the first of several and how many there are more", () => {
    expect(inOneLine(line(1, { words: ["Added tool “A”", "Added edge", "Named it"] }))).toBe(
      "Added tool “A” and 2 more",
    );
    expect(inOneLine(line(1))).toBe("Change 1");
  });
});

it("names each author once, with how much is theirs", () => {
  const bob = { id: 2, name: "Bob" };
  expect(authorsOf([line(1), line(2, { author: bob }), line(3)])).toEqual([
    { name: "Ada", count: 2 },
    { name: "Bob", count: 1 },
  ]);
});
