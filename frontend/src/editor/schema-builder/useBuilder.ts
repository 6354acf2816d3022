import { useCallback, useMemo, useRef, useState } from "react";
import { toJsonText } from "../../api/exact";
import { type BuilderField, type BuilderForm, readSchema, writeSchema } from "./model";

export interface Building {
  /** null: the schema can only be shown as JSON; `why` says what keeps it out. */
  form: BuilderForm | null;
  why: string;
  /** A field that keeps the form from being written, and how. */
  refused: { at: number; refusal: string } | null;
  /** Takes an edited form. `now`: it was done with one act, not by typing. */
  edit(form: BuilderForm, now?: boolean): void;
}

const textOf = (schema: unknown) => (schema === undefined ? "" : toJsonText(schema));

/** The same fields keep their identity when the schema has come from elsewhere. */
function keepingIdentity(form: BuilderForm, before: BuilderForm | null): BuilderForm {
  const known = new Map(before?.fields.map((field) => [field.key, field.uid]));
  const fields = form.fields.map(
    (field): BuilderField => ({ ...field, uid: known.get(field.key) ?? field.uid }),
  );
  return { ...form, fields };
}

/**
 * A schema as a form to build. A form that cannot be written (two fields of one key) stays as it is, and is
 * told nowhere until it can.
 */
export function useBuilder(schema: unknown, onChange: (schema: unknown, now: boolean) => void): Building {
  const text = textOf(schema);
  const kept = useRef<{ text: string; form: BuilderForm | null; why: string } | null>(null);
  const [, redraw] = useState(0);
  if (kept.current?.text !== text) {
    const reading = readSchema(schema);
    kept.current =
      "why" in reading
        ? { text, form: null, why: reading.why }
        : { text, form: keepingIdentity(reading.form, kept.current?.form ?? null), why: "" };
  }
  const { form, why } = kept.current;
  const told = useRef(onChange);
  told.current = onChange;
  const edit = useCallback((next: BuilderForm, now = false) => {
    const writing = writeSchema(next);
    const written = "schema" in writing ? textOf(writing.schema) : kept.current?.text;
    kept.current = { text: written ?? "", form: next, why: "" };
    redraw((count) => count + 1);
    if ("schema" in writing) told.current(writing.schema, now);
  }, []);
  const refused = useMemo(() => {
    const writing = form && writeSchema(form);
    return writing && "refusal" in writing ? writing : null;
  }, [form]);
  return { form, why, refused, edit };
}
