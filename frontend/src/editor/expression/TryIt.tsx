import { CircleCheck, CircleX } from "lucide-react";
import { useEffect, useId, useMemo, useState } from "react";
import { parseJson, toJsonText } from "../../api/exact";
import type { SampleValue } from "../../api/types";
import type { Answered, Sample } from "./useVerdict";

interface Props {
  /** null: not here yet. */
  samples: readonly SampleValue[] | null;
  text: string;
  /** What the server said of this very text; null: nothing yet. */
  answered: Answered | null;
  onSample(sample: Sample | null): void;
}

const OWN = "own";

type Parsed = { value: unknown } | { refusal: string };

function parsed(text: string): Parsed {
  if (text.trim() === "") return { value: null };
  try {
    return { value: parseJson(text) };
  } catch {
    return { refusal: "This is not JSON yet: text needs quotes, objects need braces." };
  }
}

function JsonBox({
  label,
  text,
  onChange,
  refusal,
}: {
  label: string;
  text: string;
  onChange(text: string): void;
  refusal: string | null;
}) {
  const id = useId();
  return (
    <div className="try-box">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="textarea mono"
        rows={Math.min(8, Math.max(2, text.split("\n").length))}
        spellCheck={false}
        value={text}
        aria-invalid={refusal !== null || undefined}
        aria-describedby={refusal !== null ? `${id}-refusal` : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {refusal !== null && (
        <p className="field-error" id={`${id}-refusal`}>
          {refusal}
        </p>
      )}
    </div>
  );
}

/** What the expression gives, or why it gives nothing. */
function Outcome({ answered }: { answered: Answered | null }) {
  if (!answered) return <p className="field-help">…</p>;
  const { verdict, failure } = answered;
  if (failure !== null) return <p className="field-error">{failure}</p>;
  if (!verdict) return null;
  if (verdict.error !== null)
    return <p className="field-help">It gives nothing as long as it does not compile.</p>;
  return (
    <>
      {verdict.result !== null && (
        <p className="try-result">
          <CircleCheck aria-hidden="true" />
          <span className="visually-hidden">It gives </span>
          <bdi className="mono">{verdict.result}</bdi>
        </p>
      )}
      {verdict.failure !== null && (
        <p className="try-failure">
          <CircleX aria-hidden="true" />
          <bdi>{verdict.failure}</bdi>
        </p>
      )}
    </>
  );
}

/** An expression tried on a value that a run recorded, or on one that is typed. */
export default function TryIt({ samples, text, answered, onSample }: Props) {
  const id = useId();
  const usable = samples ?? [];
  const [chosen, setChosen] = useState<string>();
  const current = chosen ?? (usable.length > 0 ? "0" : OWN);
  const recorded = current === OWN ? undefined : usable[Number(current)];
  const [value, setValue] = useState("{}");
  const [input, setInput] = useState("{}");
  const parts = useMemo(
    () =>
      recorded
        ? { value: { value: recorded.value }, input: { value: recorded.input } }
        : { value: parsed(value), input: parsed(input) },
    [recorded, value, input],
  );
  const sample = useMemo<Sample | null>(
    () =>
      "value" in parts.value && "value" in parts.input
        ? { value: parts.value.value, input: parts.input.value, labels: {}, index: null }
        : null,
    [parts],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another sample is news
  useEffect(() => onSample(sample), [sample]);
  const choose = (next: string) => {
    // A recorded value is where one's own begins.
    const from = next === OWN ? usable[Number(current)] : undefined;
    if (from) {
      setValue(toJsonText(from.value, 2));
      setInput(toJsonText(from.input, 2));
    }
    setChosen(next);
  };
  return (
    <div className="try-it">
      <div className="try-box">
        <label htmlFor={id}>On</label>
        <select id={id} className="select" value={current} onChange={(event) => choose(event.target.value)}>
          {usable.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: samples have no other name
            <option key={at} value={String(at)}>
              {one.title}
            </option>
          ))}
          <option value={OWN}>A value of my own</option>
        </select>
        {samples !== null && usable.length === 0 && <p className="field-help">No run has got here yet.</p>}
      </div>
      {recorded ? (
        <details>
          <summary>The recorded value</summary>
          <pre className="evidence">{toJsonText(recorded.value, 2)}</pre>
        </details>
      ) : (
        <>
          <JsonBox
            label="value, as JSON"
            text={value}
            onChange={setValue}
            refusal={"refusal" in parts.value ? parts.value.refusal : null}
          />
          {text.includes("run.") && (
            <JsonBox
              label="run.input, as JSON"
              text={input}
              onChange={setInput}
              refusal={"refusal" in parts.input ? parts.input.refusal : null}
            />
          )}
        </>
      )}
      <div aria-live="polite">{sample && text !== "" && <Outcome answered={answered} />}</div>
    </div>
  );
}
