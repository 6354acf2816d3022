import { getDefaultRegistry } from "@rjsf/core";
import type { FieldProps, RJSFSchema } from "@rjsf/utils";
import { useEffect, useRef, useState } from "react";
import { parseJson, toJsonText } from "../api/exact";
import { useField, useForm } from "./context";
import { parseNumber } from "./numbers";
import { exampleOf } from "./widgets";

const standard = getDefaultRegistry().fields;
const nullable = (schema: RJSFSchema) => Array.isArray(schema.type) && schema.type.includes("null");

/** A number as text, so that what is typed stays as it is typed. */
function TypedNumber({ fieldPathId, schema, formData, onChange, disabled, readonly, required }: FieldProps) {
  const { refuse, touch } = useForm();
  const field = useField();
  const integer =
    schema.type === "integer" || (Array.isArray(schema.type) && schema.type.includes("integer"));
  const [text, setText] = useState(() => (typeof formData === "number" ? String(formData) : ""));
  const typed = useRef(formData);
  // A value from outside (a default, another branch) replaces the text; what was typed here does not.
  useEffect(() => {
    if (formData === typed.current) return;
    typed.current = formData;
    setText(typeof formData === "number" ? String(formData) : "");
  }, [formData]);
  useEffect(() => () => refuse(fieldPathId.path, null), [refuse, fieldPathId.path]);
  const change = (next: string) => {
    setText(next);
    const { value, refusal } = parseNumber(next, integer);
    refuse(fieldPathId.path, refusal);
    typed.current = value ?? (nullable(schema) && !refusal ? null : undefined);
    onChange(typed.current, fieldPathId.path);
  };
  return (
    <input
      id={fieldPathId.$id}
      className="input num"
      inputMode={integer ? "numeric" : "decimal"}
      autoComplete="off"
      placeholder={exampleOf(schema)}
      value={text}
      disabled={disabled}
      readOnly={readonly}
      aria-required={required || undefined}
      aria-invalid={field.invalid || undefined}
      aria-describedby={field.describedBy}
      onChange={(event) => change(event.target.value)}
      onBlur={() => touch(fieldPathId.path)}
    />
  );
}

export function NumberField(props: FieldProps) {
  const Select = standard.NumberField;
  return props.registry.schemaUtils.isSelect(props.schema) && Select ? (
    <Select {...props} />
  ) : (
    <TypedNumber {...props} />
  );
}

/** Yes or No, said by a person: an untouched box must not count as a "no". */
export function BooleanField(props: FieldProps) {
  const { fieldPathId, formData, onChange, disabled, readonly, schema } = props;
  const { touch } = useForm();
  const field = useField();
  const choices: [string, boolean | null][] = [
    ["Yes", true],
    ["No", false],
  ];
  if (nullable(schema)) choices.push(["Not answered", null]);
  return (
    <div
      className="choices"
      role="radiogroup"
      aria-describedby={field.describedBy}
      aria-labelledby={`${fieldPathId.$id}__label`}
    >
      {choices.map(([word, value], at) => (
        <label key={word} className="check">
          <input
            type="radio"
            id={at === 0 ? fieldPathId.$id : undefined}
            name={fieldPathId.$id}
            checked={formData === value}
            disabled={disabled || readonly}
            aria-invalid={field.invalid || undefined}
            onChange={() => {
              onChange(value, fieldPathId.path);
              touch(fieldPathId.path);
            }}
          />
          {word}
        </label>
      ))}
    </div>
  );
}

/** Where the schema leaves the type open: the value as JSON. */
export function JsonField({ fieldPathId, formData, onChange, disabled, readonly }: FieldProps) {
  const { refuse, touch } = useForm();
  const field = useField();
  const [text, setText] = useState(() => (formData === undefined ? "" : toJsonText(formData, 2)));
  useEffect(() => () => refuse(fieldPathId.path, null), [refuse, fieldPathId.path]);
  const change = (next: string) => {
    setText(next);
    try {
      const value = next.trim() === "" ? undefined : parseJson(next);
      refuse(fieldPathId.path, null);
      onChange(value, fieldPathId.path);
    } catch {
      refuse(fieldPathId.path, "This is not JSON yet: text needs quotes, objects need braces");
    }
  };
  return (
    <textarea
      id={fieldPathId.$id}
      className="textarea mono"
      rows={4}
      spellCheck={false}
      placeholder='JSON, like "text", 12 or {"key": true}'
      value={text}
      disabled={disabled}
      readOnly={readonly}
      aria-invalid={field.invalid || undefined}
      aria-describedby={field.describedBy}
      onChange={(event) => change(event.target.value)}
      onBlur={() => touch(fieldPathId.path)}
    />
  );
}

export const fields = { NumberField, BooleanField, FallbackField: JsonField };
