import { useFields } from "./desk";
import { Frame, useFrame } from "./Frame";
import { useFormParts } from "./form";
import { NameList } from "./NameList";
import { toolOptions } from "./options";
import type { Place } from "./places";
import { Shown } from "./ReadValue";
import { useAct } from "./useAct";

const WAYS = [
  { key: "left", label: "Those of its role, else of the agent" },
  { key: "own", label: "Only these" },
] as const;

function Ways({ own, onChange }: { own: boolean; onChange(own: boolean): void }) {
  const { id, labelId } = useFrame();
  return (
    <div className="choices choices-list" role="radiogroup" aria-labelledby={labelId}>
      {WAYS.map(({ key, label }) => (
        <label key={key} className="check">
          <input
            type="radio"
            name={id}
            checked={own === (key === "own")}
            onChange={() => onChange(key === "own")}
          />
          {label}
        </label>
      ))}
    </div>
  );
}

interface Props {
  place: Place;
  label: string;
}

/** The tools that an agent may use: none of its own say, or exactly a list, which may be empty. */
export function Allowlist({ place, label }: Props) {
  const { catalog, mayEdit } = useFormParts();
  const { set, refusal } = useAct();
  const value = place.read(useFields(place.node));
  const items = Array.isArray(value) ? (value as string[]) : null;
  const choose = (own: boolean) => void set({ [place.path]: own ? [] : undefined });
  const change = (edit: (now: readonly string[]) => string[]) =>
    void set((now) => {
      const list = place.read(now);
      return { [place.path]: edit(Array.isArray(list) ? list : []) };
    });
  const empty = "Left out: the tools of its role, else those of the agent.";
  return (
    <Frame path={place.path} label={label} group refusal={refusal}>
      {mayEdit ? (
        <>
          <Ways own={items !== null} onChange={choose} />
          {items?.length === 0 && (
            <p className="field-help">The list is empty: this agent may use no tool at all.</p>
          )}
          {items && (
            <NameList
              path={place.path}
              items={items}
              onChange={change}
              options={toolOptions(catalog)}
              nothing="No tools are registered here. Any name can be typed."
              noun="tool"
              ordered
            />
          )}
        </>
      ) : items?.length === 0 ? (
        <p className="read-value">None: this agent may use no tool at all.</p>
      ) : (
        <Shown value={value} empty={empty} />
      )}
    </Frame>
  );
}
