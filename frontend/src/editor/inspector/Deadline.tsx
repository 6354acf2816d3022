import { useMemo } from "react";
import { JsonControl } from "./controls";
import { useFields } from "./desk";
import { Frame, useFrame } from "./Frame";
import { useFormParts } from "./form";
import { fixedPlace, type Place } from "./places";
import { isObject } from "./schema";
import { useAct } from "./useAct";

const WAYS = { reject: "Reject", submit: "Submit a value" };

function Choice({ submits, onChange }: { submits: boolean; onChange(submits: boolean): void }) {
  const { id, labelId } = useFrame();
  return (
    <div className="choices" role="radiogroup" aria-labelledby={labelId}>
      {(["reject", "submit"] as const).map((way) => (
        <label key={way} className="check">
          <input
            type="radio"
            name={id}
            checked={submits === (way === "submit")}
            onChange={() => onChange(way === "submit")}
          />
          {WAYS[way]}
        </label>
      ))}
    </div>
  );
}

/** What a gate does when nobody has answered in time. */
export function Deadline({ place, label, help }: { place: Place; label: string; help?: string }) {
  const { mayEdit } = useFormParts();
  const { set, refusal } = useAct();
  const value = place.read(useFields(place.node));
  const submits = isObject(value);
  const inner = useMemo(() => fixedPlace(place.node, place.path, "submit"), [place.node, place.path]);
  return (
    <Frame path={place.path} label={label} help={help} group refusal={refusal}>
      {mayEdit ? (
        <Choice
          submits={submits}
          onChange={(next) => void set({ [place.path]: next ? { submit: {} } : undefined })}
        />
      ) : (
        <p className="read-value">{submits ? WAYS.submit : WAYS.reject}</p>
      )}
      {submits && (
        <JsonControl
          place={inner}
          label="The value"
          help="JSON. It has to satisfy the approval schema; the server says where it does not."
        />
      )}
    </Frame>
  );
}
