import type { ReactNode } from "react";
import { toJsonText } from "../api/exact";
import type { Violation } from "../api/types";
import { JsonField } from "./JsonField";

interface Props {
  value?: unknown;
  disabled?: boolean;
  submit(value: unknown): Promise<Violation[]>;
  children: ReactNode;
}

/** The value that a run or a node works on, as JSON: for an input without a schema. */
export function JsonInput({ value, disabled, submit, children }: Props) {
  return (
    <JsonField
      label={
        <>
          Input <small>as JSON: what is read as “value”</small>
        </>
      }
      text={value === undefined ? "{}" : toJsonText(value, 2)}
      disabled={disabled}
      submit={submit}
    >
      {children}
    </JsonField>
  );
}
