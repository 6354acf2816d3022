import type { ReactNode } from "react";
import { toJsonText } from "../api/exact";
import type { Violation } from "../api/types";
import { JsonField } from "./JsonField";

interface Props {
  /** What the text starts with: a value, or text that was already being written. */
  value?: unknown;
  disabled?: boolean;
  onChange?(text: string): void;
  submit(value: unknown): Promise<Violation[]>;
  children: ReactNode;
}

/** The answer as JSON text, for a schema that no form can be drawn from. The server checks it all the same. */
export function JsonForm({ value, ...rest }: Props) {
  const text = value === undefined ? "" : typeof value === "string" ? value : toJsonText(value, 2);
  return (
    <div className="stack">
      <p className="banner banner-warning">
        No form can be drawn from this schema. Write the answer as JSON; the server checks it when it is sent.
      </p>
      <JsonField label="Answer as JSON" text={text} {...rest} />
    </div>
  );
}
