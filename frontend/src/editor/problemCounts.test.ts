import { expect, it } from "vitest";
import type { DraftProblem } from "../api/types";
import { problemCounts, problemWords } from "./problemCounts";

const problem = (level: DraftProblem["level"]): DraftProblem => ({
  code: "x",
  level,
  node: null,
  path: "$",
  field: "",
  message: "",
  suggestion: null,
});
const found = (levels: DraftProblem["level"][], total = levels.length) => ({
  problems: levels.map(problem),
  total,
  runnable: !levels.includes("runnable"),
});

it("tells what keeps a draft from being published from what only this place lacks", () => {
  expect(problemCounts(found(["runnable", "environment", "runnable"]))).toEqual({
    blocking: 2,
    warnings: 1,
    more: false,
  });
});

it.each([
  [found([]), "No problems"],
  [found(["runnable"]), "1 problem keeps it from being published"],
  [found(["runnable", "runnable", "environment"]), "2 problems keep it from being published, 1 warning"],
  [found(["environment"]), "1 warning"],
  [found(["runnable"], 812), "812 problems, the first 1 are shown"],
])("says it in words", (problems, words) => {
  expect(problemWords(problems)).toBe(words);
});
