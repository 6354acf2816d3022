import { useState } from "react";
import { ApiProblem, explain, postJson } from "../../api/http";
import type { RunStartRequest, RunView, ValidationResult, Violation } from "../../api/types";
import { urls } from "../../api/urls";
import { useEditorParts } from "../context";
import { useSending } from "./useSending";

/** What a schema says of a value, asked while a form is filled in. */
export async function checkValue(schema: unknown, value: unknown): Promise<Violation[]> {
  return (await postJson<ValidationResult>(urls.validateValue(), { schema, value })).errors;
}

interface Refused {
  text: string;
  /** What is wrong in particular. */
  lines: string[];
}

/** Starts a test run of the draft, or of one node of it, and goes to it. */
export function useTestStart(node: string | null) {
  const { store } = useEditorParts();
  const { busy, send } = useSending();
  const [refusal, setRefusal] = useState<Refused | null>(null);
  const start = async (input: unknown): Promise<Violation[]> => {
    let violations: Violation[] = [];
    setRefusal(null);
    await send(async () => {
      const body: RunStartRequest = {
        graph: store.getState().slug,
        revision: null,
        draft: true,
        node,
        input,
        labels: {},
      };
      try {
        const run = await postJson<RunView>(urls.runs(), body);
        location.assign(urls.runPage(run.id));
        // The page is about to go; until then the button stays as it is.
        await new Promise(() => undefined);
      } catch (error) {
        const errors = error instanceof ApiProblem ? error.errors : [];
        if (error instanceof ApiProblem && error.code === "input_violation" && errors.length > 0) {
          violations = errors;
        } else setRefusal({ text: explain(error), lines: errors.map((one) => one.message) });
      }
    });
    return violations;
  };
  return { busy, refusal, start };
}
