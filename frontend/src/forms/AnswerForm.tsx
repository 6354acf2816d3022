import { type RefObject, Suspense, useRef } from "react";
import { Boundary } from "../ui/Boundary";
import { lazily } from "../ui/lazily";
import { JsonForm } from "./JsonForm";
import type { SchemaFormProps } from "./SchemaForm";
import "../styles/forms.css";

const SchemaForm = lazily(() => import("./SchemaForm"));

interface Props extends Omit<SchemaFormProps, "onChange"> {
  /** Holds what is typed, for whoever outlives the form. Undefined until something is. */
  draft?: RefObject<unknown>;
}

/** A form made from a schema; where none can be made, a field for JSON that can be sent as well. */
export function AnswerForm({ draft, ...props }: Props) {
  const own = useRef<unknown>(undefined);
  const kept = draft ?? own;
  const keep = (value: unknown) => {
    kept.current = value;
  };
  const { value, disabled, submit, children } = props;
  return (
    <Boundary
      fallback={
        <JsonForm value={kept.current ?? value} disabled={disabled} onChange={keep} submit={submit}>
          {children}
        </JsonForm>
      }
    >
      <Suspense fallback={<div className="skeleton" style={{ height: 140 }} />}>
        <SchemaForm {...props} onChange={keep} />
      </Suspense>
    </Boundary>
  );
}
