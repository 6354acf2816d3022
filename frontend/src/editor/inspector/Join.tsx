import { useMemo } from "react";
import { ExpressionControl } from "../expression/ExpressionControl";
import { useFields } from "./desk";
import { Frame, useFrameAttributes } from "./Frame";
import { useFormParts } from "./form";
import { fixedPlace, type Place } from "./places";
import { isObject } from "./schema";
import { useAct } from "./useAct";

const JOINS: Record<string, string> = {
  last: "The last pass",
  all: "All passes, as a list",
  best_by: "The best pass, by an expression",
};

function Choice({ value, onChange }: { value: string; onChange(value: string): void }) {
  return (
    <select
      {...useFrameAttributes()}
      className="select"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {Object.entries(JOINS).map(([key, word]) => (
        <option key={key} value={key}>
          {word}
        </option>
      ))}
    </select>
  );
}

/** Which passes of a fold count. */
export function Join({ place, label, help }: { place: Place; label: string; help?: string }) {
  const { mayEdit } = useFormParts();
  const { set, refusal } = useAct();
  const value = place.read(useFields(place.node));
  const chosen = isObject(value) ? "best_by" : value === "all" ? "all" : "last";
  const inner = useMemo(() => fixedPlace(place.node, place.path, "best_by"), [place.node, place.path]);
  const choose = (next: string) => {
    const joins: Record<string, unknown> = { last: undefined, all: "all", best_by: { best_by: "value" } };
    void set({ [place.path]: joins[next] });
  };
  return (
    <Frame path={place.path} label={label} help={help} group={!mayEdit} refusal={refusal}>
      {mayEdit ? <Choice value={chosen} onChange={choose} /> : <p className="read-value">{JOINS[chosen]}</p>}
      {chosen === "best_by" && <ExpressionControl place={inner} label="The greatest value of this wins" />}
    </Frame>
  );
}
