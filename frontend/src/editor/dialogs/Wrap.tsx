import { useState } from "react";
import { slugOf } from "../canvas/edits";
import { useEditor, useEditorParts } from "../context";
import { freeId, type NodeJson } from "../model";
import { nameOf } from "../names";
import { ui } from "../ui";
import { EditDialog, useDialogEdit } from "./EditDialog";

/** Puts nodes into a new team. */
export function Wrap({ ids }: { ids: readonly string[] }) {
  const { store } = useEditorParts();
  const nodes = useEditor((state) => state.draft.nodes);
  const [title, setTitle] = useState("");
  const [goal, setGoal] = useState("");
  const { send, busy, refusal } = useDialogEdit();
  const name = nameOf(nodes.get(ids[0] as string) as NodeJson);
  const wrap = async () => {
    const team = freeId(store.getState().draft, slugOf(title, "team"));
    const diffs = [
      { op: "wrap_in_team", ids: [...ids], team_id: team, ...(goal.trim() && { team_goal: goal.trim() }) },
      ...(title.trim() ? [{ op: "update_node", id: team, set: { title: title.trim() } }] : []),
    ];
    if ((await send(diffs)) === null) return;
    ui.close();
    store.getState().select([team]);
    store.getState().show(team);
  };
  return (
    <EditDialog
      title={ids.length === 1 ? `Wrap “${name}” in a team` : `Wrap ${ids.length} nodes in a team`}
      verb="Wrap"
      busy={busy}
      refusal={refusal}
      onSubmit={() => void wrap()}
    >
      <label className="field">
        <span className="field-label">
          Title <small>optional</small>
        </span>
        <input
          className="input"
          dir="auto"
          maxLength={200}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
      </label>
      <label className="field">
        <span className="field-label">
          Goal <small>optional</small>
        </span>
        <textarea
          className="textarea"
          dir="auto"
          rows={2}
          value={goal}
          onChange={(event) => setGoal(event.target.value)}
        />
      </label>
    </EditDialog>
  );
}
