import { ArrowDown, ArrowUp, ChevronRight, Plus } from "lucide-react";
import { useId, useRef, useState } from "react";
import { humanise } from "../../forms/titles";
import { addField, moveField, setRoot } from "./edits";
import { FieldEditor } from "./FieldEditor";
import { FIELD_TYPES, type FieldType } from "./fieldTypes";
import type { BuilderField, BuilderForm } from "./model";
import type { Building } from "./useBuilder";

export function nameOf({ key, schema }: BuilderField): string {
  return typeof schema.title === "string" && schema.title ? schema.title : humanise(key);
}

interface RowProps {
  form: BuilderForm;
  field: BuilderField;
  at: number;
  open: boolean;
  refusal: string | null;
  edit: Building["edit"];
  onToggle(): void;
  onRemoved(): void;
}

function FieldRow({ form, field, at, open, refusal, edit, onToggle, onRemoved }: RowProps) {
  const id = useId();
  const name = nameOf(field);
  const last = at === form.fields.length - 1;
  return (
    <li className={open ? "builder-row is-open" : "builder-row"}>
      <div className="builder-head">
        <button
          type="button"
          className="builder-toggle"
          data-uid={field.uid}
          aria-expanded={open}
          aria-controls={id}
          onClick={onToggle}
        >
          <ChevronRight aria-hidden="true" />
          <bdi className="truncate">{name}</bdi>
          <span className="aside">
            {FIELD_TYPES[field.type]}
            {form.required?.includes(field.key) ? ", required" : ""}
          </span>
        </button>
        <button
          type="button"
          className="btn btn-quiet btn-small btn-icon"
          aria-label={`Move ${name} up`}
          aria-disabled={at === 0}
          onClick={() => at > 0 && edit(moveField(form, field.uid, -1), true)}
        >
          <ArrowUp aria-hidden="true" />
        </button>
        <button
          type="button"
          className="btn btn-quiet btn-small btn-icon"
          aria-label={`Move ${name} down`}
          aria-disabled={last}
          onClick={() => !last && edit(moveField(form, field.uid, 1), true)}
        >
          <ArrowDown aria-hidden="true" />
        </button>
      </div>
      <div id={id} hidden={!open}>
        {open && (
          <FieldEditor form={form} field={field} refusal={refusal} edit={edit} onRemoved={onRemoved} />
        )}
      </div>
    </li>
  );
}

/** Adds a field of a type; choosing the type is the act. */
function AddField({ onAdd }: { onAdd(type: FieldType): void }) {
  const [type, setType] = useState<FieldType>("text");
  return (
    <div className="row builder-add">
      <select
        className="select"
        aria-label="Type of the new field"
        value={type}
        onChange={(event) => setType(event.target.value as FieldType)}
      >
        {Object.entries(FIELD_TYPES).map(([key, word]) => (
          <option key={key} value={key}>
            {word}
          </option>
        ))}
      </select>
      <button type="button" className="btn btn-small" data-add onClick={() => onAdd(type)}>
        <Plus aria-hidden="true" />
        Add a field
      </button>
    </div>
  );
}

/** The fields of an object schema, to build a form from. */
export function Builder({ form, refused, edit }: { form: BuilderForm } & Pick<Building, "refused" | "edit">) {
  const [open, setOpen] = useState<number | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const add = (type: FieldType) => {
    const added = addField(form, type);
    edit(added.form, true);
    setOpen(added.uid);
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(".is-open input")?.focus());
  };
  return (
    <div className="stack-tight builder" ref={box}>
      {form.fields.length > 0 && (
        <ul className="builder-rows">
          {form.fields.map((field, at) => (
            <FieldRow
              key={field.uid}
              form={form}
              field={field}
              at={at}
              open={open === field.uid}
              refusal={refused?.at === field.uid ? refused.refusal : null}
              edit={edit}
              onToggle={() => setOpen(open === field.uid ? null : field.uid)}
              onRemoved={() => {
                setOpen(null);
                box.current?.querySelector<HTMLElement>("[data-add]")?.focus();
              }}
            />
          ))}
        </ul>
      )}
      <AddField onAdd={add} />
      {form.fields.length > 0 && (
        <label className="check">
          <input
            type="checkbox"
            checked={form.root.additionalProperties !== false}
            onChange={(event) =>
              edit(setRoot(form, "additionalProperties", event.target.checked ? undefined : false), true)
            }
          />
          Other fields may be there too
        </label>
      )}
    </div>
  );
}
