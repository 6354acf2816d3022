import { CircleAlert } from "lucide-react";
import { useId, useState } from "react";
import type { Finding } from "./findings";

export interface Refused {
  text: string;
  /** Somebody else's change is in the way. */
  conflict: boolean;
  findings: readonly Finding[];
}

interface Props {
  refused: Refused;
  onGo(finding: Finding): void;
}

const SHOWN = 50;

function Place({ finding, onGo }: { finding: Finding; onGo: Props["onGo"] }) {
  return (
    <button type="button" className="link code-finding" onClick={() => onGo(finding)}>
      <bdi className="mono">{finding.where}</bdi>: <bdi>{finding.text}</bdi>
    </button>
  );
}

/** Why the text was refused: the first reason with its place, and the others on demand. Each leads to its line. */
export function Refusal({ refused, onGo }: Props) {
  const { text, conflict, findings } = refused;
  const [open, setOpen] = useState(false);
  const listId = useId();
  const [first, ...others] = findings;
  return (
    <div className="banner banner-error code-refusal">
      <CircleAlert aria-hidden="true" />
      <div>
        <div role="alert">
          <b>It was not stored; your text is kept.</b> {text}
          {conflict && " Change your text so that both can stand, or take the new draft instead."}
          {first && (
            <p>
              <Place finding={first} onGo={onGo} />
            </p>
          )}
        </div>
        {others.length > 0 && (
          <button
            type="button"
            className="btn btn-small btn-quiet"
            aria-expanded={open}
            aria-controls={listId}
            onClick={() => setOpen(!open)}
          >
            {others.length === 1 ? "1 more" : `${others.length} more`}
          </button>
        )}
        <ul id={listId} hidden={!open}>
          {others.slice(0, SHOWN).map((one) => (
            <li key={`${one.from} ${one.where} ${one.text}`}>
              <Place finding={one} onGo={onGo} />
            </li>
          ))}
        </ul>
        {others.length > 0 && (
          <p className="muted">
            <kbd>F8</kbd> in the text goes to the next.
          </p>
        )}
      </div>
    </div>
  );
}
