import { Ban } from "lucide-react";
import { type KeyboardEvent, useId, useMemo, useState } from "react";
import { KindIcon, kindWord } from "../../nodes/kinds";
import { visible } from "../../ui/visible";
import { inOrder } from "../canvas/holders";
import { useEditor } from "../context";
import type { Draft, NodeJson } from "../model";
import { nameOf } from "../names";

const SHOWN = 60;

interface Candidate {
  id: string;
  node: NodeJson;
  /** Why it cannot be chosen, or null. */
  reason: string | null;
}

/** The nodes that fit what was typed: first those that can be chosen. */
export function candidatesOf(
  draft: Draft,
  self: string,
  reasons: ReadonlyMap<string, string>,
  text: string,
): { shown: Candidate[]; more: number } {
  const wanted = text.trim().toLocaleLowerCase();
  const open: Candidate[] = [];
  const barred: Candidate[] = [];
  for (const id of inOrder(draft)) {
    if (id === self) continue;
    const node = draft.nodes.get(id) as NodeJson;
    if (wanted && !`${nameOf(node)} ${id} ${kindWord(node.kind)}`.toLocaleLowerCase().includes(wanted)) {
      continue;
    }
    const reason = reasons.get(id) ?? null;
    (reason === null ? open : barred).push({ id, node, reason });
  }
  const all = [...open, ...barred];
  return { shown: all.slice(0, SHOWN), more: Math.max(0, all.length - SHOWN) };
}

interface Props {
  label: string;
  self: string;
  reasons: ReadonlyMap<string, string>;
  chosen: string | null;
  onChoose(id: string): void;
}

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  PageDown: (at, last) => Math.min(at + 8, last),
  PageUp: (at) => Math.max(at - 8, 0),
};

/** A field to search in, and the nodes found: what cannot be chosen is there too, and says why. */
export function Candidates({ label, self, reasons, chosen, onChoose }: Props) {
  const draft = useEditor((state) => state.draft);
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const id = useId();
  const { shown, more } = useMemo(
    () => candidatesOf(draft, self, reasons, text),
    [draft, self, reasons, text],
  );
  const place = Math.min(at, shown.length - 1);
  const go = (to: number) => {
    setAt(to);
    document.getElementById(`${id}-${to}`)?.scrollIntoView({ block: "nearest" });
  };
  const choose = (candidate: Candidate | undefined) => {
    if (candidate?.reason !== null) return;
    // For the next one; and Escape closes the dialog instead of clearing the field.
    setText("");
    setAt(0);
    onChoose(candidate.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = STEPS[event.key];
    if (step) go(step(place, shown.length - 1));
    else if (event.key === "Enter") choose(shown[place]);
    else return;
    event.preventDefault();
  };
  return (
    <div className="field">
      <label className="field-label" htmlFor={`${id}-search`}>
        {label}
      </label>
      <input
        id={`${id}-search`}
        className="input"
        type="search"
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={shown.length > 0 ? `${id}-${place}` : undefined}
        placeholder="Title, id or kind"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div role="listbox" id={`${id}-list`} className="candidate-list" aria-label="Nodes" tabIndex={-1}>
        {shown.map((candidate, index) => (
          <div
            key={candidate.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            className={index === place ? "candidate is-active" : "candidate"}
            aria-selected={candidate.id === chosen}
            aria-disabled={candidate.reason !== null}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              setAt(index);
              choose(candidate);
            }}
            onKeyDown={onKeyDown}
          >
            {candidate.reason === null ? (
              <KindIcon kind={candidate.node.kind} size={14} />
            ) : (
              <Ban size={14} aria-hidden="true" />
            )}
            <bdi className="truncate">{nameOf(candidate.node)}</bdi>
            {candidate.reason === null ? (
              <bdi className="mono muted truncate">{candidate.node.title ? candidate.id : ""}</bdi>
            ) : (
              <span className="candidate-reason" dir="auto">
                {visible(candidate.reason)}
              </span>
            )}
          </div>
        ))}
      </div>
      <p className="field-help" role="status">
        {shown.length === 0 && "No node fits."}
        {more > 0 && `And ${more.toLocaleString("en")} more; type to find them.`}
      </p>
    </div>
  );
}
