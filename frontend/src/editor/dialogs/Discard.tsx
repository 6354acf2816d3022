import { Undo2 } from "lucide-react";
import { useState } from "react";
import { Dialog } from "../../ui/Dialog";
import { toast } from "../../ui/toasts";
import { isolated } from "../../ui/visible";
import { authorsOf, standing } from "../changes/standing";
import { useEditor, useEditorParts } from "../context";
import { counted } from "../stateWords";
import { ui } from "../ui";
import { Refusal } from "./Refusal";
import { useSending } from "./useSending";

/** Back to the last revision; whose work goes is said before, and it can be undone after. */
export function Discard() {
  const { store, commands } = useEditorParts();
  const { busy, send } = useSending();
  const [refusal, setRefusal] = useState<string | null>(null);
  const base = useEditor((state) => state.baseRevision);
  const changes = useEditor((state) => state.changes);
  const me = useEditor((state) => state.me.name);
  const gone = standing(changes);
  const others = authorsOf(gone).filter((author) => author.name !== me);
  const names = isolated(others.map((author) => author.name));
  const discard = () =>
    send(async () => {
      const outcome = await commands.discard();
      if (!outcome.ok) {
        setRefusal(outcome.detail);
        return;
      }
      ui.close();
      toast("success", base === null ? "The draft is empty again." : `The draft is revision ${base} again.`, {
        label: "Undo",
        run: () => {
          // Undo takes back the last of one's changes, which may be another one by now.
          if (store.getState().draft.version === outcome.result.version) void commands.undo();
          else toast("info", "The draft was changed since. Undo brings it back step by step.");
        },
      });
    });
  return (
    <Dialog title="Discard the unpublished changes?" onClose={ui.close}>
      <p>
        {gone.length === 0
          ? "There is nothing to discard."
          : base === null
            ? `${counted(gone.length, "change")} and all nodes go: the graph was never published, so it becomes empty.`
            : `${counted(gone.length, "change")} go, and the draft is revision ${base} again.`}{" "}
        It is a change like any other: you can undo it.
      </p>
      {others.length > 0 && (
        <p className="banner banner-warning">
          <span>
            {counted(
              others.reduce((sum, one) => sum + one.count, 0),
              "of them is",
              "of them are",
            )}{" "}
            by {names.join(", ")}.
          </span>
        </p>
      )}
      <Refusal text={refusal} />
      <div className="dialog-actions">
        <button type="button" className="btn" onClick={ui.close}>
          Keep them
        </button>
        <button
          type="button"
          className="btn btn-danger"
          disabled={busy || gone.length === 0}
          onClick={() => void discard()}
        >
          <Undo2 aria-hidden="true" />
          Discard
        </button>
      </div>
    </Dialog>
  );
}
