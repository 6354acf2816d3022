import { toast } from "../ui/toasts";
import {
  askRemove,
  askSplit,
  askWrap,
  duplicateSelection,
  fit,
  openAddMenu,
  openSearch,
  relayout,
  removeEdge,
  removeSelection,
  renameInPlace,
  selectAll,
  unwrap,
} from "./canvas/actions";
import type { Editor } from "./context";
import type { ShortcutName } from "./shortcuts";
import type { Drawer } from "./store";
import { askInTable, focusFilter } from "./table/asking";
import { ui, useUi } from "./ui";

/** What each key does. The canvas asks in place; without it, a dialog does. */
export const ACTIONS: Record<ShortcutName, (editor: Editor) => void> = {
  add: byMode(openAddMenu, askInTable.add),
  rename: byMode(renameInPlace, askInTable.rename),
  dependencies: askInTable.dependencies,
  move: askInTable.move,
  split: byMode(askSplit, askInTable.split),
  wrap: byMode(askWrap, askInTable.wrap),
  unwrap: (editor) => void unwrap(editor),
  // On the canvas, a gap that could be bridged is asked about; pressing the key again decides against it.
  remove: byMode(
    (editor) => void (editor.store.getState().selectedEdge === null ? askRemove(editor) : removeEdge(editor)),
    (editor) => void remove(editor, false),
  ),
  removeBridged: (editor) => void remove(editor, true),
  duplicate: (editor) => void duplicateSelection(editor),
  // The clipboard's own events do these.
  copy: () => {},
  cut: () => {},
  paste: () => {},
  undo: (editor) => void editor.commands.undo(),
  redo: (editor) => void editor.commands.redo(),
  publish: () => ui.ask({ kind: "publish" }),
  stored: sayWhatIsStored,
  find: byMode(openSearch, focusFilter),
  selectAll: byMode(selectAll, ({ store }) => store.getState().select(store.getState().draft.nodes.keys())),
  inspect: ({ store }) => {
    const { selection, inspect } = store.getState();
    const [only] = selection;
    if (selection.size === 1) inspect(only as string);
  },
  escape: ({ store }) => {
    const { selection, selectedEdge, drawer, select, setDrawer } = store.getState();
    if (selection.size > 0 || selectedEdge !== null) select([]);
    else if (drawer !== null) setDrawer(null);
  },
  mode: ({ store }) => {
    const mode = store.getState().mode === "graph" ? "table" : "graph";
    useUi.setState({ intoTable: mode === "table" });
    store.getState().setMode(mode);
  },
  fit,
  relayout,
  problems: (editor) => toggleDrawer(editor, "problems"),
  changes: (editor) => toggleDrawer(editor, "changes"),
  help: () => ui.ask({ kind: "help" }),
};

type Action = (editor: Editor) => void;

function byMode(inGraph: Action, inTable: Action): Action {
  return (editor) => (editor.store.getState().mode === "graph" ? inGraph : inTable)(editor);
}

function toggleDrawer({ store }: Editor, side: Drawer): void {
  store.getState().setDrawer(store.getState().drawer === side ? null : side);
}

async function remove(editor: Editor, bridge: boolean): Promise<void> {
  if (editor.store.getState().selectedEdge !== null) await removeEdge(editor);
  else await removeSelection(editor, bridge);
}

function sayWhatIsStored({ store }: Editor): void {
  const { saving } = store.getState();
  if (saving === "stored") toast("success", "All changes are stored. Each one is as soon as it is made.");
  else if (saving === "saving") toast("success", "The last change is on its way to the server.");
  else toast("error", "The connection is lost. What waits is sent when it is back; keep this page open.");
}
