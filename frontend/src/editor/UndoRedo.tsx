import { Redo2, Undo2 } from "lucide-react";
import { useCommands, useEditor } from "./context";

/** “Undo: Added tool “Look up” (Ctrl+Z)”. Without anything to undo the button stays where it is, and the focus on it. */
export function UndoRedo() {
  const undo = useEditor((state) => state.undo);
  const redo = useEditor((state) => state.redo);
  const commands = useCommands();
  const undoTitle = undo === null ? "Nothing to undo" : `Undo: ${undo}`;
  const redoTitle = redo === null ? "Nothing to redo" : `Redo: ${redo}`;
  return (
    <span className="undo-redo">
      <button
        type="button"
        className="btn btn-quiet btn-small btn-icon"
        aria-label={undoTitle}
        title={`${undoTitle} (Ctrl+Z)`}
        aria-disabled={undo === null}
        onClick={() => undo !== null && void commands.undo()}
      >
        <Undo2 aria-hidden="true" />
      </button>
      <button
        type="button"
        className="btn btn-quiet btn-small btn-icon"
        aria-label={redoTitle}
        title={`${redoTitle} (Ctrl+Shift+Z)`}
        aria-disabled={redo === null}
        onClick={() => redo !== null && void commands.redo()}
      >
        <Redo2 aria-hidden="true" />
      </button>
    </span>
  );
}
