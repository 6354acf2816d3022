import { useEffect } from "react";
import { toast } from "../ui/toasts";
import { copiedText, pasteText, removeSelection } from "./canvas/actions";
import { useCode } from "./code/useCode";
import { type Editor, useEditorParts } from "./context";
import { ACTIONS } from "./keyActions";
import { isTaken, type ShortcutName, shortcutFor } from "./shortcuts";

/** Why this person cannot change the graph, or null. */
function barred({ store }: Editor): string | null {
  const { may, archived } = store.getState();
  if (!may.edit) return "You can look at this graph, but not change it.";
  return archived ? "This graph is archived. Take it out of the archive to change it." : null;
}

function mayChange(editor: Editor): boolean {
  const why = barred(editor);
  if (why) toast("error", why);
  return why === null;
}

/** Without a selection, a key means the node that has the focus. */
function selectFocused({ store }: Editor, event: Event): void {
  const { selection, selectedEdge, draft, select } = store.getState();
  if (selection.size > 0 || selectedEdge !== null) return;
  const id = (event.target as Element | null)?.closest?.<HTMLElement>("[data-id]")?.dataset.id;
  if (id !== undefined && draft.nodes.has(id)) select([id]);
}

/** While the document is shown as JSON no node is in sight, so no key changes one. */
const WITH_CODE: readonly ShortcutName[] = ["problems", "changes", "help", "stored", "publish"];

/** Text that is marked on the page is what people mean to copy. */
const textIsMarked = (): boolean => getSelection()?.isCollapsed === false;

/** Listens for the editor's keys and its clipboard; returns what stops that. */
export function listen(editor: Editor): () => void {
  const onKey = (event: KeyboardEvent) => {
    const shortcut = shortcutFor(event);
    if (!shortcut || (useCode.getState().open && !WITH_CODE.includes(shortcut.name))) return;
    event.preventDefault();
    if (shortcut.edits && !mayChange(editor)) return;
    if (shortcut.edits || shortcut.name === "inspect") selectFocused(editor, event);
    ACTIONS[shortcut.name](editor);
  };
  const onCopy = (event: ClipboardEvent) => {
    if (event.defaultPrevented || isTaken(event) || textIsMarked() || useCode.getState().open) return;
    if (event.type === "cut" && !mayChange(editor)) return;
    selectFocused(editor, event);
    const text = copiedText(editor);
    if (text === null) return;
    event.preventDefault();
    event.clipboardData?.setData("text/plain", text);
    if (event.type === "cut") void removeSelection(editor);
    else {
      const { size } = editor.store.getState().selection;
      toast("success", size === 1 ? "Copied the node." : `Copied ${size} nodes.`);
    }
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData("text/plain");
    if (!text || event.defaultPrevented || isTaken(event) || useCode.getState().open) return;
    if (!mayChange(editor)) return;
    event.preventDefault();
    void pasteText(editor, text);
  };
  document.addEventListener("keydown", onKey);
  document.addEventListener("copy", onCopy);
  document.addEventListener("cut", onCopy);
  document.addEventListener("paste", onPaste);
  return () => {
    document.removeEventListener("keydown", onKey);
    document.removeEventListener("copy", onCopy);
    document.removeEventListener("cut", onCopy);
    document.removeEventListener("paste", onPaste);
  };
}

/** The editor's keys, as long as the component that asks for them is on the page. */
export function useEditorKeys(): void {
  const editor = useEditorParts();
  useEffect(() => listen(editor), [editor]);
}
