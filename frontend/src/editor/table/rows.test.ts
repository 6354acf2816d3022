import { describe, expect, it } from "vitest";
import { draftOf } from "../testing/drafts";
import { branchesOf, fitting, rowAfter, rowNamed, rowsOf } from "./rows";

const sample = draftOf([
  ["ask", null, { title: "Ask" }],
  ["all", null, { kind: "map", title: "For all", over: "value", body: { node: "one" } }],
  ["one", null, { title: "For one" }],
  ["team", null, { kind: "team", title: "Team" }],
  ["first", "team", { title: "First of the team" }],
  ["inner", "team", { kind: "team" }],
  ["deep", "inner", { title: "Deep" }],
  ["end", null, { title: "End" }],
]);
const NONE: ReadonlySet<string> = new Set();
const shown = (rows: ReturnType<typeof rowsOf>) => rows.map((row) => `${"-".repeat(row.level)}${row.id}`);

describe("the rows", () => {
  it("are the nodes in document order, each inside what holds or runs it", () => {
    expect(shown(rowsOf(branchesOf(sample), NONE))).toEqual([
      "-ask",
      "-all",
      "--one",
      "-team",
      "--first",
      "--inner",
      "---deep",
      "-end",
    ]);
  });

  it("know their place among those beside them, as a screen reader tells it", () => {
    const rows = new Map(rowsOf(branchesOf(sample), NONE).map((row) => [row.id, row]));
    // The body stands beside its map in the document, but inside it here.
    expect(rows.get("team")).toMatchObject({ position: 3, siblings: 4, parent: null, open: true });
    expect(rows.get("one")).toMatchObject({ position: 1, siblings: 1, parent: "all", open: null });
    expect(rows.get("one")?.branch.body).toBe(true);
    expect(rows.get("inner")).toMatchObject({ position: 2, siblings: 2, parent: "team" });
  });

  it("leave out what a closed one holds", () => {
    const rows = rowsOf(branchesOf(sample), new Set(["team", "all"]));
    expect(shown(rows)).toEqual(["-ask", "-all", "-team", "-end"]);
    expect(rows.find((row) => row.id === "team")?.open).toBe(false);
  });

  it("keep in sight what holds a row that fits, and tell it apart", () => {
    const rows = rowsOf(
      fitting(branchesOf(sample), (node) => node.id === "deep"),
      NONE,
    );
    expect(shown(rows)).toEqual(["-team", "--inner", "---deep"]);
    expect(rows.map((row) => row.branch.onTheWay)).toEqual([true, true, false]);
    expect(rows[0]).toMatchObject({ position: 1, siblings: 1 });
  });

  it("show a node once, even if it names itself as its body", () => {
    const odd = draftOf([["self", null, { kind: "fold", body: { node: "self" } }]]);
    expect(shown(rowsOf(branchesOf(odd), NONE))).toEqual(["-self"]);
  });
});

describe("keys", () => {
  const rows = rowsOf(branchesOf(sample), NONE);

  it("stop at the ends", () => {
    expect(rowAfter(rows, 0, "ArrowUp", 5)).toBe(0);
    expect(rowAfter(rows, rows.length - 1, "ArrowDown", 5)).toBe(rows.length - 1);
    expect(rowAfter(rows, 2, "PageDown", 50)).toBe(rows.length - 1);
    expect(rowAfter(rows, 5, "Home", 5)).toBe(0);
    expect(rowAfter(rows, 2, "x", 5)).toBeNull();
  });

  it("find a title by how it begins, on from where one is and around", () => {
    expect(rows[rowNamed(rows, 0, "f") ?? -1]?.id).toBe("all");
    expect(rows[rowNamed(rows, 1, "f") ?? -1]?.id).toBe("one");
    expect(rows[rowNamed(rows, 4, "f") ?? -1]?.id).toBe("all");
    // Typed on, the row that fits already stays.
    expect(rows[rowNamed(rows, 2, "for o") ?? -1]?.id).toBe("one");
    expect(rows[rowNamed(rows, 0, "INN") ?? -1]?.id).toBe("inner");
    expect(rowNamed(rows, 0, "zz")).toBeNull();
  });
});
