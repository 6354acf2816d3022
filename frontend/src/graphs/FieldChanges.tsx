import { Minus, Plus } from "lucide-react";
import { parseJson, toJsonText } from "../api/exact";
import type { OverlayNode } from "../api/types";
import { Folded } from "../panels/Value";
import { fieldWord } from "./comparing";

type FieldChange = OverlayNode["fields"][number];

/** JSON text as people read it: text as it is, all else indented. */
function readable(json: string): string {
  const value = parseJson(json);
  return typeof value === "string" ? value : toJsonText(value, 2);
}

function Side({ side, json }: { side: "old" | "new"; json: string | null }) {
  const Icon = side === "old" ? Minus : Plus;
  return (
    <div className={`field-side diff-${side === "old" ? "removed" : "added"}`}>
      <dt>
        <Icon size={12} strokeWidth={2.5} aria-hidden="true" />
        {side === "old" ? "Old" : "New"}
      </dt>
      <dd>{json === null ? <span className="muted">not set</span> : <Folded text={readable(json)} />}</dd>
    </div>
  );
}

/** Each field with what it was and what it is. Where all came or went, there is one side to show. */
export function FieldChanges({ fields, only }: { fields: FieldChange[]; only: "old" | "new" | null }) {
  return (
    <div className="field-changes">
      {fields.map((field) => (
        <section key={field.field}>
          <h3>{fieldWord(field.field)}</h3>
          <dl>
            {only !== "new" && <Side side="old" json={field.old} />}
            {only !== "old" && <Side side="new" json={field.new} />}
          </dl>
        </section>
      ))}
    </div>
  );
}
