import { Plus, X } from "lucide-react";
import { useState } from "react";
import { visible } from "../../ui/visible";
import { useEditor, useEditorParts } from "../context";
import { type Draft, freeId, type NodeJson, titleOf } from "../model";
import { ui } from "../ui";
import { EditDialog, useDialogEdit } from "./EditDialog";

interface Part {
  key: number;
  title: string;
}

/** The parts as nodes like the one that is split; the first keeps its id. */
export function partsOf(draft: Draft, id: string, titles: readonly string[]): NodeJson[] {
  const { title: _, ...rest } = draft.nodes.get(id) as NodeJson;
  const taken = new Map(draft.nodes);
  return titles.map((title, at) => {
    const own = at === 0 ? id : freeId({ ...draft, nodes: taken }, id);
    taken.set(own, rest as NodeJson);
    return { ...rest, id: own, ...(title.trim() && { title: title.trim() }) } as NodeJson;
  });
}

/** Replaces a node by several, each of which is what it was until it is changed. */
export function Split({ id }: { id: string }) {
  const { store } = useEditorParts();
  const own = useEditor((state) => titleOf(state.draft.nodes.get(id) as NodeJson));
  const name = visible(own);
  const [parts, setParts] = useState<Part[]>(() =>
    [1, 2].map((number) => ({ key: number, title: `${own} ${number}` })),
  );
  const { send, busy, refusal } = useDialogEdit();
  const setTitle = (key: number, title: string) =>
    setParts(parts.map((part) => (part.key === key ? { key, title } : part)));
  const more = () => {
    const key = Math.max(...parts.map((part) => part.key)) + 1;
    setParts([...parts, { key, title: `${own} ${key}` }]);
  };
  const split = async () => {
    const titles = parts.map((part) => part.title);
    let into: NodeJson[] = [];
    const diffs = () => {
      const { draft } = store.getState();
      into = draft.nodes.has(id) ? partsOf(draft, id, titles) : [];
      return into.length > 0 ? [{ op: "split_node", id, into }] : [];
    };
    if ((await send(diffs)) === null) return;
    ui.close();
    store.getState().select(into.map((part) => part.id));
    store.getState().show(id);
  };
  return (
    <EditDialog
      title={`Split “${name}”`}
      verb={`Split into ${parts.length}`}
      busy={busy}
      refusal={refusal}
      onSubmit={() => void split()}
    >
      <p className="field-help">
        Each part starts as a copy with the same needs; whatever needs it now will need all parts.
      </p>
      <fieldset className="stack">
        <legend className="visually-hidden">Parts</legend>
        {parts.map((part, at) => (
          <div key={part.key} className="array-item">
            <input
              className="input"
              aria-label={`Title of part ${at + 1}`}
              dir="auto"
              maxLength={200}
              value={part.title}
              onChange={(event) => setTitle(part.key, event.target.value)}
            />
            {parts.length > 2 && (
              <button
                type="button"
                className="btn btn-quiet btn-icon"
                aria-label={`Remove part ${at + 1}`}
                onClick={() => setParts(parts.filter((one) => one !== part))}
              >
                <X aria-hidden="true" />
              </button>
            )}
          </div>
        ))}
      </fieldset>
      <button type="button" className="btn btn-small" onClick={more}>
        <Plus aria-hidden="true" />
        Another part
      </button>
    </EditDialog>
  );
}
