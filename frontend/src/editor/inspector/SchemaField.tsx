import { Braces, Eye, ListTree, Plus } from "lucide-react";
import { Suspense, useState } from "react";
import { lazily } from "../../ui/lazily";
import { Builder, nameOf } from "../schema-builder/Builder";
import { FIELD_TYPES } from "../schema-builder/fieldTypes";
import { readSchema } from "../schema-builder/model";
import { useBuilder } from "../schema-builder/useBuilder";
import { json, whole } from "./codecs";
import { useFields } from "./desk";
import { Frame } from "./Frame";
import { useFormParts } from "./form";
import { JsonEditor } from "./JsonEditor";
import type { Place } from "./places";
import { Shown } from "./ReadValue";
import { useVisit } from "./useVisit";

const Preview = lazily(() =>
  import("../schema-builder/Preview").then((module) => ({ default: module.Preview })),
);

interface Props {
  place: Place;
  label: string;
  help?: string;
}

const NOTHING: Record<string, string> = {
  approval_schema: "No form: people approve or reject, and fill in nothing.",
};

/** The whole schema as text, for what the builder cannot show. */
function AsJson({ place, label }: Props) {
  const visiting = useVisit(place, json, { label });
  const { visit, value, box } = visiting;
  return (
    <Frame path={place.path} label={`${label} as JSON`} quietLabel visiting={visiting as never}>
      <JsonEditor
        value={value}
        onChange={(text) => visit.change(text)}
        onFocus={box.onFocus}
        onBlur={box.onBlur}
      />
    </Frame>
  );
}

type View = "fields" | "json";

function Switch({ view, fields, onChange }: { view: View; fields: boolean; onChange(view: View): void }) {
  return (
    <div className="segmented">
      <button
        type="button"
        aria-pressed={view === "fields"}
        disabled={!fields}
        onClick={() => onChange("fields")}
      >
        <ListTree aria-hidden="true" />
        Fields
      </button>
      <button type="button" aria-pressed={view === "json"} onClick={() => onChange("json")}>
        <Braces aria-hidden="true" />
        JSON
      </button>
    </div>
  );
}

function Building({ place, label, help }: Props) {
  const visiting = useVisit(place, whole, { label });
  const { visit, value, box } = visiting;
  const { form, why, refused, edit } = useBuilder(value, (schema, now) =>
    now ? visit.changeNow(schema) : visit.change(schema),
  );
  const [chosen, setChosen] = useState<View>("fields");
  const [previewing, setPreviewing] = useState(place.path === "approval_schema");
  const [begun, setBegun] = useState(false);
  const none = value === undefined && !begun;
  const view = form ? chosen : "json";
  return (
    <Frame
      path={place.path}
      label={label}
      help={none ? (NOTHING[place.path] ?? "Anything will do.") : help}
      aside={!none && <Switch view={view} fields={form !== null} onChange={setChosen} />}
      group
      visiting={visiting as never}
    >
      {none && (
        <div className="row">
          <button type="button" className="btn btn-small" onClick={() => setBegun(true)}>
            <Plus aria-hidden="true" />
            {place.path === "approval_schema" ? "Build a form" : "Describe it"}
            <span className="visually-hidden">: {label}</span>
          </button>
        </div>
      )}
      {!form && <p className="field-help">{why} So it is shown as JSON.</p>}
      {none ? null : view === "json" ? (
        <AsJson place={place} label={label} />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: the focus comes up from the fields inside
        <div
          onFocus={box.onFocus}
          // Each control is a visit of its own, also within one schema.
          onBlur={() => visit.leave()}
        >
          {form && <Builder form={form} refused={refused} edit={edit} />}
        </div>
      )}
      {value !== undefined && (
        <div className="row">
          <button
            type="button"
            className="btn btn-small"
            aria-expanded={previewing}
            onClick={() => setPreviewing(!previewing)}
          >
            <Eye aria-hidden="true" />
            Preview
          </button>
          <button
            type="button"
            className="btn btn-quiet btn-small"
            onClick={() => {
              setBegun(false);
              visit.changeNow(undefined);
            }}
          >
            Remove it<span className="visually-hidden">: {label}</span>
          </button>
        </div>
      )}
      {value !== undefined && previewing && (
        <section className="schema-preview" aria-label={`Preview of ${label}`}>
          <Suspense fallback={<div className="skeleton" style={{ height: 120 }} />}>
            <Preview schema={value} />
          </Suspense>
        </section>
      )}
    </Frame>
  );
}

/** For those who only read: the fields by name, or the JSON. */
function Reading({ place, label, help }: Props) {
  const value = place.read(useFields(place.node));
  const reading = readSchema(value);
  const fields = "form" in reading ? reading.form.fields : [];
  const required = ("form" in reading && reading.form.required) || [];
  return (
    <Frame path={place.path} label={label} help={help} group>
      {fields.length > 0 ? (
        <ul className="read-value read-list">
          {fields.map((field) => (
            <li key={field.key}>
              <bdi>{nameOf(field)}</bdi>{" "}
              <span className="aside">
                {FIELD_TYPES[field.type]}
                {required.includes(field.key) ? ", required" : ""}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <Shown value={value} empty={NOTHING[place.path] ?? "None: anything will do."} />
      )}
    </Frame>
  );
}

/** A JSON Schema: built field by field where that can be done, as JSON where not. */
export function SchemaField(props: Props) {
  return useFormParts().mayEdit ? <Building {...props} /> : <Reading {...props} />;
}
