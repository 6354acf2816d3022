import { BoxSelect, Copy, Group, Trash2, Unplug } from "lucide-react";
import { useMemo, useState } from "react";
import { parseNumber } from "../../forms/numbers";
import { canBridge, duplicateSelection, removeSelection } from "../canvas/actions";
import { useEditor, useEditorParts, useMayEdit } from "../context";
import { ui } from "../ui";
import { useCatalog } from "./catalog";
import { useDesk } from "./desk";
import { Frame, useFrameAttributes } from "./Frame";
import { FieldGroup } from "./Groups";
import { InspectorHead } from "./InspectorHead";
import { Shown } from "./ReadValue";
import { controlOf, type FormField, fieldsOf, words } from "./schema";
import { newGesture } from "./visit";

/** What every kind has, and what a person may well want to be the same for many. */
const SHARED = ["failure_strategy", "max_retries", "execution_mode"];
const MIXED = "mixed";
const LEFT = "As the graph says";

interface ControlProps {
  options: readonly string[];
  standard: string | undefined;
  /** undefined: they differ; null: left out. */
  value: string | null | undefined;
  onChange(value: string | undefined): void;
}

function Choice({ options, standard, value, onChange }: ControlProps) {
  const current = value === undefined ? MIXED : (value ?? standard ?? "");
  return (
    <select
      {...useFrameAttributes()}
      className="select"
      value={current}
      onChange={(event) => {
        const next = event.target.value;
        if (next !== MIXED) onChange(next === "" || next === standard ? undefined : next);
      }}
    >
      {current === MIXED && <option value={MIXED}>They differ</option>}
      {standard === undefined && <option value="">{LEFT}</option>}
      {options.map((option) => (
        <option key={option} value={option}>
          {words(option)}
        </option>
      ))}
    </select>
  );
}

function Count({
  value,
  onChange,
}: {
  value: number | null | undefined;
  onChange(value: number | undefined): void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const commit = () => {
    if (typed === null) return;
    const found = parseNumber(typed, true);
    setRefusal(found.refusal);
    if (found.refusal) return;
    setTyped(null);
    onChange(found.value);
  };
  return (
    <>
      <input
        {...useFrameAttributes()}
        className="input num"
        inputMode="numeric"
        autoComplete="off"
        placeholder={value === undefined ? "They differ" : LEFT}
        value={typed ?? value ?? ""}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === "Enter" && commit()}
      />
      {refusal && (
        <p className="field-error" role="alert">
          {refusal}
        </p>
      )}
    </>
  );
}

function Shared({ ids, field }: { ids: readonly string[]; field: FormField }) {
  const desk = useDesk();
  const mayEdit = useMayEdit();
  const nodes = useEditor((state) => state.draft.nodes);
  const [refusal, setRefusal] = useState<string | null>(null);
  const gesture = useMemo(newGesture, []);
  const values = new Set(ids.map((id) => nodes.get(id)?.[field.name] ?? null));
  const [first] = values;
  const value = values.size > 1 ? undefined : first;
  const apply = async (next: unknown) => {
    const outcome = await desk.editAll(ids, { [field.name]: next }, { quiet: true, gesture });
    setRefusal(outcome.ok ? null : outcome.detail);
  };
  const control = controlOf(field);
  const editable = mayEdit && (control.type === "choice" || control.type === "number");
  return (
    <Frame path={field.name} label={field.title} help={field.help} refusal={refusal} group={!editable}>
      {!editable && <Shown value={value === undefined ? "They differ" : value} empty={LEFT} />}
      {editable && control.type === "choice" && (
        <Choice
          {...control}
          value={value as string | null | undefined}
          onChange={(next) => void apply(next)}
        />
      )}
      {editable && control.type === "number" && (
        <Count value={value as number | null | undefined} onChange={(next) => void apply(next)} />
      )}
    </Frame>
  );
}

/** What several nodes have in common: what can be done with all of them, and set for all of them. */
export function ManyNodes({ ids }: { ids: readonly string[] }) {
  const editor = useEditorParts();
  const mayEdit = useMayEdit();
  const { catalog } = useCatalog();
  const draft = useEditor((state) => state.draft);
  const form = catalog?.kinds[0]?.form;
  const fields = form ? fieldsOf(form).filter((field) => SHARED.includes(field.name)) : [];
  return (
    <div className="inspector-inner">
      <InspectorHead icon={<BoxSelect size={16} aria-hidden="true" />} title={`${ids.length} nodes`} />
      <div className="inspector-body">
        {mayEdit && (
          <div className="row">
            <button type="button" className="btn btn-small" onClick={() => ui.ask({ kind: "wrap", ids })}>
              <Group aria-hidden="true" />
              Wrap in a team
            </button>
            <button type="button" className="btn btn-small" onClick={() => void duplicateSelection(editor)}>
              <Copy aria-hidden="true" />
              Duplicate
            </button>
            <button type="button" className="btn btn-small" onClick={() => void removeSelection(editor)}>
              <Trash2 aria-hidden="true" />
              Delete
            </button>
            {canBridge(draft, ids) && (
              <button
                type="button"
                className="btn btn-small"
                onClick={() => void removeSelection(editor, true)}
              >
                <Unplug aria-hidden="true" />
                Delete and join what was around
              </button>
            )}
          </div>
        )}
        <FieldGroup title={`For all ${ids.length}`}>
          {fields.map((field) => (
            <Shared key={`${field.name} ${ids.join(" ")}`} ids={ids} field={field} />
          ))}
        </FieldGroup>
      </div>
    </div>
  );
}
