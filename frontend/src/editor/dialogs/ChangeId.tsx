import { useState } from "react";
import { useEditor, useEditorParts } from "../context";
import type { NodeJson } from "../model";
import { nameOf } from "../names";
import { ui } from "../ui";
import { EditDialog, useDialogEdit } from "./EditDialog";

/** Another id for a node. What names it follows, on the server. */
export function ChangeId({ id }: { id: string }) {
  const { store } = useEditorParts();
  const node = useEditor((state) => state.draft.nodes.get(id)) as NodeJson;
  const [fresh, setFresh] = useState(id);
  const { send, busy, refusal } = useDialogEdit();
  const rename = async () => {
    if (fresh === id) return ui.close();
    if ((await send([{ op: "rename_node", id, new_id: fresh }])) === null) return;
    ui.close();
    store.getState().select([fresh]);
    store.getState().show(fresh);
  };
  return (
    <EditDialog
      title={`Id of “${nameOf(node)}”`}
      verb="Change id"
      busy={busy}
      refusal={refusal}
      onSubmit={() => void rename()}
    >
      <label className="field">
        <span className="field-label">Id</span>
        <input
          className="input mono"
          value={fresh}
          maxLength={64}
          spellCheck={false}
          autoCapitalize="off"
          required
          onChange={(event) => setFresh(event.target.value)}
        />
        <span className="field-help">
          Small letters, digits, dashes and underscores. Dependencies and expressions that name it follow.
        </span>
      </label>
    </EditDialog>
  );
}
