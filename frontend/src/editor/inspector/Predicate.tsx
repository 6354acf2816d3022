import { useMemo } from "react";
import { ExpressionControl } from "../expression/ExpressionControl";
import { TextControl } from "./controls";
import { useFields } from "./desk";
import { Frame, useFrameAttributes } from "./Frame";
import { useFormParts } from "./form";
import { fixedPlace, type Place } from "./places";
import { Shown } from "./ReadValue";
import { isObject } from "./schema";
import { useAct } from "./useAct";

const KINDS = {
  "": "Nothing is checked",
  natural: "A sentence that a model judges",
  expression: "An expression",
} as const;

function KindChoice({ kind, onChange }: { kind: string; onChange(kind: string): void }) {
  return (
    <select
      {...useFrameAttributes()}
      className="select"
      value={kind}
      onChange={(event) => onChange(event.target.value)}
    >
      {Object.entries(KINDS).map(([key, word]) => (
        <option key={key} value={key}>
          {word}
        </option>
      ))}
    </select>
  );
}

/** What must hold of a node's output. */
export function Predicate({ place, label, help }: { place: Place; label: string; help?: string }) {
  const { mayEdit } = useFormParts();
  const { set, refusal } = useAct();
  const value = place.read(useFields(place.node));
  const kind = isObject(value) ? String(value.kind) : "";
  const inner = useMemo(() => fixedPlace(place.node, place.path, "value"), [place.node, place.path]);
  if (!mayEdit && kind === "") {
    return (
      <Frame path={place.path} label={label} help={help} group>
        <Shown value={undefined} empty={KINDS[""]} />
      </Frame>
    );
  }
  const choose = (next: string) => {
    const text = isObject(value) ? value.value : undefined;
    const start = next === "expression" ? "true" : "What should be true of the output?";
    void set({ [place.path]: next === "" ? undefined : { kind: next, value: kind && text ? text : start } });
  };
  return (
    <Frame path={place.path} label={label} help={help} group={!mayEdit} refusal={refusal}>
      {mayEdit && <KindChoice kind={kind} onChange={choose} />}
      {kind === "expression" && <ExpressionControl place={inner} label="What must be true" />}
      {kind === "natural" && <TextControl place={inner} label="What must be true" long kept />}
    </Frame>
  );
}
