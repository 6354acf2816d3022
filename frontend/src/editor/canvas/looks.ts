import type { Point } from "../../graph/geometry";
import type { Editor } from "../context";
import { ui } from "../ui";
import { holders, holds } from "./holders";
import { canvasUi } from "./ui";

/** A list of kinds to add, at a place on the screen or in the middle of the view. */
export function openAddMenu(editor: Editor, at?: Point): void {
  canvasUi(editor.store).setState({ question: at ? { ask: "kind", at } : { ask: "kind" } });
}

export function closeQuestion(editor: Editor): void {
  canvasUi(editor.store).setState({ question: null });
}

export function openSearch(editor: Editor): void {
  canvasUi(editor.store).setState({ searching: true });
}

/** Types over a node's title where it is drawn; without `id` that of the one selected node. */
export function renameInPlace(editor: Editor, id?: string): void {
  const { selection, draft, may, archived } = editor.store.getState();
  const node = id ?? (selection.size === 1 ? [...selection][0] : undefined);
  if (node !== undefined && draft.nodes.has(node) && may.edit && !archived) {
    ui.rename(node);
  }
}

/** Draws what a node holds, or the node as one card; without `id` for every selected node. */
export function toggleCollapsed(editor: Editor, id?: string): void {
  const { draft, selection, collapsed, setCollapsed } = editor.store.getState();
  const ids = (id === undefined ? [...selection] : [id]).filter((one) => holds(draft, one));
  if (ids.length === 0) return;
  const open = ids.some((one) => collapsed.has(one));
  const next = new Set(collapsed);
  for (const one of ids) {
    if (open) next.delete(one);
    else next.add(one);
  }
  setCollapsed(next);
}

/** Every team, and every map and fold with its body, as one card. */
export function collapseAll(editor: Editor): void {
  const { draft, setCollapsed } = editor.store.getState();
  setCollapsed([...draft.nodes.keys()].filter((id) => holds(draft, id)));
}

export function openAll(editor: Editor): void {
  editor.store.getState().setCollapsed([]);
}

/** Selects everything on the level of what is selected; again: everything. */
export function selectAll(editor: Editor): void {
  const { draft, selection, select } = editor.store.getState();
  const holder = holders(draft);
  const [first] = selection;
  const level = first === undefined ? null : (holder.get(first) ?? null);
  const here = [...draft.nodes.keys()].filter((id) => (holder.get(id) ?? null) === level);
  const all = here.length === selection.size && here.every((id) => selection.has(id));
  select(all ? draft.nodes.keys() : here);
}

/** Lays the whole graph out anew, forgetting where things were put by hand; undone by the same keys. */
export function relayout(editor: Editor): void {
  void canvasUi(editor.store).getState().stage?.relayout();
}

export function fit(editor: Editor): void {
  canvasUi(editor.store).getState().stage?.fit();
}

/** Moves the keyboard to a drawn node. */
export function focusNode(editor: Editor, id: string): void {
  canvasUi(editor.store).getState().stage?.focus(id);
}
