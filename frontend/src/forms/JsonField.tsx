import { type ReactNode, useId, useRef, useState } from "react";
import { parseJson } from "../api/exact";
import type { Violation } from "../api/types";

interface Props {
  label: ReactNode;
  /** What the field starts with. */
  text: string;
  disabled?: boolean;
  onChange?(text: string): void;
  submit(value: unknown): Promise<Violation[]>;
  children: ReactNode;
}

const NOT_JSON = "This is not JSON yet: text needs quotes, objects need braces";

/** A form of one field, in which a value is written as JSON. The server checks it when it is sent. */
export function JsonField({ label, text: first, disabled, onChange, submit, children }: Props) {
  const id = useId();
  const [text, setText] = useState(first);
  const [problems, setProblems] = useState<string[]>([]);
  const field = useRef<HTMLTextAreaElement>(null);
  const refuse = (found: string[]) => {
    setProblems(found);
    if (found.length > 0) field.current?.focus();
  };
  const send = async () => {
    let parsed: unknown;
    try {
      parsed = parseJson(text);
    } catch {
      refuse([NOT_JSON]);
      return;
    }
    refuse((await submit(parsed)).map((one) => `${one.path}: ${one.message}`));
  };
  const invalid = problems.length > 0;
  return (
    <form
      className="schema-form stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div className="field">
        <label className="field-label" htmlFor={id}>
          {label}
        </label>
        <textarea
          id={id}
          ref={field}
          className="textarea mono"
          rows={8}
          spellCheck={false}
          placeholder='{"key": "value"}'
          value={text}
          disabled={disabled}
          aria-invalid={invalid || undefined}
          aria-describedby={invalid ? `${id}-problems` : undefined}
          onChange={(event) => {
            setText(event.target.value);
            onChange?.(event.target.value);
          }}
        />
        <div id={`${id}-problems`} role="alert">
          {problems.map((one) => (
            <p key={one} className="field-error">
              {one}
            </p>
          ))}
        </div>
      </div>
      {children}
    </form>
  );
}
