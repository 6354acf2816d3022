import { type Diagnostic, linter } from "@codemirror/lint";
import { type EditorState, StateEffect } from "@codemirror/state";
import type { DraftProblem, DraftProblems, Violation } from "../../api/types";
import { visible } from "../../ui/visible";
import { blocks } from "../problemCounts";
import { brokenAt, rangeAt } from "./places";

/** Marks are made anew: the draft, or what the server says of it, is another. */
export const recheck = StateEffect.define<null>();
const PAUSE_MS = 500;

export function problemMark(state: EditorState, problem: DraftProblem): Diagnostic {
  const suggestion = problem.suggestion ? ` ${problem.suggestion}` : "";
  return {
    ...rangeAt(state, problem.path),
    severity: blocks(problem) ? "error" : "warning",
    message: visible(problem.message + suggestion),
  };
}

export function violationMark(state: EditorState, { path, message }: Violation): Diagnostic {
  return { ...rangeAt(state, path), severity: "error", message: visible(message) };
}

export interface Judge {
  /** What the server said of the text when it was to be stored; null: nothing. */
  refused(): Violation[] | null;
  /** Whether the text is the draft as it is. */
  isStored(): boolean;
  /** What is wrong with the draft as it is. */
  problems(): DraftProblems;
  /** Asks the server about a text that is not stored. */
  check(text: string): Promise<DraftProblems>;
}

/** The server's problems at their places in the text. That the text is no JSON is found here. */
export function marks(judge: Judge) {
  return linter(
    async ({ state }): Promise<Diagnostic[]> => {
      const broken = brokenAt(state);
      if (broken) {
        return [{ ...broken, severity: "error", message: "From here on this is not JSON." }];
      }
      const refused = judge.refused();
      if (refused) return refused.map((one) => violationMark(state, one));
      try {
        const found = judge.isStored() ? judge.problems() : await judge.check(state.doc.toString());
        return found.problems.map((one) => problemMark(state, one));
      } catch {
        // Checking early is a courtesy; storing says what is wrong.
        return [];
      }
    },
    {
      delay: PAUSE_MS,
      needsRefresh: (update) =>
        update.transactions.some((one) => one.effects.some((effect) => effect.is(recheck))),
    },
  );
}
