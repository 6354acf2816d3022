import { type ReactNode, useId, useRef, useState } from "react";
import { parseJson, toJsonText } from "../api/exact";
import type { Violation } from "../api/types";

interface Props {
  value?: unknown;
  disabled?: boolean;
  submit(value: unknown): Promise<Violation[]>;
  children: ReactNode;
}

/** The value that a run or a node works on, as JSON: for an input without a schema. */
export function JsonInput({ value, disabled, submit, children }: Props) {
  const id = useId();
  const [text, setText] = useState(() => (value === undefined ? "{}" : toJsonText(value, 2)));
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
      refuse(["This is not JSON yet: text needs quotes, objects need braces"]);
      return;
    }
    refuse([]);
    refuse((await submit(parsed)).map((one) => `${one.path}: ${one.message}`));
  };
  const invalid = problems.length > 0;
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div className="field">
        <label className="field-label" htmlFor={id}>
          Input <small>as JSON: what is read as “value”</small>
        </label>
        <textarea
          id={id}
          ref={field}
          className="textarea mono"
          rows={8}
          spellCheck={false}
          value={text}
          disabled={disabled}
          aria-invalid={invalid || undefined}
          aria-describedby={invalid ? `${id}-problems` : undefined}
          onChange={(event) => setText(event.target.value)}
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
