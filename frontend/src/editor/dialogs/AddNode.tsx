import { useEffect, useState } from "react";
import { explain } from "../../api/http";
import type { KindEntry } from "../../api/types";
import { slugOf } from "../canvas/edits";
import { holders } from "../canvas/holders";
import { loadCatalog } from "../catalog";
import { useEditor, useEditorParts } from "../context";
import { type Draft, freeId, type NodeJson } from "../model";
import { nameOf } from "../names";
import { canHold } from "../table/moves";
import { ui } from "../ui";
import { addDiffs, type Where } from "./adding";
import { type CaseChoice, CaseField, firstCase } from "./CaseField";
import { EditDialog, useDialogEdit } from "./EditDialog";
import { KindField } from "./KindField";

function useKinds(): { kinds: KindEntry[]; failure: string | null } {
  const [kinds, setKinds] = useState<KindEntry[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    loadCatalog().then(
      (catalog) => setKinds(catalog.kinds),
      (error) => setFailure(explain(error)),
    );
  }, []);
  return { kinds, failure };
}

/** Whether edges may touch a node: not if a map or fold runs it as its body. */
function mayHaveEdges(draft: Draft, id: string): boolean {
  return holders(draft).get(id) === draft.home.get(id);
}

interface Props {
  beside: string | null;
  where: Where;
}

/** Adds a node: its kind, what it is called, and where it stands to another one. */
export function AddNode({ beside, where: first }: Props) {
  const { store } = useEditorParts();
  const draft = useEditor((state) => state.draft);
  const other = beside === null ? null : (draft.nodes.get(beside) as NodeJson);
  const { kinds, failure } = useKinds();
  const [kind, setKind] = useState("agent");
  const [title, setTitle] = useState("");
  const [ownId, setOwnId] = useState<string | null>(null);
  const [where, setWhere] = useState<Where>(first);
  const [joined, setJoined] = useState(other !== null && mayHaveEdges(draft, other.id));
  const [choice, setChoice] = useState<CaseChoice | null>(() =>
    other?.kind === "branch" ? firstCase(other, []) : null,
  );
  const { send, busy, refusal } = useDialogEdit();
  const id = ownId ?? freeId(draft, slugOf(title, kind));
  const name = other ? nameOf(other) : "";
  const canJoin = other !== null && where !== "inside" && mayHaveEdges(draft, other.id);
  const asksCase = canJoin && joined && where === "after" && other.kind === "branch" && choice !== null;

  const add = async () => {
    const blank = kinds.find((entry) => entry.kind === kind)?.blank ?? {};
    const node: NodeJson = { ...blank, id, kind };
    if (title.trim()) node.title = title.trim();
    const join = canJoin && joined ? { case: asksCase ? choice : null } : null;
    if ((await send(addDiffs(store.getState().draft, node, beside, where, join))) === null) return;
    ui.close();
    store.getState().select([id]);
    store.getState().show(id);
  };

  return (
    <EditDialog
      title="Add a node"
      size="wide"
      verb="Add"
      busy={busy}
      refusal={refusal ?? failure}
      missing={kinds.length === 0 && !failure ? "The kinds of nodes are being loaded …" : null}
      onSubmit={() => void add()}
    >
      <label className="field">
        <span className="field-label">Title</span>
        <input
          className="input"
          dir="auto"
          maxLength={200}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
      </label>
      <KindField kinds={kinds} kind={kind} onChange={setKind} />
      {other && (
        <label className="field">
          <span className="field-label">Place</span>
          <select
            className="select"
            value={where}
            onChange={(event) => setWhere(event.target.value as Where)}
          >
            <option value="after">After “{name}”</option>
            <option value="before">Before “{name}”</option>
            {canHold(other) && <option value="inside">Inside “{name}”</option>}
          </select>
        </label>
      )}
      {canJoin && (
        <label className="check">
          <input type="checkbox" checked={joined} onChange={(event) => setJoined(event.target.checked)} />
          {where === "after" ? <>It needs “{name}”</> : <>“{name}” needs it</>}
        </label>
      )}
      {asksCase && <CaseField branch={other} taken={[]} choice={choice} onChange={setChoice} />}
      <label className="field">
        <span className="field-label">
          Id <small>names it in expressions</small>
        </span>
        <input
          className="input mono"
          value={id}
          maxLength={64}
          spellCheck={false}
          autoCapitalize="off"
          required
          onChange={(event) => setOwnId(event.target.value)}
        />
      </label>
    </EditDialog>
  );
}
