import { Workflow } from "lucide-react";
import { useMemo } from "react";
import { useEditor, useMayEdit } from "../context";
import { useCatalog } from "./catalog";
import { FormFieldEditor } from "./FormField";
import { FormPartsContext } from "./form";
import { FieldGroup } from "./Groups";
import { InspectorHead } from "./InspectorHead";
import { ProblemLine } from "./Problems";
import { fieldPlace, fixedPlace, type Place } from "./places";
import { placed } from "./placing";
import { type FormField, fieldsOf, isObject, type Json } from "./schema";
import { useFieldFocus } from "./useFieldFocus";

/** A field inside an object; an object that becomes empty is left out as a whole. */
export function memberPlace(owner: string, name: string): Place {
  const inner = fixedPlace(null, owner, name);
  return {
    ...inner,
    write: (fields, value) => {
      const changes = inner.write(fields, value);
      if (typeof changes === "string") return changes;
      const object = changes[owner];
      return isObject(object) && Object.keys(object).length === 0 ? { [owner]: undefined } : changes;
    },
  };
}

function Members({ field, form }: { field: FormField; form: Json }) {
  const members = fieldsOf({ ...field.schema, $defs: form.$defs });
  return (
    <FieldGroup title={field.title}>
      {field.help && <p className="field-help">{field.help}</p>}
      {members.map((member) => (
        <FormFieldEditor
          key={member.name}
          field={member}
          place={memberPlace(field.name, member.name)}
          left={member.schema.default === undefined ? "No limit" : undefined}
        />
      ))}
    </FieldGroup>
  );
}

const isGroup = (field: FormField) => isObject(field.schema.properties);

/** What the graph says of itself. It shows while nothing is selected. */
export function GraphForm() {
  const mayEdit = useMayEdit();
  const graph = useEditor((state) => state.draft.graph);
  const problems = useEditor((state) => state.problems);
  const { catalog, error } = useCatalog();
  const form = catalog?.graph_form;
  const fields = useMemo(() => (form ? fieldsOf(form) : []), [form]);
  const parts = useMemo(() => {
    const own = problems.problems.filter((problem) => problem.node === null);
    const { at, rest } = placed(
      own,
      fields.map((field) => field.name),
    );
    return { shared: { node: null, mayEdit, catalog, problems: at }, rest };
  }, [catalog, mayEdit, problems, fields]);
  const box = useFieldFocus(null, catalog !== null, () => undefined);
  const plain = fields.filter((field) => !isGroup(field));
  return (
    <FormPartsContext.Provider value={parts.shared}>
      <div className="inspector-inner" ref={box}>
        <InspectorHead
          icon={<Workflow size={16} aria-hidden="true" />}
          title={String(graph.name ?? "Graph")}
          resting
        />
        <div className="inspector-body">
          {parts.rest.length > 0 && (
            <div className="findings">
              {parts.rest.map((problem) => (
                <ProblemLine key={`${problem.code} ${problem.path}`} problem={problem} />
              ))}
            </div>
          )}
          {plain.length > 0 && (
            <FieldGroup title="The graph">
              {plain.map((field) => (
                <FormFieldEditor key={field.name} field={field} place={fieldPlace(null, field.name)} />
              ))}
            </FieldGroup>
          )}
          {form &&
            fields.filter(isGroup).map((field) => <Members key={field.name} field={field} form={form} />)}
          {!catalog && !error && <div className="skeleton" style={{ height: 240 }} />}
          {error && (
            <p className="banner banner-error" role="alert">
              {error}
            </p>
          )}
        </div>
      </div>
    </FormPartsContext.Provider>
  );
}
