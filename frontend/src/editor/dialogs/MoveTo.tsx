import { useMemo, useState } from "react";
import { inOrder } from "../canvas/holders";
import { useEditor, useEditorParts } from "../context";
import type { Draft, NodeJson } from "../model";
import { nameOf } from "../names";
import { canHold, edgesLost, moveDiffs } from "../table/moves";
import { ui } from "../ui";
import { EditDialog, useDialogEdit } from "./EditDialog";

const nameIn = (draft: Draft, id: string) => nameOf(draft.nodes.get(id) as NodeJson);

/** What can hold the nodes, and how deep each of them is; a node cannot go into itself. */
function goalsOf(draft: Draft, ids: readonly string[]): { id: string; depth: number }[] {
  const moving = new Set(ids);
  const depth = new Map<string | null, number>([[null, 0]]);
  const goals: { id: string; depth: number }[] = [];
  const barred = new Set<string>();
  for (const id of inOrder(draft)) {
    const owner = draft.home.get(id) ?? null;
    if (moving.has(id) || (owner !== null && barred.has(owner))) {
      barred.add(id);
      continue;
    }
    depth.set(id, (depth.get(owner) ?? 0) + 1);
    if (canHold(draft.nodes.get(id) as NodeJson)) goals.push({ id, depth: depth.get(id) as number });
  }
  return goals;
}

/** Puts nodes somewhere else: into a team or out of it, or at another place among their siblings. */
export function MoveTo({ ids }: { ids: readonly string[] }) {
  const { store } = useEditorParts();
  const draft = useEditor((state) => state.draft);
  const [team, setTeam] = useState<string | null>(() => draft.home.get(ids[0] as string) ?? null);
  const [before, setBefore] = useState<string | null>(null);
  const { send, busy, refusal } = useDialogEdit();
  const goals = useMemo(() => goalsOf(draft, ids), [draft, ids]);
  const siblings = (draft.levels.get(team) ?? []).filter((id) => !ids.includes(id));
  const lost = useMemo(() => edgesLost(draft, ids, team), [draft, ids, team]);
  const move = async () => {
    if ((await send(() => moveDiffs(store.getState().draft, ids, team, before))) === null) return;
    ui.close();
    store.getState().select(ids);
    store.getState().show(ids[0] as string);
  };
  const what = ids.length === 1 ? `“${nameIn(draft, ids[0] as string)}”` : `${ids.length} nodes`;
  return (
    <EditDialog title={`Move ${what}`} verb="Move" busy={busy} refusal={refusal} onSubmit={() => void move()}>
      <label className="field">
        <span className="field-label">Into</span>
        <select
          className="select"
          value={team ?? ""}
          onChange={(event) => {
            setTeam(event.target.value || null);
            setBefore(null);
          }}
        >
          <option value="">The graph itself</option>
          {goals.map(({ id, depth }) => (
            <option key={id} value={id}>
              {"\u00a0\u00a0".repeat(depth)}
              {nameIn(draft, id)}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span className="field-label">Place</span>
        <select
          className="select"
          value={before ?? ""}
          onChange={(event) => setBefore(event.target.value || null)}
        >
          <option value="">Last</option>
          {siblings.map((id) => (
            <option key={id} value={id}>
              Before “{nameIn(draft, id)}”
            </option>
          ))}
        </select>
      </label>
      {lost.length > 0 && (
        <div className="banner banner-warning" role="status">
          <p>
            {lost.length === 1 ? "One dependency does" : `${lost.length} dependencies do`} not come along,
            because none can lead into a team or out of it:
          </p>
          <ul className="dialog-lost">
            {lost.slice(0, 5).map((edge) => (
              <li key={`${edge.dep} ${edge.node} ${edge.case}`}>
                <bdi>{nameIn(draft, edge.node)}</bdi> no longer needs <bdi>{nameIn(draft, edge.dep)}</bdi>
              </li>
            ))}
            {lost.length > 5 && <li>and {lost.length - 5} more</li>}
          </ul>
        </div>
      )}
    </EditDialog>
  );
}
