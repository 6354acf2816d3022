import { toast } from "../../ui/toasts";
import { canSplit, canWrap } from "../canvas/actions";
import { tops } from "../canvas/holders";
import type { Editor } from "../context";
import { ui } from "../ui";

/** The selected node, if it is one; else says that one has to be selected. */
function only({ store }: Editor, verb: string): string | null {
  const { selection } = store.getState();
  const [id] = selection;
  if (selection.size === 1) return id as string;
  toast("error", `Select the one node that is to be ${verb}.`);
  return null;
}

/** The dialogs that stand for what the canvas does in place. */
export const askInTable = {
  add: (editor: Editor) => {
    const { selection } = editor.store.getState();
    const [id] = selection;
    if (selection.size === 1) ui.ask({ kind: "add", beside: id as string });
    else ui.ask({ kind: "add" });
  },
  rename: (editor: Editor) => {
    const id = only(editor, "renamed");
    if (id !== null) ui.rename(id);
  },
  dependencies: (editor: Editor) => {
    const id = only(editor, "connected");
    if (id !== null) ui.ask({ kind: "dependencies", node: id });
  },
  split: (editor: Editor) => {
    const id = only(editor, "split");
    if (id === null) return;
    const why = canSplit(editor.store.getState().draft, id);
    if (why) toast("error", why);
    else ui.ask({ kind: "split", node: id });
  },
  wrap: (editor: Editor) => {
    const why = canWrap(editor);
    if (why) toast("error", why);
    else ui.ask({ kind: "wrap", ids: selectedTops(editor) });
  },
  move: (editor: Editor) => {
    const ids = selectedTops(editor);
    if (ids.length > 0) ui.ask({ kind: "move", ids });
    else toast("error", "Select the nodes that are to be moved.");
  },
};

/** The selected nodes, without those that another one holds. */
export function selectedTops({ store }: Editor): string[] {
  const { draft, selection } = store.getState();
  return tops(draft, selection);
}

export const FILTER_ID = "node-filter";

export function focusFilter(): void {
  const field = document.getElementById(FILTER_ID);
  if (field instanceof HTMLInputElement) {
    field.focus();
    field.select();
  }
}
