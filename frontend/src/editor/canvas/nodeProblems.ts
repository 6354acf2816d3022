import type { DraftProblem, DraftProblems } from "../../api/types";
import { problemsByNode } from "../store";

const cache = new WeakMap<DraftProblems, ReadonlyMap<string, DraftProblem[]>>();

/** The problems of each node, sorted out once however many cards ask. */
export function problemsOf(problems: DraftProblems): ReadonlyMap<string, DraftProblem[]> {
  const known = cache.get(problems);
  if (known) return known;
  const found = problemsByNode(problems);
  cache.set(problems, found);
  return found;
}

/** Whether any of them keeps the draft from being published. */
export function anyBlocks(problems: readonly DraftProblem[]): boolean {
  return problems.some((problem) => problem.level !== "environment");
}
