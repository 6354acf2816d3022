import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { parseNumber } from "../../forms/numbers";
import type { Keyword } from "./fieldTypes";

interface LineProps {
  label: string;
  value: string;
  onChange(value: string): void;
  refusal?: string | null;
  mono?: boolean;
  long?: boolean;
  type?: string;
  placeholder?: string;
  help?: ReactNode;
}

/** A small text field with its label over it. */
export function Line({ label, value, onChange, refusal, mono, long, type, placeholder, help }: LineProps) {
  const id = useId();
  const described = [help && `${id}-help`, refusal && `${id}-refusal`].filter(Boolean).join(" ") || undefined;
  const shared = {
    id,
    value,
    placeholder,
    autoComplete: "off",
    "aria-invalid": refusal ? true : undefined,
    "aria-describedby": described,
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange(event.target.value),
  };
  return (
    <div className="small-field">
      <label htmlFor={id}>{label}</label>
      {long ? (
        <textarea {...shared} className="textarea" rows={2} dir="auto" />
      ) : (
        <input {...shared} type={type ?? "text"} className={mono ? "input mono" : "input"} dir="auto" />
      )}
      {help && (
        <p className="field-help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {refusal && (
        <p className="field-error" id={`${id}-refusal`} role="alert">
          {refusal}
        </p>
      )}
    </div>
  );
}

interface NumberProps {
  label: string;
  value: unknown;
  whole: boolean;
  onChange(value: number | undefined): void;
}

const shown = (value: unknown) => (typeof value === "number" ? String(value) : "");

/** A number that stays as it is typed while it is typed. */
export function NumberLine({ label, value, whole, onChange }: NumberProps) {
  const [text, setText] = useState(() => shown(value));
  const [refusal, setRefusal] = useState<string | null>(null);
  const typed = useRef(value);
  useEffect(() => {
    if (value === typed.current) return;
    typed.current = value;
    setText(shown(value));
    setRefusal(null);
  }, [value]);
  const change = (next: string) => {
    setText(next);
    const found = parseNumber(next, whole);
    setRefusal(found.refusal && `${found.refusal}.`);
    if (found.refusal) return;
    typed.current = found.value;
    onChange(found.value);
  };
  return <Line label={label} value={text} onChange={change} refusal={refusal} />;
}

interface KeywordProps {
  keyword: Keyword;
  value: unknown;
  onChange(value: unknown): void;
}

/** The input of one limit. */
export function KeywordLine({ keyword, value, onChange }: KeywordProps) {
  const { label, takes } = keyword;
  if (takes === "text") {
    const text = typeof value === "string" ? value : "";
    return (
      <Line label={label} value={text} mono onChange={(next) => onChange(next === "" ? undefined : next)} />
    );
  }
  return <NumberLine label={label} value={value} whole={takes === "count"} onChange={onChange} />;
}

interface PickProps {
  label: string;
  value: string;
  choices: readonly (readonly [string, string])[];
  onChange(value: string): void;
}

export function Pick({ label, value, choices, onChange }: PickProps) {
  const id = useId();
  return (
    <div className="small-field">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="select" value={value} onChange={(event) => onChange(event.target.value)}>
        {choices.map(([key, word]) => (
          <option key={key} value={key}>
            {word}
          </option>
        ))}
      </select>
    </div>
  );
}
