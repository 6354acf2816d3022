import { CircleCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { toJsonText } from "../../api/exact";
import { explain, postJson } from "../../api/http";
import type { ValidationResult, Violation } from "../../api/types";
import { urls } from "../../api/urls";
import { AnswerForm } from "../../forms/AnswerForm";
import { asksNothing } from "../../forms/prepare";

const REST_MS = 300;

/** The schema once it has rested for a moment: a form is not drawn anew at every key. */
function useRested(schema: unknown): unknown {
  const [rested, setRested] = useState(schema);
  const text = toJsonText(schema);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says whether it is another schema
  useEffect(() => {
    const timer = setTimeout(() => setRested(schema), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

/** The real form of a schema, to try: its answer goes to the server's check and nowhere else. */
export function Preview({ schema }: { schema: unknown }) {
  const rested = useRested(schema);
  const answer = useRef<unknown>(undefined);
  const [said, setSaid] = useState<{ fine: boolean; words: string } | null>(null);
  const text = toJsonText(rested);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another form, another answer
  useEffect(() => setSaid(null), [text]);
  const check = async (value: unknown): Promise<Violation[]> => {
    setSaid(null);
    try {
      const { errors } = await postJson<ValidationResult>(urls.validateValue(), { schema: rested, value });
      if (errors.length === 0) setSaid({ fine: true, words: "This answer would be taken." });
      return errors;
    } catch (error) {
      setSaid({ fine: false, words: explain(error) });
      return [];
    }
  };
  if (asksNothing(rested)) return <p className="field-help">There is nothing to fill in.</p>;
  return (
    <AnswerForm key={text} schema={rested} value={answer.current} draft={answer} submit={check}>
      <div className="row">
        <button type="submit" className="btn btn-small">
          Check
        </button>
        <span aria-live="polite" className={said?.fine ? "check-fine" : "field-error"}>
          {said?.fine && <CircleCheck aria-hidden="true" />}
          {said?.words}
        </span>
      </div>
    </AnswerForm>
  );
}
