import type { DraftProblem, DraftProblems } from "../api/types";
import { counted } from "./stateWords";

/** Keeps the draft from being published and run; what only this place lacks does not. */
export function blocks(problem: DraftProblem): boolean {
  return problem.level !== "environment";
}

export interface ProblemCounts {
  blocking: number;
  warnings: number;
  /** There are more than are shown and counted here. */
  more: boolean;
}

export function problemCounts({ problems, total }: DraftProblems): ProblemCounts {
  const blocking = problems.filter(blocks).length;
  return { blocking, warnings: problems.length - blocking, more: total > problems.length };
}

/** “2 problems keep it from being published, 1 warning”. */
export function problemWords(found: DraftProblems): string {
  const { blocking, warnings, more } = problemCounts(found);
  if (more) return `${counted(found.total, "problem")}, the first ${found.problems.length} are shown`;
  const parts: string[] = [];
  if (blocking > 0) {
    parts.push(
      `${counted(blocking, "problem")} ${blocking === 1 ? "keeps" : "keep"} it from being published`,
    );
  }
  if (warnings > 0) parts.push(counted(warnings, "warning"));
  return parts.length > 0 ? parts.join(", ") : "No problems";
}
