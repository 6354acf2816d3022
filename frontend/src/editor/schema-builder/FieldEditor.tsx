import { removeField, setKey, setKeyword, setRequired, setTitle, setType } from "./edits";
import { FIELD_TYPES, type FieldType, LIMITS } from "./fieldTypes";
import { KeywordLine, Line, NumberLine, Pick } from "./Inputs";
import type { BuilderField, BuilderForm } from "./model";
import { Options } from "./Options";
import { Standard } from "./Standard";

interface Props {
  form: BuilderForm;
  field: BuilderField;
  refusal: string | null;
  edit(form: BuilderForm, now?: boolean): void;
  onRemoved(): void;
}

const TYPES = Object.entries(FIELD_TYPES);
const textOf = (value: unknown) => (typeof value === "string" ? value : "");

/** One example stands greyed in the empty field of the form. */
function Example({ form, field, edit }: Pick_<Props, "form" | "field" | "edit">) {
  const { uid, type, schema } = field;
  if (["yesno", "choice", "list", "date"].includes(type)) return null;
  const [example] = Array.isArray(schema.examples) ? schema.examples : [];
  const set = (value: unknown) =>
    edit(setKeyword(form, uid, "examples", value === undefined ? undefined : [value]));
  if (type === "number" || type === "whole") {
    return <NumberLine label="Example, in grey" value={example} whole={type === "whole"} onChange={set} />;
  }
  return (
    <Line
      label="Example, in grey"
      value={textOf(example)}
      onChange={(next) => set(next === "" ? undefined : next)}
    />
  );
}

type Pick_<T, K extends keyof T> = { [P in K]: T[P] };

/** Everything about one field. */
export function FieldEditor({ form, field, refusal, edit, onRemoved }: Props) {
  const { uid, key, type, schema } = field;
  const options = Array.isArray(schema.enum) ? (schema.enum as string[]) : [];
  const limits = LIMITS[type].filter((limit) => !limit.rare || limit.name in schema);
  const set = (name: string, value: unknown) => edit(setKeyword(form, uid, name, value));
  return (
    <div className="field-editor">
      <Line
        label="Title"
        value={textOf(schema.title)}
        onChange={(title) => edit(setTitle(form, uid, title))}
      />
      <div className="pair">
        <Line
          label="Key"
          value={key}
          mono
          refusal={refusal}
          onChange={(next) => edit(setKey(form, uid, next))}
        />
        <Pick
          label="Type"
          value={type}
          choices={TYPES}
          onChange={(next) => edit(setType(form, uid, next as FieldType), true)}
        />
      </div>
      <Line
        label="Description"
        value={textOf(schema.description)}
        long
        onChange={(next) => set("description", next === "" ? undefined : next)}
      />
      {type === "choice" && <Options options={options} onChange={(next) => set("enum", next)} />}
      <label className="check">
        <input
          type="checkbox"
          checked={form.required?.includes(key) ?? false}
          onChange={(event) => edit(setRequired(form, key, event.target.checked), true)}
        />
        Required
      </label>
      {limits.length > 0 && (
        <div className="pair">
          {limits.map((limit) => (
            <KeywordLine
              key={limit.name}
              keyword={limit}
              value={schema[limit.name]}
              onChange={(value) => set(limit.name, value)}
            />
          ))}
        </div>
      )}
      <div className="pair">
        <Standard
          key={type}
          type={type}
          value={schema.default}
          options={options}
          onChange={(value) => set("default", value)}
        />
        <Example form={form} field={field} edit={edit} />
      </div>
      <div>
        <button
          type="button"
          className="btn btn-small"
          onClick={() => {
            edit(removeField(form, uid), true);
            onRemoved();
          }}
        >
          Remove this field
        </button>
      </div>
    </div>
  );
}
