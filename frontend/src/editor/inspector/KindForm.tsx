import { useMemo } from "react";
import type { Catalog } from "../../api/types";
import { useEditor } from "../context";
import { useFields } from "./desk";
import { FormFieldEditor } from "./FormField";
import { FieldGroup } from "./Groups";
import { grouped, meansNothing } from "./groups";
import { fieldPlace } from "./places";
import { fieldsOf, isObject, words } from "./schema";

/** What a node gets that says nothing, as the graph has it. */
function useDefaults(): (name: string) => string | undefined {
  const defaults = useEditor((state) => state.draft.graph.defaults);
  return (name) => {
    if (!["failure_strategy", "max_retries", "timeout_seconds"].includes(name)) return undefined;
    const value = isObject(defaults) ? defaults[name] : undefined;
    if (value === undefined) return "As the graph says";
    return `As the graph says: ${typeof value === "string" ? words(value) : value}`;
  };
}

/** The form of one node, made from what the catalog says of its kind. */
export function KindForm({ id, kind, catalog }: { id: string; kind: string; catalog: Catalog }) {
  const entry = catalog.kinds.find((one) => one.kind === kind);
  const groups = useMemo(
    () => grouped(entry ? fieldsOf(entry.form) : [], entry !== undefined && "body" in entry.blank),
    [entry],
  );
  const left = useDefaults();
  const own = useFields(id);
  if (!entry) return <p className="banner banner-warning">This server has no form for the kind “{kind}”.</p>;
  return (
    <>
      {[...groups].map(
        ([title, fields]) =>
          fields.length > 0 && (
            <FieldGroup key={title} title={title}>
              {fields.map((field) =>
                meansNothing(field.name, own) ? null : (
                  <FormFieldEditor
                    // A field of another kind is another field.
                    key={`${kind} ${field.name}`}
                    field={field}
                    place={fieldPlace(id, field.name)}
                    left={left(field.name)}
                  />
                ),
              )}
            </FieldGroup>
          ),
      )}
    </>
  );
}
