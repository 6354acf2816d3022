import Form from "@rjsf/core";
import type { RJSFSchema } from "@rjsf/utils";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { parseJson, toJsonText } from "../api/exact";
import type { Violation } from "../api/types";
import { FormContext } from "./context";
import { fields } from "./fields";
import { errorsByPath, isTouched, type Path, parsePath, pathKey } from "./paths";
import { preparedSchema } from "./prepare";
import { templates } from "./templates";
import { inWords, titleAt } from "./titles";
import { branchChooser } from "./validator";
import { widgets } from "./widgets";

export interface SchemaFormProps {
  schema: unknown;
  value?: unknown;
  disabled?: boolean;
  /** What the server says of a value; asked when a field is left. */
  check?(value: unknown): Promise<Violation[]>;
  /** Sends the answer; violations that it returns are shown at their fields. */
  submit(value: unknown): Promise<Violation[]>;
  /** What a person changed, at every change; what the form filled in by itself is not told. */
  onChange?(value: unknown): void;
  children: ReactNode;
}

const DEFAULTS = {
  // What is fixed is filled in where it is shown; what is optional stays absent until it is asked for.
  constAsDefaults: "never",
  requiredBooleanDefault: "skip",
  emptyObjectFields: "skipEmptyDefaults",
  mergeDefaultsIntoFormData: "useFormDataIfPresent",
  arrayMinItems: { populate: "requiredOnly" },
} as const;

const UI = {
  "ui:globalOptions": { useFallbackUiForUnsupportedType: false, enableMarkdownInDescription: false },
};

/** `undefined` has no JSON: absent keys are absent, and an untouched form of fields is an empty object. */
function toJson(schema: RJSFSchema, value: unknown): unknown {
  if (value === undefined) return schema.type === "object" || schema.properties ? {} : null;
  return parseJson(toJsonText(value));
}

/** A form made from a JSON Schema. It checks nothing itself: what it shows is what the server said. */
export default function SchemaForm({
  schema,
  value,
  disabled,
  check,
  submit,
  onChange,
  children,
}: SchemaFormProps) {
  const prepared = useMemo(() => preparedSchema(schema), [schema]);
  const [data, setData] = useState<unknown>(value);
  const latest = useRef(data);
  const [violations, setViolations] = useState<Violation[]>([]);
  const [refusals, setRefusals] = useState<ReadonlyMap<string, { path: Path; message: string }>>(new Map());
  const touched = useRef(new Set<string>());
  const submitted = useRef(false);
  const asked = useRef(0);
  const box = useRef<HTMLDivElement>(null);
  const [focusRequest, setFocusRequest] = useState(0);

  const look = useCallback(async () => {
    if (!check) return;
    // The change that goes with this touch reaches `latest` a moment later.
    asked.current += 1;
    const waiting = asked.current;
    await new Promise((resolve) => setTimeout(resolve, 120));
    if (waiting !== asked.current) return;
    asked.current += 1;
    const mine = asked.current;
    try {
      const found = await check(toJson(prepared, latest.current));
      if (mine !== asked.current) return;
      setViolations(
        submitted.current
          ? found
          : found.filter((one) => isTouched(parsePath(one.path) ?? [], touched.current)),
      );
    } catch {
      // Checking early is a courtesy; submitting says what is wrong.
    }
  }, [check, prepared]);

  const refuse = useCallback((path: Path, message: string | null) => {
    setRefusals((known) => {
      const key = pathKey(path);
      if ((known.get(key)?.message ?? null) === message) return known;
      const next = new Map(known);
      if (message) next.set(key, { path, message });
      else next.delete(key);
      return next;
    });
  }, []);

  const touch = useCallback(
    (path: Path) => {
      touched.current.add(pathKey(path));
      void look();
    },
    [look],
  );

  const errors = useMemo(() => {
    const all = new Map(errorsByPath(violations));
    for (const [key, { message }] of refusals) all.set(key, [message]);
    return all;
  }, [violations, refusals]);
  const shared = useMemo(() => ({ errors, refuse, touch }), [errors, refuse, touch]);

  useEffect(() => {
    if (focusRequest === 0) return;
    const first = box.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (first ?? box.current?.querySelector<HTMLElement>(".form-summary"))?.focus();
  }, [focusRequest]);

  const send = async () => {
    submitted.current = true;
    if (refusals.size === 0) {
      asked.current += 1;
      const found = await submit(toJson(prepared, latest.current));
      setViolations(found);
      if (found.length === 0) return;
    }
    setFocusRequest((count) => count + 1);
  };

  return (
    <FormContext.Provider value={shared}>
      <div className="schema-form" ref={box}>
        <Summary schema={prepared} violations={violations} refusals={refusals} shown={submitted.current} />
        <Form
          schema={prepared}
          uiSchema={UI}
          formData={data}
          idPrefix="answer"
          validator={branchChooser}
          fields={fields}
          widgets={widgets}
          templates={templates}
          disabled={disabled}
          noValidate
          noHtml5Validate
          showErrorList={false}
          experimental_defaultFormStateBehavior={DEFAULTS}
          onChange={({ formData }, changed) => {
            latest.current = formData;
            setData(formData);
            if (changed) onChange?.(formData);
          }}
          onSubmit={() => void send()}
        >
          {children}
        </Form>
      </div>
    </FormContext.Provider>
  );
}

interface SummaryProps {
  schema: RJSFSchema;
  violations: Violation[];
  refusals: ReadonlyMap<string, { path: Path; message: string }>;
  shown: boolean;
}

/** After a refused submit: what is wrong, by the fields' titles. */
function Summary({ schema, violations, refusals, shown }: SummaryProps) {
  const lines = [
    ...[...refusals.values()].map(({ path, message }) => ({ path, message })),
    // What a field refuses was never sent: the server's word on that field is about something else.
    ...violations
      .map(({ path, message }) => ({ path: parsePath(path) ?? [], message }))
      .filter(({ path }) => !refusals.has(pathKey(path))),
  ];
  // One error at a visible field speaks for itself.
  if (!shown || lines.length === 0 || (lines.length === 1 && lines[0]?.path.length !== 0)) return null;
  return (
    <div className="form-summary banner banner-error" role="alert" tabIndex={-1}>
      <ul>
        {lines.map(({ path, message }) => {
          const title = titleAt(schema, path);
          const words = inWords(message, title);
          return (
            <li key={`${pathKey(path)} ${message}`}>
              {title && !words.startsWith(title) && <b>{title}: </b>}
              {words}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
