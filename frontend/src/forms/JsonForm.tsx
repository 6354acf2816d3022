import { type ReactNode, useId, useRef, useState } from "react";
import { parseJson, toJsonText } from "../api/exact";
import type { Violation } from "../api/types";

interface Props {
  /** What the text starts with. */
  value?: unknown;
  disabled?: boolean;
  onChange?(text: string): void;
  submit(value: unknown): Promise<Violation[]>;
  children: ReactNode;
}

const NOT_JSON = "This is not JSON yet: text needs quotes, objects need braces";

/** The answer as JSON text, for a schema that no form can be drawn from. The server checks it all the same. */
export function JsonForm({ value, disabled, onChange, submit, children }: Props) {
  const id = useId();
  const [text, setText] = useState(() =>
    value === undefined ? "" : typeof value === "string" ? value : toJsonText(value, 2),
  );
  const [problems, setProblems] = useState<string[]>([]);
  const field = useRef<HTMLTextAreaElement>(null);
  const send = async () => {
    let parsed: unknown;
    try {
      parsed = parseJson(text);
    } catch {
      setProblems([NOT_JSON]);
      field.current?.focus();
      return;
    }
    const found = await submit(parsed);
    setProblems(found.map((one) => `${one.path}: ${one.message}`));
    if (found.length > 0) field.current?.focus();
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
      <p className="banner banner-warning">
        No form can be drawn from this schema. Write the answer as JSON; the server checks it when it is sent.
      </p>
      <div className="field">
        <label className="field-label" htmlFor={id}>
          Answer as JSON
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
