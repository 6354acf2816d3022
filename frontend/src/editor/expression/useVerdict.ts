import { useEffect, useRef, useState } from "react";
import { explain, sendJson } from "../../api/http";
import type { ExpressionToTry, ExpressionVerdict } from "../../api/types";
import { urls } from "../../api/urls";

/** How long a person pauses before the server is asked. */
export const ASK_MS = 250;

/** What an expression is tried on. */
export interface Sample {
  value: unknown;
  input: unknown;
  labels: Record<string, string>;
  index: number | null;
}

export interface Asked {
  slug: string;
  node: string | null;
  field: string;
  text: string;
  sample: Sample | null;
}

export interface Answered {
  /** The text that the answer is about. */
  text: string;
  verdict: ExpressionVerdict | null;
  /** Why there is no answer. */
  failure: string | null;
}

function bodyOf({ node, field, text, sample }: Asked): ExpressionToTry {
  return {
    text,
    node,
    field,
    try_on: sample !== null,
    value: sample?.value ?? null,
    input: sample?.input ?? null,
    labels: sample?.labels ?? {},
    index: sample?.index ?? null,
  };
}

/**
 * What the server says of an expression as it is typed; `asked` null asks nothing. The answer to the last
 * question wins: older ones are called off. Until the next answer the last one stays.
 */
export function useVerdict(asked: Asked | null): Answered | null {
  const [answered, setAnswered] = useState<Answered | null>(null);
  const key = asked === null ? null : JSON.stringify(asked);
  const latest = useRef(asked);
  latest.current = asked;
  useEffect(() => {
    if (key === null) {
      setAnswered(null);
      return;
    }
    const caller = new AbortController();
    const timer = setTimeout(async () => {
      const question = latest.current;
      if (!question) return;
      const { slug, text } = question;
      try {
        const url = urls.draftVerb(slug, "expression");
        const options = { signal: caller.signal };
        const verdict = await sendJson<ExpressionVerdict>("POST", url, bodyOf(question), options);
        if (!caller.signal.aborted) setAnswered({ text, verdict, failure: null });
      } catch (error) {
        if (!caller.signal.aborted) setAnswered({ text, verdict: null, failure: explain(error) });
      }
    }, ASK_MS);
    return () => {
      clearTimeout(timer);
      caller.abort();
    };
  }, [key]);
  return answered;
}
