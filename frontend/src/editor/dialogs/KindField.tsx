import type { KindEntry } from "../../api/types";
import { KindIcon } from "../../nodes/kinds";

interface Props {
  kinds: readonly KindEntry[];
  kind: string;
  onChange(kind: string): void;
}

/** The kinds of nodes, side by side, with what the chosen one does. */
export function KindField({ kinds, kind, onChange }: Props) {
  return (
    <fieldset className="field">
      <legend className="field-label">Kind</legend>
      <div className="kind-choices">
        {kinds.map((entry) => (
          <label key={entry.kind} className="kind-choice">
            <input
              type="radio"
              name="kind"
              value={entry.kind}
              checked={entry.kind === kind}
              onChange={() => onChange(entry.kind)}
            />
            <KindIcon kind={entry.kind} size={15} />
            {entry.title}
          </label>
        ))}
      </div>
      <p className="field-help">{kinds.find((entry) => entry.kind === kind)?.description}</p>
    </fieldset>
  );
}
