import {
  type BaseInputTemplateProps,
  enumOptionsIndexForValue,
  enumOptionsValueForIndex,
  type WidgetProps,
} from "@rjsf/utils";
import { visible } from "../ui/visible";
import { useField, useForm } from "./context";
import { isLongText } from "./prose";
import { humanise } from "./titles";

const INPUT_TYPES: Record<string, string> = {
  email: "email",
  uri: "url",
  date: "date",
  time: "time",
  "idn-email": "email",
};

const EXAMPLES: Record<string, string> = {
  "date-time": "2026-01-31T14:30:00Z",
  uuid: "3f0c8a52-…",
  duration: "P3D",
  ipv4: "192.0.2.1",
};

/** What an emptied field holds: null where the schema takes it, else nothing at all. */
function emptied(schema: WidgetProps["schema"]): null | undefined {
  return Array.isArray(schema.type) && schema.type.includes("null") ? null : undefined;
}

/** The schema's own example says best what is meant. */
export function exampleOf(schema: WidgetProps["schema"]): string | undefined {
  const first = Array.isArray(schema.examples) ? schema.examples[0] : undefined;
  return typeof first === "string" || typeof first === "number"
    ? `e.g. ${first}`
    : EXAMPLES[schema.format ?? ""];
}

export function TextInput(props: BaseInputTemplateProps) {
  return isLongText(props.schema, props.name) ? <TextareaWidget {...props} /> : <OneLine {...props} />;
}

function OneLine(props: BaseInputTemplateProps) {
  const { id, value, schema, disabled, readonly, required, onChange, placeholder } = props;
  const field = useField();
  const { touch } = useForm();
  const format = schema.format ?? "";
  return (
    <input
      id={id}
      className="input"
      type={INPUT_TYPES[format] ?? "text"}
      value={value ?? ""}
      placeholder={placeholder || exampleOf(schema)}
      disabled={disabled}
      readOnly={readonly}
      autoComplete="off"
      aria-required={required || undefined}
      aria-invalid={field.invalid || undefined}
      aria-describedby={field.describedBy}
      onChange={(event) => onChange(event.target.value === "" ? emptied(schema) : event.target.value)}
      onBlur={() => touch(field.path)}
    />
  );
}

export function TextareaWidget({
  id,
  value,
  schema,
  disabled,
  readonly,
  required,
  onChange,
}: WidgetProps | BaseInputTemplateProps) {
  const field = useField();
  const { touch } = useForm();
  return (
    <textarea
      id={id}
      className="textarea"
      rows={3}
      value={value ?? ""}
      placeholder={exampleOf(schema)}
      disabled={disabled}
      readOnly={readonly}
      aria-required={required || undefined}
      aria-invalid={field.invalid || undefined}
      aria-describedby={field.describedBy}
      onChange={(event) => onChange(event.target.value === "" ? emptied(schema) : event.target.value)}
      onBlur={() => touch(field.path)}
    />
  );
}

const IDENTIFIER = /^[a-z][a-z\d]*(_[a-z\d]+)*$/;

/** How choices read. Identifiers (one has an underscore, all look alike) become words: `store_credit` → "Store credit". */
export function choiceWords(labels: string[]): (label: string) => string {
  const identifiers = labels.some((one) => one.includes("_")) && labels.every((one) => IDENTIFIER.test(one));
  return identifiers ? humanise : visible;
}

export function SelectWidget(props: WidgetProps) {
  const { id, options, value, multiple, disabled, readonly, required, onChange, schema, label } = props;
  const field = useField();
  const { touch } = useForm();
  const choices = options.enumOptions ?? [];
  const words = choiceWords(choices.map((choice) => choice.label));
  const chosen = enumOptionsIndexForValue(value, choices, multiple);
  const pick = (at: string | string[]) => onChange(enumOptionsValueForIndex(at, choices, emptied(schema)));
  const isBranch = /__(one|any)of_select$/.test(id);
  return (
    <select
      id={id}
      className="select"
      multiple={multiple}
      value={(chosen as string | undefined) ?? (multiple ? [] : "")}
      disabled={disabled || readonly}
      aria-label={isBranch ? `${label || "This"}: which kind` : undefined}
      aria-required={required || undefined}
      aria-invalid={field.invalid || undefined}
      aria-describedby={field.describedBy}
      onChange={(event) =>
        pick(multiple ? [...event.target.selectedOptions].map((option) => option.value) : event.target.value)
      }
      onBlur={() => touch(field.path)}
    >
      {!multiple && !isBranch && (schema.default === undefined || value === undefined) && (
        <option value="">Choose…</option>
      )}
      {choices.map((choice, at) => (
        <option key={JSON.stringify(choice.value)} value={String(at)}>
          {words(choice.label)}
        </option>
      ))}
    </select>
  );
}

/** Several of a list, each one visible. */
export function CheckboxesWidget({ id, options, value, disabled, readonly, onChange }: WidgetProps) {
  const choices = options.enumOptions ?? [];
  const words = choiceWords(choices.map((choice) => choice.label));
  const chosen: unknown[] = Array.isArray(value) ? value : [];
  const toggle = (choice: unknown, on: boolean) =>
    onChange(choices.map((one) => one.value).filter((one) => (one === choice ? on : chosen.includes(one))));
  return (
    <div className="choices choices-list">
      {choices.map((choice, at) => (
        <label key={JSON.stringify(choice.value)} className="check">
          <input
            type="checkbox"
            id={at === 0 ? id : undefined}
            checked={chosen.includes(choice.value)}
            disabled={disabled || readonly}
            onChange={(event) => toggle(choice.value, event.target.checked)}
          />
          {words(choice.label)}
        </label>
      ))}
    </div>
  );
}

// Formats without a widget of their own stay text: what is typed is what is sent.
export const widgets = {
  TextareaWidget,
  SelectWidget,
  CheckboxesWidget,
  DateTimeWidget: TextInput,
  DateWidget: TextInput,
  TimeWidget: TextInput,
};
