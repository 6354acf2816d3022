import { expect, it } from "vitest";
import type { DraftProblem } from "../../api/types";
import { grouped } from "./groups";

const problem = (code: string, node: string, message: string): DraftProblem => ({
  code,
  level: "environment",
  node,
  path: `$.${node}`,
  field: "tool",
  message,
  suggestion: null,
});

const unknown = (node: string, tool = "mProject") =>
  problem("unknown_tool", node, `“${node}” uses the tool “${tool}”, which is not registered here.`);

it("makes one entry of many alike, without the words in which they differ", () => {
  const found = grouped([..."abcde"].map((node) => unknown(node)));
  expect(found).toHaveLength(1);
  expect(found[0]?.message).toBe("“…” uses the tool “mProject”, which is not registered here.");
  expect(found[0]?.problems).toHaveLength(5);
});

it("leaves a few as they are, in their order", () => {
  const other = problem("no_case", "b", "A case has no edge.");
  const found = grouped([unknown("a"), other, unknown("c", "mDiff")]);
  expect(found.map((group) => group.message)).toEqual([
    "“a” uses the tool “mProject”, which is not registered here.",
    "A case has no edge.",
    "“c” uses the tool “mDiff”, which is not registered here.",
  ]);
});

it("puts a group where its first problem stands", () => {
  const first = problem("no_case", "z", "A case has no edge.");
  const found = grouped([first, unknown("a"), unknown("b"), unknown("c"), unknown("d")]);
  expect(found.map((group) => group.problems.length)).toEqual([1, 4]);
});

it("has a key of its own for each entry", () => {
  const found = grouped([unknown("a"), unknown("a"), problem("x", "a", "A"), problem("x", "b", "A")]);
  expect(new Set(found.map((group) => group.key)).size).toBe(found.length);
});
