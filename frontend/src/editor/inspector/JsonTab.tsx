import { useMemo, useState } from "react";
import { useCommands, useMayEdit } from "../context";
import { useDesk, useFields } from "./desk";
import { Frame } from "./Frame";
import { JsonEditor } from "./JsonEditor";
import { clashes, merged, nodeDiffs, nodeText, readNode } from "./nodeJson";
import type { Fields } from "./places";

/** Text that was written and not saved, and the fields that it was made from. */
interface Written {
  text: string;
  base: Fields;
}

const list = (names: string[]) => names.map((name) => `“${name}”`).join(", ");

function Clash({ names, onMine, onTheirs }: { names: string[]; onMine(): void; onTheirs(): void }) {
  return (
    <div className="conflict" role="alert">
      <div>
        <p>Somebody else changed {list(names)} while you were writing. Nothing is saved yet.</p>
        <div className="row">
          <button type="button" className="btn btn-small" onClick={onTheirs}>
            Start again from theirs
          </button>
          <button type="button" className="btn btn-small" onClick={onMine}>
            Save mine
          </button>
        </div>
      </div>
    </div>
  );
}

/** The node's own JSON. It follows the draft until something is written in it, and is saved as what changed. */
export function JsonTab({ id }: { id: string }) {
  const desk = useDesk();
  const commands = useCommands();
  const mayEdit = useMayEdit();
  const now = useFields(id);
  const [written, setWritten] = useState<Written | null>(() => desk.texts.get(id) ?? null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [clash, setClash] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  const stored = useMemo(() => nodeText(now), [now]);
  const keep = (next: Written | null) => {
    if (next) desk.texts.set(id, next);
    else desk.texts.delete(id);
    setWritten(next);
    setRefusal(null);
    setClash([]);
  };
  const change = (text: string) => {
    if (!written && text === stored) return;
    keep(written ? { ...written, text } : { text, base: now });
  };
  const save = async (anyway = false) => {
    if (!written || busy) return;
    const read = readNode(written.text);
    if ("refusal" in read) {
      setRefusal(read.refusal);
      return;
    }
    const both = clashes(written.base, read.fields, now);
    if (both.length > 0 && !anyway) {
      setClash(both);
      return;
    }
    const diffs = nodeDiffs(id, now, merged(written.base, read.fields, now));
    if (typeof diffs === "string") {
      setRefusal(diffs);
      return;
    }
    setBusy(true);
    const outcome = diffs.length > 0 ? await commands.edit(diffs, { quiet: true }) : null;
    setBusy(false);
    if (outcome && !outcome.ok) setRefusal(outcome.detail);
    else keep(null);
  };
  return (
    <Frame
      path="json"
      label="This node as JSON"
      help={mayEdit ? "What it holds is not part of it. Saving sends only what you changed." : undefined}
      refusal={refusal}
      problems={[]}
    >
      <JsonEditor
        value={written?.text ?? stored}
        readOnly={!mayEdit}
        onChange={change}
        onSave={() => void save()}
      />
      {clash.length > 0 && <Clash names={clash} onMine={() => void save(true)} onTheirs={() => keep(null)} />}
      {mayEdit && (
        <div className="row">
          <button
            type="button"
            className="btn btn-small btn-primary"
            aria-disabled={!written || busy}
            onClick={() => void save()}
          >
            Save
          </button>
          <button type="button" className="btn btn-small" aria-disabled={!written} onClick={() => keep(null)}>
            Drop what I wrote
          </button>
          <span className="field-help" aria-live="polite">
            {written ? "Not saved yet." : ""}
          </span>
        </div>
      )}
    </Frame>
  );
}
